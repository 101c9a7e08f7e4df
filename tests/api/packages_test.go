package api_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/packages"
	"github.com/causeway-memory/causeway/tests/tree"
)

// packed are the commands that use an installed package.
type packed struct {
	client, trouble, lines []string
	// agent captures events, see testdata/agent.py.
	agent []string
	// alone are the lines that only the trouble script of this language prints.
	alone []string
}

// wheel builds the Python package, installs it into a fresh environment, and sees that mypy takes
// what fits the schema and refuses what does not.
func wheel(t *testing.T) packed {
	t.Helper()
	ctx, out := t.Context(), t.TempDir()
	tools, err := packages.Venv(ctx, filepath.Join(t.TempDir(), "tools"), packages.Hatchling, "mypy==1.18.2")
	if err == nil {
		err = packages.Python(ctx, tree.Root(), tools, t.TempDir(), out)
	}
	if err != nil {
		t.Fatal(err)
	}
	python, err := packages.Venv(ctx, filepath.Join(t.TempDir(), "fresh"), one(t, out, "causeway-*-py3-none-any.whl"))
	if err != nil {
		t.Fatal(err)
	}
	one(t, out, "causeway-*.tar.gz")
	example, err := filepath.Abs(filepath.Join(tree.Root(), "examples", "clients", "python", "example"))
	if err != nil {
		t.Fatal(err)
	}
	client, lines, trouble, agent := filepath.Join(example, "client.py"), filepath.Join(example, "five_lines.py"), testdata(t, "trouble.py"), testdata(t, "agent.py")
	wrong := filepath.Join(t.TempDir(), "wrong.py")
	text := "from causeway import EpisodeInput\n\nepisode: EpisodeInput = {\"id\": \"a\", \"task\": \"b\", \"outcome\": \"FINE\"}  # type: ignore[typeddict-item]\n"
	if err := os.WriteFile(wrong, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	// With --strict an ignored error that is none is one.
	for _, file := range []string{client, lines, trouble, agent} {
		text = tree.Read(t, tree.Relative(file))
		if err := os.WriteFile(filepath.Join(filepath.Dir(wrong), filepath.Base(file)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runs(t, filepath.Dir(wrong), filepath.Join(filepath.Dir(tools), "mypy"), "--strict", "--cache-dir="+os.DevNull,
		"--python-executable", python, "-p", "causeway", "-m", "wrong", "-m", "client", "-m", "five_lines", "-m", "trouble", "-m", "agent")
	return packed{
		client: []string{python, "-B", client}, trouble: []string{python, "-B", trouble}, lines: []string{python, "-B", lines}, agent: []string{python, "-B", agent},
		alone: []string{"async: UNCHANGED, trouble", "async: CONCURRENCY_LIMIT_EXCEEDED"},
	}
}

// tarball builds the npm package, installs it into a fresh folder, and sees that tsc takes what fits
// the schema and refuses what does not.
func tarball(t *testing.T) packed {
	t.Helper()
	work, out, fresh := t.TempDir(), t.TempDir(), t.TempDir()
	if err := packages.TypeScript(t.Context(), tree.Root(), work, out); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"package.json":      `{"type": "module"}`,
		"app/client.ts":     tree.Read(t, "examples/clients/typescript/example/client.ts"),
		"app/five_lines.ts": tree.Read(t, "examples/clients/typescript/example/five_lines.ts"),
		"app/trouble.mjs":   tree.Read(t, "tests/api/testdata/trouble.mjs"),
		"app/agent.mjs":     tree.Read(t, "tests/api/testdata/agent.mjs"),
		// The compiler fails when there is nothing to refuse below such a comment.
		"app/wrong.ts":      "import type { EpisodeInput } from \"causeway\";\n// @ts-expect-error\nexport const e: EpisodeInput = { id: \"a\", task: \"b\", outcome: \"FINE\" };\n",
		"app/tsconfig.json": strings.Replace(tree.Read(t, "examples/clients/typescript/example/tsconfig.json"), `"files": [`, `"files": ["wrong.ts", `, 1),
	}
	for name, text := range files {
		err := os.MkdirAll(filepath.Dir(filepath.Join(fresh, name)), 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(fresh, name), []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	runs(t, fresh, "npm", "install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", one(t, out, "causeway-*.tgz"))
	if err := os.Symlink(filepath.Join(work, "node_modules", "@types"), filepath.Join(fresh, "node_modules", "@types")); err != nil {
		t.Fatal(err)
	}
	runs(t, fresh, filepath.Join(work, "node_modules", ".bin", "tsc"), "-p", "app")
	node := func(name string) []string { return []string{"node", filepath.Join(fresh, name)} }
	return packed{client: node("out/client.js"), trouble: node("app/trouble.mjs"), lines: node("out/five_lines.js"), agent: node("app/agent.mjs")}
}

// one returns the only file of a folder with such a name.
func one(t *testing.T, folder, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %v, %v", pattern, found, err)
	}
	return found[0]
}

func testdata(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// meetsTrouble runs what uses an installed package where things go wrong: the service wants a token, and
// before it are answers that get lost, a proxy that stumbles, and one that turns everybody away.
func meetsTrouble(t *testing.T, p packed) {
	t.Helper()
	cfg := harness.EmbeddedConfig(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	secret, _, err := auth.File(cfg.Auth.TokensFile).Create(auth.Grant{Name: "agent", Projects: []string{"prices", "trouble"}, Write: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	service, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	before := &before{t: t, to: service.URL}
	server := httptest.NewServer(before)
	defer server.Close()
	env := append(os.Environ(), "CAUSEWAY_TOKEN="+secret, "CAUSEWAY_PROJECT=trouble")

	want := append([]string{
		"wrong token: UNAUTHENTICATED",
		"no answer: TIMEOUT",
		"with the key of the error: CREATED",
		"with another key: UNCHANGED",
		"behind a proxy that stumbles: UNCHANGED",
		"other: BAD_ANSWER",
		"nobody: UNAVAILABLE",
		"busy: CONCURRENCY_LIMIT_EXCEEDED",
		"busy: CONCURRENCY_LIMIT_EXCEEDED",
		"refused: INVALID_INPUT input.id, hint given",
	}, p.alone...)
	got := printed(t, append(env, "CAUSEWAY_URL="+server.URL), p.trouble)
	if diff := cmp.Diff(strings.Join(want, "\n")+"\n", got); diff != "" {
		t.Errorf("where things go wrong it prints (-want +got):\n%s", diff)
	}
	if n, want := before.busy.Load(), int64(3+len(p.alone)); n != want {
		t.Errorf("the busy service was asked %d times, want %d: what may be repeated twice, else once", n, want)
	}
	if n := before.lost.Load(); n > 1 {
		t.Errorf("what timed out was sent %d times", n)
	}

	got = printed(t, append(env, "CAUSEWAY_URL="+service.URL), p.lines)
	got = strings.NewReplacer("[ '", "['", "' ]", "']").Replace(got) // Node spaces what Python does not
	if !strings.Contains(tree.Read(t, "examples/clients/README.md"), got) {
		t.Errorf("the page does not show what the few lines print:\n%s", got)
	}
}

func printed(t *testing.T, env, command []string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), harness.CommandTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = env
	var errOut strings.Builder
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", command, err, out, errOut.String())
	}
	return string(out)
}

// before stands before a service.
type before struct {
	t                 *testing.T
	to                string
	lost, busy, proxy atomic.Int64
	// losing is held while a write is made whose answer gets lost: a repeat meets it done, or not begun.
	losing sync.RWMutex
}

func (b *before) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Errorf("read a request: %v", err)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	place := regexp.MustCompile(`^/\w+`).FindString(r.URL.Path)
	r.URL.Path = strings.TrimPrefix(r.URL.Path, place)
	switch place {
	case "/real":
		b.losing.RLock()
		defer b.losing.RUnlock()
		passed(b.t, b.to, w, r)
	case "/lost": // it is done, and nobody hears of it
		b.lost.Add(1)
		b.losing.Lock()
		passed(b.t, b.to, httptest.NewRecorder(), r.WithContext(context.WithoutCancel(r.Context())))
		b.losing.Unlock()
		<-r.Context().Done()
	case "/proxy":
		if b.proxy.Add(1) < 3 {
			http.Error(w, "<html>Bad gateway", http.StatusBadGateway)
			return
		}
		passed(b.t, b.to, w, r)
	case "/busy":
		b.busy.Add(1)
		refuse(w, http.StatusServiceUnavailable, "CONCURRENCY_LIMIT_EXCEEDED")
	default:
		_, _ = io.WriteString(w, "hello")
	}
}
