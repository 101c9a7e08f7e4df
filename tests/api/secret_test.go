package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/embedding/embedtest"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// kept writes a secret into a file of mode 0600.
func kept(t *testing.T, secret string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// withSecrets returns a command line whose every secret comes from a file, and the secrets.
func withSecrets(t *testing.T, home string) (c harness.CLI, secrets map[string]string) {
	t.Helper()
	secrets = map[string]string{"the key of the embedding server": "embedding-key-5b1c"}
	server := embedtest.New(t)
	server.Change(func(b *embedtest.Behaviour) { b.Key = secrets["the key of the embedding server"] })
	env := []string{
		"CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_LOG_LEVEL=debug",
		"CAUSEWAY_EMBEDDING_URL=" + server.URL, "CAUSEWAY_EMBEDDING_MODEL=words",
		"CAUSEWAY_EMBEDDING_KEY_FILE=" + kept(t, secrets["the key of the embedding server"]),
	}
	secrets["the key of Weaviate"] = "weaviate-key-77aa"
	if !enginetest.Embedded() {
		secrets["the key of Weaviate"] = enginetest.WeaviateKey()
	}
	env = append(env, "CAUSEWAY_WEAVIATE_API_KEY_FILE="+kept(t, secrets["the key of Weaviate"]))
	if !enginetest.Embedded() {
		graph := enginetest.Neo4j(t)
		secrets["the password of Neo4j"] = graph.Password
		env = append(env, "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI="+graph.URI, "CAUSEWAY_NEO4J_USER="+graph.User,
			"CAUSEWAY_NEO4J_PASSWORD_FILE="+kept(t, graph.Password), "CAUSEWAY_WEAVIATE_URL="+enginetest.Weaviate(t))
	}
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	return shared.CLI(t, home, env...), secrets
}

// TestSecrets uses causeway with all its secrets and looks for them wherever others might read.
func TestSecrets(t *testing.T) {
	harness.Beside(t)
	home := filepath.Join(t.TempDir(), "home")
	c, secrets := withSecrets(t, home)
	var said strings.Builder
	run := func(want int, args ...string) harness.Ran {
		got := c.Run(t, args...)
		said.WriteString(got.Out + got.Err)
		if got.Code != want {
			t.Fatalf("%v: %+v", args, got)
		}
		return got
	}
	made := c.Run(t, "token", "create", "--name", "me", "--all-projects", "--write")
	token := strings.TrimSpace(made.Out)
	if made.Code != 0 || !strings.HasPrefix(token, "cw_") || strings.Contains(made.Err, token) {
		t.Fatalf("token create: %+v", made)
	}
	secrets["the API token"] = token
	run(0, "up", "--detach")
	service, err := app.RunningService(home)
	if err != nil {
		t.Fatal(err)
	}
	if doctor := run(0, "doctor"); !strings.Contains(doctor.Out, "vectors of 64 numbers") {
		t.Errorf("the key in the file is not used: %s", doctor.Out)
	}
	asks := harness.NewService(service.URL)
	for _, asks.Token = range []string{token, token + "x", ""} {
		got, err := asks.Post(t.Context(), `{ projects { name } }`, nil)
		if err != nil || (got.Status == 200) != (asks.Token == token) {
			t.Errorf("with the token %q: %d, %v", asks.Token, got.Status, err)
		}
	}
	arguments, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", service.PID))
	if err != nil {
		t.Logf("the arguments of a process cannot be read here: %v", err)
	}
	said.Write(arguments)
	run(0, "status", "--json")
	run(0, "config")
	run(0, "token", "list", "--json")
	run(0, "token", "revoke", "me")
	run(0, "down")
	found := texts(t, home)
	found["what was said"] = said.String()
	for where, text := range found {
		for what, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", where, what)
			}
		}
	}
	for _, name := range []string{"logs/causeway.log", "tokens.json"} {
		if found[name] == "" {
			t.Errorf("%s was not looked at: %d files", name, len(found))
		}
	}
}

// texts returns every file of a folder, which only its owner may read.
func texts(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if path == folder && info.Mode().Perm() != 0o700 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		if !info.Mode().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path) // it was found below the folder
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSecrets_Masked sets every secret in the environment and prints the configuration.
func TestSecrets_Masked(t *testing.T) {
	overTheFile(t)
	c := shared.CLI(t, t.TempDir(), "CAUSEWAY_NEO4J_PASSWORD=hidden-1", "CAUSEWAY_WEAVIATE_API_KEY=hidden-2", "CAUSEWAY_EMBEDDING_KEY=hidden-3", "CAUSEWAY_TOKEN=hidden-4")
	got := c.Run(t, "config")
	if got.Code != 0 || strings.Contains(got.Out+got.Err, "hidden-") || strings.Count(got.Out, "********") != 2 {
		t.Errorf("config: %+v", got)
	}
	for _, flag := range []string{"--neo4j-password=x", "--weaviate-api-key=x"} {
		if got := c.Run(t, "config", flag); got.Code != 2 || !strings.Contains(got.Err, "takes no flag") {
			t.Errorf("%s: %+v", flag, got)
		}
	}
	missing := shared.CLI(t, t.TempDir(), "CAUSEWAY_WEAVIATE_API_KEY_FILE=/nowhere/key")
	if got := missing.Run(t, "doctor"); got.Code != 1 || !strings.Contains(got.Err, "weaviate.api_key_file") {
		t.Errorf("a file that is not there: %+v", got)
	}
}

// TestTokens_OnTheCommandLine goes through the life of a token.
func TestTokens_OnTheCommandLine(t *testing.T) {
	overTheFile(t)
	c := shared.CLI(t, t.TempDir())
	for _, args := range [][]string{
		{"token", "create", "--all-projects"},
		{"token", "create", "--name", "ci"},
		{"token", "create", "--name", "ci", "--all-projects", "--project", "demo"},
		{"token", "revoke"},
	} {
		if got := c.Run(t, args...); got.Code != 2 || got.Out != "" {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := c.Run(t, "token", "create", "--name", "ci", "--project", "demo", "--project", "shop", "--expires", "720h"); got.Code != 0 ||
		!strings.Contains(got.Err, "demo, shop, read") {
		t.Errorf("create: %+v", got)
	}
	if got := c.Run(t, "token", "create", "--name", "ci", "--all-projects"); got.Code != 1 || !strings.Contains(got.Err, "revoke it first") {
		t.Errorf("a second one of the name: %+v", got)
	}
	var list []struct {
		ID, Name, Right string
		Projects        []string
		ExpiresAt       *string
	}
	got := c.Run(t, "token", "list", "--json")
	if err := json.Unmarshal([]byte(got.Out), &list); err != nil || len(list) != 1 || list[0].Right != "read" || list[0].ExpiresAt == nil ||
		strings.Contains(got.Out, "sha256") {
		t.Errorf("list: %+v, %v", got, err)
	}
	if got := c.Run(t, "token", "revoke", list[0].ID); got.Code != 0 {
		t.Errorf("revoke: %+v", got)
	}
	if got := c.Run(t, "token", "revoke", "ci"); got.Code != 4 || !strings.Contains(got.Err, "no such token") {
		t.Errorf("revoke again: %+v", got)
	}
}
