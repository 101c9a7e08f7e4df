package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/causeway-memory/causeway/internal/config"
)

func load(t *testing.T, file string, args ...string) (config.Config, error) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	config.AddFlags(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatalf("parse flags: %v", err)
	}
	return config.Load(file, flags)
}

func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLoad_Precedence(t *testing.T) {
	file := write(t, "graphql:\n  depth: 7\n  query_time: 3s\n  aliases: 4\n")
	t.Setenv("CAUSEWAY_GRAPHQL_DEPTH", "8")
	t.Setenv("CAUSEWAY_GRAPHQL_ALIASES", "5")
	got, err := load(t, file, "--graphql-aliases=6")
	if err != nil {
		t.Fatal(err)
	}
	if got.GraphQL.Depth != 8 || got.GraphQL.Aliases != 6 || got.GraphQL.QueryTime != 3*time.Second {
		t.Errorf("flag > environment > file is broken: %+v", got.GraphQL)
	}
	if got.GraphQL.Tokens != config.Default().GraphQL.Tokens {
		t.Errorf("a setting that nobody names keeps its default, got %d", got.GraphQL.Tokens)
	}
}

func TestLoad_Refuses(t *testing.T) {
	cases := map[string]struct {
		why  string
		file string
		env  [2]string
		args []string
		want string
	}{
		"unknown key":         {why: "a typo must not be ignored", file: "neo4j:\n  uril: bolt://x\n", want: "uril"},
		"unknown variable":    {why: "a typo must not be ignored", env: [2]string{"CAUSEWAY_NEO4J_URL", "x"}, want: "CAUSEWAY_NEO4J_URL"},
		"unknown engines":     {why: "only three kinds exist", args: []string{"--engines=cloud"}, want: "native, docker, external"},
		"zero limit":          {why: "a limit of zero would refuse everything", args: []string{"--graphql-depth=0"}, want: "graphql.depth"},
		"bad duration":        {why: "a number without a unit is no duration", file: "graphql:\n  query_time: soon\n", want: "query_time"},
		"external incomplete": {why: "an external engine needs an address", args: []string{"--engines=external"}, want: "neo4j.uri"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file := ""
			if c.file != "" {
				file = write(t, c.file)
			}
			if c.env[0] != "" {
				t.Setenv(c.env[0], c.env[1])
			}
			_, err := load(t, file, c.args...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v does not name %q", c.why, err, c.want)
			}
		})
	}
}

func TestLoad_NamedFileMustExist(t *testing.T) {
	if _, err := load(t, filepath.Join(t.TempDir(), "absent.yaml")); err == nil {
		t.Error("a file that was named and is not there must be an error")
	}
}

func TestSettings_NamesAgree(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range config.Settings(config.Default()) {
		if s.Doc == "" {
			t.Errorf("%s has no help text", s.Key)
		}
		env := "CAUSEWAY_" + strings.ToUpper(strings.NewReplacer(".", "_").Replace(s.Key))
		if s.Env != env || strings.ContainsAny(s.Flag, "._") || s.Flag != "" && seen[s.Flag] {
			t.Errorf("names of %s disagree: %s --%s", s.Key, s.Env, s.Flag)
		}
		if s.Secret != (s.Flag == "") || s.Secret != (s.Dashed() == "") {
			t.Errorf("%s: a secret has no flag, everything else has one: %q", s.Key, s.Flag)
		}
		seen[s.Flag] = true
	}
}

func TestAddFlags_NoSecrets(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	config.AddFlags(flags)
	for _, name := range []string{"neo4j-password", "weaviate-api-key", "embedding-key"} {
		if flags.Lookup(name) != nil {
			t.Errorf("--%s puts a secret where every user of the machine can read it", name)
		}
	}
	if flags.Lookup("neo4j-password-file") == nil {
		t.Error("the name of a file is no secret")
	}
}

func TestSetting_MasksSecrets(t *testing.T) {
	c := config.Default()
	c.Neo4j.Password, c.Weaviate.APIKey = "hunter2", "k3y"
	for _, s := range config.Settings(c) {
		if text := s.String(); strings.Contains(text, "hunter2") || strings.Contains(text, "k3y") {
			t.Errorf("%s shows a secret", s.Key)
		}
	}
}
