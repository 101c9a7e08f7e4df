package pages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// reader is somebody who types what a page says: with a home folder of their own, in a folder that looks like a
// clone with the program built in it.
type reader struct {
	home string
	// folder is where the last block ended.
	folder string
	port   string
	env    []string
	binary string
}

// blockTime is how long one block of commands may take.
const blockTime = 10 * time.Minute

// newReader returns a reader who has a clone, or with nothing who has to make one.
func newReader(t *testing.T, nothing bool) *reader {
	t.Helper()
	enginetest.Program(t, "curl")
	home := t.TempDir()
	r := &reader{home: home, folder: home, port: freePort(t), binary: shared.Binary(t)}
	r.env = r.environment(t)
	r.link(t, r.binary, filepath.Join(home, "bin", "causeway"))
	if !nothing {
		r.folder = filepath.Join(home, "causeway")
		r.fill(t)
	}
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), filepath.Join(home, ".local", "share", "causeway")); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	return r
}

// environment is that of somebody who has set nothing. Go's caches are the machine's, and what is fetched from the
// repository's address comes from this checkout.
func (r *reader) environment(t *testing.T) []string {
	t.Helper()
	checkout, err := filepath.Abs(tree.Root())
	if err != nil {
		t.Fatal(err)
	}
	git := filepath.Join(r.home, ".gitconfig")
	config := fmt.Sprintf("[url %q]\n\tinsteadOf = https://%s\n[safe]\n\tdirectory = *\n", "file://"+checkout, tree.Module)
	if err := os.WriteFile(git, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	var env []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "CAUSEWAY_") && !strings.HasPrefix(pair, "XDG_") && !strings.HasPrefix(pair, "MAKE") {
			env = append(env, pair)
		}
	}
	env = append(env,
		"HOME="+r.home, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_CACHE_HOME=", "GIT_CONFIG_GLOBAL="+git, "MAKEFLAGS=", "MAKELEVEL=",
		"CAUSEWAY_HTTP_ADDRESS=127.0.0.1:"+r.port, "PATH="+filepath.Join(r.home, "bin")+":"+os.Getenv("PATH"))
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return env
}

// fill makes the folder look like a clone.
func (r *reader) fill(t *testing.T) {
	t.Helper()
	checkout, err := filepath.Abs(tree.Root())
	if err != nil {
		t.Fatal(err)
	}
	r.link(t, r.binary, filepath.Join(r.folder, "bin", "causeway"))
	for _, name := range []string{"Makefile", "examples", "docker-compose.yml", "docs", "go.mod", "graph"} {
		r.link(t, filepath.Join(checkout, name), filepath.Join(r.folder, name))
	}
}

func (r *reader) link(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(from, to); err != nil {
		t.Fatal(err)
	}
}

// prelude runs before each block: the program is built already, so that make finds it where it would put it.
const prelude = `set -euo pipefail
make() {
  mkdir -p bin && ln -sf "$BINARY" bin/causeway && command make --no-print-directory -o build "$@"
}
cd "$FOLDER"
trap 'pwd >"$HOME/.folder"' EXIT
`

// run types a block and returns what is seen. The usual port stands for the one that is used.
func (r *reader) run(t *testing.T, commands string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), blockTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", prelude+strings.ReplaceAll(commands, ":8484", ":"+r.port))
	cmd.Env = append(slices.Clone(r.env), "FOLDER="+r.folder, "BINARY="+r.binary)
	cmd.WaitDelay = time.Second // a service in the background does not hold the output
	out, err := cmd.CombinedOutput()
	if folder, readErr := os.ReadFile(filepath.Join(r.home, ".folder")); readErr == nil {
		r.folder = strings.TrimSpace(string(folder))
	}
	text := strings.ReplaceAll(string(out), ":"+r.port, ":8484")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n" // a page shows whole lines
	}
	return strings.ReplaceAll(text, r.home, "~"), err
}

// service is what runs on the reader's machine; it is started, with the examples in it, when nothing runs.
func (r *reader) service(t *testing.T) *harness.Service {
	t.Helper()
	s := harness.NewService("http://127.0.0.1:" + r.port)
	if conn, err := net.Dial("tcp", "127.0.0.1:"+r.port); err == nil {
		_ = conn.Close()
		return s
	}
	if out, err := r.run(t, "causeway up --detach && causeway demo"); err != nil {
		t.Fatalf("start the service: %v\n%s", err, out)
	}
	awaitVectors(t, s, "demo")
	return s
}

// awaitVectors waits until recall goes by vectors too, so that its answers are the same each time.
func awaitVectors(t *testing.T, s *harness.Service, name string) {
	t.Helper()
	harness.Eventually(t, "the vectors of "+name, func() bool {
		a, err := s.Post(t.Context(), `query($name: String!) { project(name: $name) { index { embedded chunks building { number } } } }`, vars{"name": name})
		var data struct {
			Project struct {
				Index struct {
					Embedded, Chunks int
					Building         *struct{ Number int }
				}
			}
		}
		if err != nil || json.Unmarshal(a.Data, &data) != nil {
			return false
		}
		index := data.Project.Index
		return index.Chunks > 0 && index.Embedded == index.Chunks && index.Building == nil
	})
}

// ask sends a query and returns the data as a page shows it.
func (r *reader) ask(t *testing.T, query string) (string, error) {
	t.Helper()
	a, err := r.service(t).Post(t.Context(), query, nil)
	if err != nil {
		return "", err
	}
	if len(a.Errors) > 0 {
		return "", fmt.Errorf("%s: %s", a.Codes(), a.Text())
	}
	return shown(a.Data)
}

// freePort returns a port that nothing listens on, from a range that the kernel gives to nobody by itself.
func freePort(t *testing.T) string {
	t.Helper()
	for range 50 {
		port := fmt.Sprint(20_000 + rand.IntN(10_000))
		listener, err := net.Listen("tcp", "127.0.0.1:"+port)
		if err != nil {
			continue
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return port
	}
	t.Fatal("found no free port")
	return ""
}
