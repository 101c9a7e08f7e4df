package app_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
)

func TestPassword(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		why    string
		neo4j  config.Neo4j
		want   string
		failed bool
	}{
		"none":        {why: "a server without authentication", want: ""},
		"direct":      {why: "the setting itself", neo4j: config.Neo4j{Password: "direct"}, want: "direct"},
		"file":        {why: "the line end of an editor is no part of it", neo4j: config.Neo4j{PasswordFile: file}, want: "from-file"},
		"both":        {why: "the setting goes before the file", neo4j: config.Neo4j{Password: "direct", PasswordFile: file}, want: "direct"},
		"absent file": {why: "a file that was named must be there", neo4j: config.Neo4j{PasswordFile: file + "x"}, failed: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := app.Password(config.Config{Neo4j: c.neo4j})
			if got != c.want || (err != nil) != c.failed {
				t.Errorf("%s: got %q, %v", c.why, got, err)
			}
		})
	}
}

func TestConnect_NothingRuns(t *testing.T) {
	cfg := config.Default()
	cfg.Home = t.TempDir()
	_, err := app.Connect(context.Background(), cfg, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "causeway up") {
		t.Errorf("got %v; want an error that says how to start the engines", err)
	}
}

func TestConnect_OtherEngines(t *testing.T) {
	cfg := config.Default()
	cfg.Home = t.TempDir()
	state := []byte(`{"kind":"docker","home":"` + cfg.Home + `"}`)
	if err := os.WriteFile(filepath.Join(cfg.Home, "state.json"), state, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := app.Connect(context.Background(), cfg, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "set engines to docker") {
		t.Errorf("got %v; want an error that names the engines that run", err)
	}
}
