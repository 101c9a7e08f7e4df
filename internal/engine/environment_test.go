package engine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

// The engines get what they need, and no secret of their parent.
func TestEnvironments(t *testing.T) {
	const secret = "sk-of-the-parent"
	for _, name := range []string{
		"CAUSEWAY_WEAVIATE_API_KEY", "CAUSEWAY_NEO4J_PASSWORD", "CAUSEWAY_EMBEDDING_KEY", "OPENAI_API_KEY", "OPENAI_APIKEY",
		"AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "GO_SECRET", "MY_PATH", "JAVA_PASSWORD", "LOCALE_LC_KEY",
	} {
		t.Setenv(name, secret)
	}
	t.Setenv("LC_TIME", "C")
	t.Setenv("GOPROXY", "https://proxy.example")
	t.Setenv("HTTPS_PROXY", "http://user:password@proxy.example")
	environments, err := engine.Environments(t.Context())
	if err != nil || len(environments) != 3 {
		t.Fatalf("%v, %v", environments, err)
	}
	for child, variables := range environments {
		for name, value := range variables {
			if strings.Contains(value, secret) {
				t.Errorf("%s gets %s", child, name)
			}
		}
		for _, name := range []string{"PATH", "LC_TIME"} {
			if variables[name] != os.Getenv(name) {
				t.Errorf("%s gets %s=%q", child, name, variables[name])
			}
		}
		for _, name := range []string{"GOPROXY", "HTTPS_PROXY"} {
			if got := variables[name]; (got != "") != (child == "tool") {
				t.Errorf("%s gets %s=%q", child, name, got)
			}
		}
	}
	if environments["tool"]["GOBIN"] != "here" || environments["weaviate"]["CLUSTER_HOSTNAME"] == "" {
		t.Error("what is set for a child is missing")
	}
}
