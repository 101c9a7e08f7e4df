package engine_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/causeway-memory/causeway/internal/engine"
)

const root = "../.."

// composeFile is the part of docker-compose.yml that the tests read.
type composeFile struct {
	Services map[string]struct {
		Image       string
		Ports       []string
		Environment map[string]string
		Volumes     []string
		Healthcheck struct{ Test []string }
	}
	Volumes map[string]any
}

func readCompose(t *testing.T) composeFile {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var c composeFile
	if err := yaml.Unmarshal(b, &c); err != nil {
		t.Fatalf("decode docker-compose.yml: %v", err)
	}
	return c
}

func TestCompose_Versions(t *testing.T) {
	c := readCompose(t)
	for service, want := range map[string]string{
		"neo4j":    "neo4j:" + engine.Neo4jVersion + "-community",
		"weaviate": "semitechnologies/weaviate:" + engine.WeaviateVersion,
	} {
		if got := c.Services[service].Image; got != want {
			t.Errorf("image of %s = %q, want %q: native and docker engines must be the same", service, got, want)
		}
	}
}

func TestCompose_Rules(t *testing.T) {
	c := readCompose(t)
	if len(c.Services) != 3 {
		t.Fatalf("services = %d, want causeway, neo4j and weaviate", len(c.Services))
	}
	for name, service := range c.Services {
		if len(service.Healthcheck.Test) == 0 {
			t.Errorf("%s has no health check", name)
		}
		if len(service.Volumes) == 0 {
			t.Errorf("%s keeps its data nowhere", name)
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if _, ok := c.Volumes[source]; !ok {
				t.Errorf("volume %s of %s is not declared", source, name)
			}
		}
		for _, port := range service.Ports {
			host, _, _ := strings.Cut(port, ":")
			if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
				t.Errorf("port %q of %s is published beyond loopback", port, name)
			}
		}
		for key, value := range service.Environment {
			secret := regexp.MustCompile(`AUTH$|PASSWORD$`).MatchString(key)
			if secret && !strings.Contains(value, "${NEO4J_PASSWORD:?") {
				t.Errorf("%s of %s = %q, want it to come from NEO4J_PASSWORD or to fail", key, name, value)
			}
		}
	}
}

// TestCompose_SameSettings compares the settings that affect answers with those of native
// servers.
func TestCompose_SameSettings(t *testing.T) {
	c := readCompose(t)
	variable := regexp.MustCompile(`[._]`)
	for key, want := range engine.Neo4jSettings() {
		name := "NEO4J_" + variable.ReplaceAllStringFunc(key, func(s string) string {
			return map[string]string{".": "_", "_": "__"}[s]
		})
		got, ok := c.Services["neo4j"].Environment[name]
		if ok && got != want && !strings.HasSuffix(key, "address") {
			t.Errorf("%s = %q, native servers have %q", name, got, want)
		}
	}
	for key, want := range engine.WeaviateSettings() {
		got, ok := c.Services["weaviate"].Environment[key]
		if ok && got != want && key != "PERSISTENCE_DATA_PATH" && key != "GOMEMLIMIT" && !strings.HasPrefix(key, "AUTHENTICATION_") {
			t.Errorf("%s = %q, native servers have %q", key, got, want)
		}
	}
	for _, key := range []string{"USE_BLOCKMAX_WAND", "AUTOSCHEMA_ENABLED", "DISABLE_TELEMETRY"} {
		if c.Services["weaviate"].Environment[key] == "" {
			t.Errorf("%s is not set for weaviate", key)
		}
	}
}

// TestCompose_Config makes docker itself read the file, where there is docker.
func TestCompose_Config(t *testing.T) {
	if exec.Command("docker", "compose", "version").Run() != nil {
		t.Skip("SKIPPED, NOT RUN: docker with its compose plugin is not installed, so only the YAML was checked")
	}
	file := filepath.Join(root, "docker-compose.yml")
	cmd := exec.Command("docker", "compose", "--file", file, "config", "--quiet")
	cmd.Env = append(os.Environ(), "NEO4J_PASSWORD=")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "NEO4J_PASSWORD") {
		t.Errorf("without a password = %v, %s; want a refusal that names NEO4J_PASSWORD", err, out)
	}
	cmd = exec.Command("docker", "compose", "--file", file, "config", "--quiet")
	cmd.Env = append(os.Environ(), "NEO4J_PASSWORD=only-for-this-check")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("docker compose config: %v: %s", err, out)
	}
}
