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

func TestConnect(t *testing.T) {
	cases := map[string]struct {
		why, engines, state string
		named, nativeData   bool
		want                string
	}{
		"nothing needed":         {why: "embedded engines need no service", engines: "embedded"},
		"nothing runs":           {why: "the error says what starts the engines", engines: "native", named: true, want: "causeway up"},
		"other engines":          {why: "the error names the engines that run", engines: "native", named: true, state: `{"kind":"docker"}`, want: "causeway up"},
		"native data by default": {why: "an upgrade must not begin an empty memory", engines: "embedded", nativeData: true, want: "--engines=native"},
		"native data and named":  {why: "who says so gets another memory", engines: "embedded", named: true, nativeData: true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			cfg := config.Default()
			cfg.Home, cfg.Engines, cfg.EnginesNamed = t.TempDir(), c.engines, c.named
			if c.state != "" {
				must(t, os.WriteFile(filepath.Join(cfg.Home, "state.json"), []byte(c.state), 0o600))
			}
			if c.nativeData {
				must(t, os.MkdirAll(filepath.Join(cfg.Home, "neo4j", "data", "databases"), 0o700))
			}
			a, err := app.Connect(context.Background(), cfg, slog.New(slog.DiscardHandler))
			if err == nil {
				a.Close()
			}
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v", c.why, err)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
