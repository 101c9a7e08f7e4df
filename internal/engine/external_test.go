package engine_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

// external is a step of the life: it uses the running servers as external ones.
func (l *life) external(t *testing.T) {
	password, err := l.state.Password()
	if err != nil {
		t.Fatal(err)
	}
	key, err := l.state.WeaviateKey()
	if err != nil {
		t.Fatal(err)
	}
	good := engine.Options{
		Kind: engine.External, Home: t.TempDir(),
		Neo4jURI: l.state.Neo4jURI, Neo4jPassword: password, WeaviateURL: l.state.WeaviateURL + "/", WeaviateAPIKey: key,
	}
	for name, c := range map[string]struct {
		why  string
		bend func(*engine.Options)
		want []string
	}{
		"no address": {
			why:  "an empty setting is the first mistake",
			bend: func(o *engine.Options) { o.Neo4jURI = "" },
			want: []string{`neo4j.uri = ""`, "bolt://host:7687"},
		},
		"nothing there": {
			why:  "the setting and its value tell where to look",
			bend: func(o *engine.Options) { o.Neo4jURI = "bolt://127.0.0.1:1" },
			want: []string{`neo4j.uri = "bolt://127.0.0.1:1"`, "nothing answers"},
		},
		"wrong password": {
			why:  "a password is no network problem, and is never printed",
			bend: func(o *engine.Options) { o.Neo4jPassword = "s3cret-and-wrong" },
			want: []string{"neo4j.password", "password refused"},
		},
		"no weaviate": {
			why:  "each server has its own setting",
			bend: func(o *engine.Options) { o.WeaviateURL = "http://127.0.0.1:1" },
			want: []string{`weaviate.url = "http://127.0.0.1:1"`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := good
			o.Home = t.TempDir()
			c.bend(&o)
			_, err := engine.Up(t.Context(), o)
			wantError(t, c.why, err, c.want...)
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
	t.Run("right", func(t *testing.T) { wantExternal(t, good, l) })
}

func wantExternal(t *testing.T, o engine.Options, l *life) {
	checks, err := engine.Doctor(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if c := check(t, checks, "weaviate"); c.Level != "warn" || !strings.Contains(c.Hint, "USE_BLOCKMAX_WAND=false") {
		t.Errorf("check of Weaviate %s = %+v, want a warning", engine.WeaviateVersion, c)
	}
	if c := check(t, checks, "neo4j"); c.Level != "ok" {
		t.Errorf("check of Neo4j = %+v", c)
	}
	engines, err := engine.Up(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var running *engine.RunningError
	if _, err := engine.Up(t.Context(), o); !errors.As(err, &running) {
		t.Errorf("a second Up of the same home = %v, want a RunningError", err)
	}
	now, err := engine.Status(t.Context(), o.Home)
	if err != nil || !now.Ready || now.Neo4jURI != o.Neo4jURI || now.Neo4jPasswordFile != "" {
		t.Errorf("Status = %+v, %v", now, err)
	}
	if err := engines.Stop(); err != nil {
		t.Errorf("Stop: %v", err)
	}
	wantRemembered(t, l.state, l.kept)
	if now, err := engine.Status(t.Context(), o.Home); err != nil || now.Ready || now.SupervisorPID != 0 {
		t.Errorf("Status after Stop = %+v, %v", now, err)
	}
}

func TestUp_ExternalWeaviateKey(t *testing.T) {
	var asked string
	weaviate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Header.Get("Authorization")
		_, _ = io.WriteString(w, `{"version":"1.40.0"}`)
	}))
	defer weaviate.Close()
	checks, err := engine.Doctor(t.Context(), engine.Options{
		Kind: engine.External, Home: t.TempDir(),
		Neo4jURI: "bolt://127.0.0.1:1", WeaviateURL: weaviate.URL, WeaviateAPIKey: "k",
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := check(t, checks, "weaviate"); c.Level != "ok" || asked != "Bearer k" {
		t.Errorf("check = %+v after %q, want ok after the key", c, asked)
	}
	if c := check(t, checks, "neo4j"); c.Level != "fail" || c.Hint == "" {
		t.Errorf("check of a Neo4j that is not there = %+v", c)
	}
}

// A server reports only its version, not how it was started; so one with the setting and one
// without it get the same warning, which says what to set.
func TestDoctor_ExternalWeaviateVersion(t *testing.T) {
	for version, want := range map[string][]string{
		"1.35.2": {"warn", "Weaviate 1.35.2 misses words", "unless it was started with USE_BLOCKMAX_WAND=false", "1.39.4 or newer"},
		"1.39.3": {"warn", "Weaviate 1.39.3 misses words", "1.39.4 or newer"},
		"1.39.4": {"ok"},
	} {
		weaviate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"version":"`+version+`"}`)
		}))
		checks, err := engine.Doctor(t.Context(), engine.Options{
			Kind: engine.External, Home: t.TempDir(), Neo4jURI: "bolt://127.0.0.1:1", WeaviateURL: weaviate.URL,
		})
		weaviate.Close()
		if err != nil {
			t.Fatal(err)
		}
		c := check(t, checks, "weaviate")
		for _, part := range want {
			if c.Level != want[0] || !strings.Contains(c.Level+" "+c.Hint, part) {
				t.Errorf("check of %s = %+v, want %q", version, c, part)
			}
		}
		if want[0] == "ok" && c.Hint != "" {
			t.Errorf("a hint for %s, which is right: %s", version, c.Hint)
		}
	}
}

func TestSearchesFresh(t *testing.T) {
	for version, want := range map[string]bool{
		"1.35.2": false, "1.39.3": false, "1.39.4": true, "1.39.10": true, "1.40.0": true,
		"2.0.0": true, "0.9.0": false, "": false, "new": false, "1.39": false,
	} {
		if got := engine.SearchesFresh(version); got != want {
			t.Errorf("SearchesFresh(%q) = %v, want %v", version, got, want)
		}
	}
}

func TestUp_Docker(t *testing.T) {
	o := engine.Options{Kind: engine.Docker, Home: t.TempDir(), ComposeFile: filepath.Join(root, "docker-compose.yml")}
	t.Run("absent", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := engine.Up(t.Context(), o)
		wantError(t, "one sentence says what to install", err, "install Docker with its compose plugin", "native")
		checks, err := engine.Doctor(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if c := check(t, checks, "docker"); c.Level != "fail" || !strings.Contains(c.Hint, "nstall Docker") {
			t.Errorf("check = %+v", c)
		}
	})
	t.Run("as it is here", func(t *testing.T) {
		engines, err := engine.Up(t.Context(), o)
		if err != nil {
			if strings.Count(err.Error(), "\n") > 0 || !strings.Contains(strings.ToLower(err.Error()), "docker") {
				t.Errorf("Up = %v, want one sentence about docker", err)
			}
			t.Skipf("SKIPPED, NOT RUN: containers were not started: %v", err)
		}
		if !engines.State().Ready {
			t.Errorf("State = %+v", engines.State())
		}
		remember(t, engines.State(), 1)
		if err := engines.Stop(); err != nil {
			t.Error(err)
		}
	})
}

// wantError fails unless err contains all of want.
func wantError(t *testing.T, why string, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; %s", why)
	}
	for _, part := range want {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error = %q, want %q in it: %s", err, part, why)
		}
	}
}

// check returns the finding of that name.
func check(t *testing.T, checks []engine.Check, name string) engine.Check {
	t.Helper()
	for _, c := range checks {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %q in %+v", name, checks)
	return engine.Check{}
}

// A native Weaviate that outlived its supervisor is adopted only if it requires the key of its
// home.
func TestProbe_WeaviateWithoutItsKey(t *testing.T) {
	for _, c := range []struct {
		why, key string
		refused  bool
	}{
		{"it wants this key", "Bearer k", false},
		{"it wants another one", "Bearer other", true},
		{"it is from before keys and lets in everybody", "", true},
	} {
		weaviate := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if c.key != "" && r.URL.Path == "/v1/meta" && r.Header.Get("Authorization") != c.key {
				w.WriteHeader(http.StatusUnauthorized)
			}
			_, _ = io.WriteString(w, `{"version":"1.40.0"}`)
		}))
		err := engine.ProbeNative(t.Context(), weaviate.Listener.Addr().(*net.TCPAddr).Port, "k")
		weaviate.Close()
		if errors.Is(err, engine.ErrKey) != c.refused || !c.refused && err != nil {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
