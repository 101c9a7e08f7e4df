package ops_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// life is one home folder with engines of its own, used through the command line as a
// user does. Each step goes on from the one before, because starting engines takes long.
type life struct {
	harness.CLI
	home string
	// servers are the names of the engines; none when they are embedded.
	servers []string
	// service is the one that `causeway up` serves.
	service *harness.Service
	// outside is a service of the test over the same engines, which outlives `causeway up`.
	outside *harness.Service
	close   func()
}

func TestHome(t *testing.T) {
	harness.Beside(t)
	home := filepath.Join(t.TempDir(), "home with a space")
	l := &life{home: home, close: func() {}}
	if !enginetest.Embedded() {
		l.servers = []string{"neo4j", "weaviate"}
	}
	l.CLI = shared.CLI(t, home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_NEO4J_HEAP=512m", "CAUSEWAY_NEO4J_PAGE_CACHE=64m", "CAUSEWAY_IMPORT_BATCH=20")
	t.Cleanup(func() {
		if err := engine.Down(context.Background(), home); err != nil {
			t.Errorf("down: %v", err)
		}
	})
	for _, step := range []struct {
		name, why string
		run       func(*testing.T)
		servers   bool
	}{
		{"nothing runs", "commands that need a service say what starts it", l.nothingRuns, false},
		{"up in the background", "it returns when the API answers", l.upDetached, false},
		{"up again", "it finds what runs", l.upAgain, false},
		{"status", "it shows what runs", l.status, false},
		{"demo", "the four answers are those that the examples promise", l.demo, false},
		{"killed while importing", "what was acknowledged is there when the next up has adopted the engines", l.killedWhileImporting, false},
		{"neo4j is stopped", "the graph is the truth: without it nothing is answered or acknowledged", l.neo4jStopped, true},
		{"weaviate is stopped", "without word search writes go on and recall uses the graph", l.weaviateStopped, true},
		{"both are stopped while events are captured", "what is acknowledged reaches both engines, once", l.capturedMeanwhile, true},
		{"down", "everything stops and nothing is lost", l.down, false},
	} {
		if step.servers && l.servers == nil {
			continue
		}
		if !t.Run(step.name, step.run) {
			t.Fatalf("%s: %s", step.name, step.why)
		}
	}
}

func (l *life) nothingRuns(t *testing.T) {
	if got := l.Run(t, "status"); got.Code != 0 || !strings.Contains(got.Out, "stopped") {
		t.Errorf("status: %+v", got)
	}
	type attempt struct {
		args []string
		code int
	}
	attempts := []attempt{{[]string{"demo"}, 5}, {[]string{"ask", "recall", "anything"}, 5}}
	if l.servers != nil {
		attempts = append(attempts, attempt{[]string{"import", dataFile(t), "--project", "p", "--engines=native"}, 1},
			attempt{[]string{"reindex", "--project", "p", "--engines=native"}, 1})
	}
	for _, a := range attempts {
		args := a.args
		if got := l.Run(t, args...); got.Code != a.code || !strings.Contains(got.Err, "causeway up") || got.Out != "" {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if got := l.Run(t, "down"); got.Code != 0 {
		t.Errorf("down: %+v", got)
	}
}

// dataFile returns a file of one good episode.
func dataFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "episode-good.json")
	if err := os.WriteFile(path, []byte(`{"id": "good", "task": "be good", "outcome": "success", "events": []}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (l *life) upDetached(t *testing.T) {
	got := l.Run(t, l.upCommand()...)
	address := regexp.MustCompile(`GraphQL API\s+(http://\S+)/graphql`).FindStringSubmatch(got.Out)
	if got.Code != 0 || address == nil {
		t.Fatalf("up: %+v", got)
	}
	places, graph, analysts := []string{"Database", "causeway.db"}, "sqlite", "without Neo4j"
	if l.servers != nil {
		places, graph, analysts = []string{"Neo4j Browser", address[1] + "/browser/", "password in "}, "neo4j", "<title>Neo4j Browser</title>"
	}
	harness.InOrder(t, got.Out, places)
	l.service = harness.NewService(address[1])
	for path, want := range map[string]string{"/healthz": "", "/readyz": `"` + graph + `"`, "/metrics": "causeway_", "/": "<html", "/browser/": analysts} {
		status, body := l.service.Page(t, path)
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: status %d, %.200s", path, status, body)
		}
	}
}

// upCommand starts causeway as a user does: the embedded engines are the default.
func (l *life) upCommand() []string {
	if l.servers == nil {
		return []string{"up", "--detach"}
	}
	return []string{"up", "--detach", "--engines=native"}
}

func (l *life) upAgain(t *testing.T) {
	got := l.Run(t, l.upCommand()...)
	if got.Code != 0 || !strings.Contains(got.Out, l.service.URL) || !strings.Contains(got.Err, "runs already") {
		t.Errorf("up again: %+v", got)
	}
}

func (l *life) status(t *testing.T) {
	got := l.Run(t, "status")
	for _, name := range append([]string{"causeway"}, l.servers...) {
		if !regexp.MustCompile(name + `\s+running\s+yes`).MatchString(got.Out) {
			t.Errorf("status does not show %s:\n%s", name, got.Out)
		}
	}
	var state struct {
		Service struct {
			PID int
			URL string
		}
		Engines struct{ Ready bool }
	}
	if got := l.Run(t, "status", "--json"); json.Unmarshal([]byte(got.Out), &state) != nil || state.Service.URL != l.service.URL || !state.Engines.Ready {
		t.Errorf("status --json: %+v", got)
	}
}

func (l *life) demo(t *testing.T) {
	got := l.Run(t, "demo")
	if got.Code != 0 {
		t.Fatalf("demo: %+v", got)
	}
	for _, q := range examples.Questions() {
		_, answer, found := strings.Cut(got.Out, q.Asks)
		if !found {
			t.Errorf("the question %q is not printed:\n%s", q.Asks, got.Out)
		}
		harness.InOrder(t, answer, q.Expect.Says)
		for _, path := range q.Expect.Paths {
			harness.InOrder(t, answer, path)
		}
		for _, episode := range q.Expect.Episodes {
			if !strings.Contains(answer, episode) {
				t.Errorf("%s is not among the answers to %q:\n%s", episode, q.Asks, answer)
			}
		}
	}
	if strings.Contains(got.Out, "degraded") {
		t.Errorf("an answer of the demo is degraded:\n%s", got.Out)
	}
	for n, line := range strings.Split(got.Out, "\n") {
		if len([]rune(line)) > 160 {
			t.Errorf("line %d has %d characters", n+1, len([]rune(line)))
		}
	}
	if again := l.Run(t, "demo"); !strings.Contains(again.Out, "0 new") || again.Code != 0 {
		t.Errorf("demo again: %.300s %s", again.Out, again.Err)
	}
}

func (l *life) down(t *testing.T) {
	l.close()
	got := l.Run(t, "down")
	if got.Code != 0 || !strings.Contains(got.Out, "down") {
		t.Fatalf("down: %+v", got)
	}
	if now := l.Run(t, "status"); strings.Contains(now.Out, "running") || strings.Contains(now.Out, "adopted") {
		t.Errorf("status after down:\n%s", now.Out)
	}
	if again := l.Run(t, "down"); again.Code != 0 {
		t.Errorf("down again: %+v", again)
	}
}

// pids returns the processes of what runs, by name.
func (l *life) pids(t *testing.T) map[string]int {
	t.Helper()
	state, err := engine.Status(t.Context(), l.home)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{"causeway": state.SupervisorPID}
	for _, s := range state.Servers {
		out[s.Name] = s.PID
	}
	return out
}

// end ends one process of the home and waits until it is gone.
func (l *life) end(t *testing.T, name string, signal syscall.Signal) {
	t.Helper()
	pid := l.pids(t)[name]
	if pid <= 0 {
		t.Fatalf("%s does not run", name)
	}
	if err := syscall.Kill(pid, signal); err != nil {
		t.Fatalf("end %s: %v", name, err)
	}
	harness.Eventually(t, name+" has ended", func() bool { return l.pids(t)[name] == 0 })
}

// up starts causeway again over what is left and checks that it adopted the servers named.
func (l *life) up(t *testing.T, adopted ...string) {
	t.Helper()
	before := l.pids(t)
	got := l.Run(t, l.upCommand()...)
	address := regexp.MustCompile(`GraphQL API\s+(http://\S+)/graphql`).FindStringSubmatch(got.Out)
	if got.Code != 0 || address == nil {
		log, _ := os.ReadFile(filepath.Join(l.home, "logs", "causeway.log"))
		t.Fatalf("up: %+v\n%s", got, log)
	}
	l.service = harness.NewService(address[1])
	for _, name := range adopted {
		if now := l.pids(t)[name]; now != before[name] || now == 0 {
			t.Errorf("%s was process %d and is %d; it should have been adopted", name, before[name], now)
		}
	}
}

func TestCommand_ImportReports(t *testing.T) {
	harness.EmbeddedOnly(t)
	c := shared.SharedCLI(t)
	p := newProject(t)
	good := dataFile(t)
	bad := filepath.Join(t.TempDir(), "episode-bad.json")
	if err := os.WriteFile(bad, []byte("{\"id\": \"bad\",\n\"task\": }"), 0o600); err != nil {
		t.Fatal(err)
	}
	reportFile := filepath.Join(t.TempDir(), "report.json")
	for _, step := range []struct {
		why  string
		args []string
		code int
		says string
	}{
		{"a strict import writes nothing", []string{"import", good, bad, "--project", p.Name, "--strict"}, 3, "not written"},
		{"refused files make the exit code 3", []string{"import", good, bad, "--project", p.Name, "--report", reportFile}, 3, "refused"},
		{"nothing refused is 0", []string{"import", good, "--project", p.Name}, 0, "1 unchanged"},
		{"nothing to import from is 1", []string{"import", "no-such-file.json", "--project", p.Name}, 1, "no-such-file.json"},
		{"a project is needed", []string{"import", good}, 2, "project"},
		{"a format is one of two", []string{"import", good, "--project", p.Name, "--format", "csv"}, 2, "csv"},
		{"an illegal project name is refused", []string{"import", good, "--project", "a/b"}, 2, "project"},
		{"an unknown flag is a usage error", []string{"status", "--wrong"}, 2, "wrong"},
		{"an unknown command is a usage error", []string{"begin"}, 2, "begin"},
		{"a setting that is none", []string{"config", "--engines", "cloud"}, 2, "engines"},
	} {
		got := c.Run(t, step.args...)
		if got.Code != step.code || !strings.Contains(got.Out+got.Err, step.says) {
			t.Errorf("%s: %v ended with %d, want %d, and says\n%s%s", step.why, step.args, got.Code, step.code, got.Out, got.Err)
		}
	}
	var report struct {
		Totals    struct{ Documents, Created, Refused int }
		Documents []struct {
			File, Status string
			Line, Column int
		}
	}
	text, err := os.ReadFile(reportFile)
	if err != nil || json.Unmarshal(text, &report) != nil || len(report.Documents) != 2 || report.Totals.Created != 1 {
		t.Fatalf("report: %v\n%s", err, text)
	}
	if d := report.Documents[1]; d.Status != "refused" || d.Line != 2 || d.Column == 0 || d.File != bad {
		t.Errorf("the broken file: %+v", d)
	}
	if got := p.Totals(); got.Episodes != 1 {
		t.Errorf("totals: %+v", got)
	}
}

func TestCommand_ConfigMasksSecrets(t *testing.T) {
	harness.EmbeddedOnly(t)
	c := shared.CLI(t, t.TempDir(), "CAUSEWAY_NEO4J_PASSWORD=hunter22", "CAUSEWAY_WEAVIATE_API_KEY=hunter33")
	got := c.Run(t, "config")
	if got.Code != 0 || strings.Contains(got.Out+got.Err, "hunter") || !strings.Contains(got.Out, "neo4j.password") {
		t.Errorf("config: %+v", got)
	}
	wrong := shared.CLI(t, t.TempDir(), "CAUSEWAY_NEO4J_PASWORD=x").Run(t, "config")
	if wrong.Code != 2 || !strings.Contains(wrong.Err, "CAUSEWAY_NEO4J_PASWORD") {
		t.Errorf("a misspelt variable: %+v", wrong)
	}
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte("graphql:\n  dept: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if wrong := c.Run(t, "config", "--config", file); wrong.Code != 2 || !strings.Contains(wrong.Err, "dept") {
		t.Errorf("a misspelt key: %+v", wrong)
	}
	unreachable := shared.CLI(t, t.TempDir(), "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI=bolt://127.0.0.1:1",
		"CAUSEWAY_NEO4J_PASSWORD=hunter22", "CAUSEWAY_WEAVIATE_URL=http://127.0.0.1:1")
	if got := unreachable.Run(t, "up"); got.Code != 1 || !strings.Contains(got.Err, "neo4j.uri") || strings.Contains(got.Err, "hunter") {
		t.Errorf("engines that are not there: %+v", got)
	}
}

// TestCommand_Schema holds every example against the schema that the command prints.
func TestCommand_Schema(t *testing.T) {
	harness.EmbeddedOnly(t)
	got := shared.CLI(t, t.TempDir()).Run(t, "schema")
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(got.Out))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("episode.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("episode.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(tree.Root(), "examples"))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".json" {
			continue
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(tree.Read(t, "examples/"+entry.Name()))))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("%s: %v", entry.Name(), err)
		}
		checked++
	}
	bad, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"id": "x", "task": "x", "outcome": "maybe"}`))
	if schema.Validate(bad) == nil || checked < 40 {
		t.Errorf("the schema takes anything, or only %d examples were checked", checked)
	}
	if fmt.Sprint(document.(map[string]any)["$schema"]) == "" {
		t.Error("the schema does not say which draft it follows")
	}
}
