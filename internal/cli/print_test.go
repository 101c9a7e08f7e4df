package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/ingest"
)

// printing returns a command that writes to two buffers.
func printing() (c *command, out, errOut *bytes.Buffer) {
	out, errOut = &bytes.Buffer{}, &bytes.Buffer{}
	return &command{out: out, err: errOut}, out, errOut
}

// cells returns the lines of a table, with runs of spaces collapsed.
func cells(table string) []string {
	var out []string
	for line := range strings.Lines(table) {
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return out
}

func TestAnswer_LeavesOutWhatIsNotThere(t *testing.T) {
	cases := map[string]struct {
		why, data, want string
	}{
		"not degraded": {
			"no word about the engine",
			`{"recall":{"hits":[{"part":"DECISION","text":"b","words":["w"],"episode":{"key":"k","startedAt":"2026-05-03","outcome":"SUCCESS","task":"T"}}]}}`,
			"  #  EPISODE  BEGAN       OUTCOME  TASK\n  1  k        2026-05-03  success  T\n     └ decision matches w: b\n",
		},
		"a bare decision": {
			"no options, no reason",
			`{"decisionSequence":{"decisions":[{"shortId":"d001","at":"2026-05-03","context":"C","chosen":"X","outcome":"SUCCESS"}]}}`,
			"  ID    AT          OUTCOME  CHOSE\n  d001  2026-05-03  success  X\n        └ about    C\n",
		},
		"a claimed rate": {
			"it stands apart from counted ones",
			`{"patterns":{"totalCount":2,"edges":[{"node":{"key":"a","name":"N","status":"CANDIDATE","action":"A","counts":{},"claim":{"rate":0.85,"source":"s"}}},
				{"node":{"key":"b","name":"M","status":"CANDIDATE","action":"B","counts":{"trials":2,"successes":1},"rate":{"value":0.5,"low":0.1,"high":0.9},"claim":{"rate":0.85}}}],"pageInfo":{}}}`,
			"  PATTERN  STATUS     SUCCEEDED                          NAME\n  a        candidate  no trial, claimed 85.0 %           N\n    └ A\n  b        candidate  1 of 2, 50.0 % (10.0 % to 90.0 %)  M\n    └ B\n",
		},
		"two paths": {
			"they are counted from 1",
			`{"causalPath":{"paths":[{"length":1,"bases":["STATED"],"hops":[]},{"length":1,"bases":["STATED"],"hops":[]}]}}`,
			"  path 1 of 2: 1 links, stated\n  path 2 of 2: 1 links, stated\n",
		},
		"an episode of a like name": {
			"x-2 is not x: who states the link is told",
			`{"causalPath":{"paths":[{"length":1,"bases":["STATED"],"hops":[{"from":{"key":"x/a","label":"A"},
				"to":{"key":"x-2/b","label":"B"},"link":{"relation":"CAUSES","basis":"STATED","episode":{"key":"x"}}}]}]}}`,
			"  path 1 of 1: 1 links, stated\n    A  (x/a)\n     → causes   B  (x-2/b, stated in x)\n",
		},
		"two links": {
			"where a link ends the next begins, and that is shown once",
			`{"causalPath":{"paths":[{"length":2,"bases":["STATED"],"hops":[
				{"from":{"key":"x/a","label":"A"},"to":{"key":"x/b","label":"B"},"link":{"relation":"CAUSES","basis":"STATED","episode":{"key":"x"}}},
				{"from":{"key":"x/b","label":"B"},"to":{"key":"x/c","label":"C"},"link":{"relation":"ENABLES","basis":"STATED","episode":{"key":"x"}}}]}]}}`,
			"  path 1 of 1: 2 links, stated\n    A  (x/a)\n     → causes   B  (x/b, stated)\n     → enables  C  (x/c, stated)\n",
		},
		"nothing":      {"an answer without parts prints nothing", `{}`, ""},
		"no decisions": {"that there are none is said", `{"decisionSequence":{"decisions":[]}}`, "  nothing found: the episode has no decisions\n"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, printed(t, c.data)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestShort_KeepsWhatFits(t *testing.T) {
	for _, c := range []struct{ text, want, why string }{
		{"", "", "nothing"},
		{" a \n\t b ", "a b", "one line, one space"},
		{strings.Repeat("é", width), strings.Repeat("é", width), "as wide as a line"},
		{strings.Repeat("é", width+1), strings.Repeat("é", width-1) + "…", "one too wide"},
		{strings.Repeat("x ", width), strings.Repeat("x ", width/2-1) + "x…", "words"},
	} {
		if got := short(c.text); got != c.want {
			t.Errorf("%s: %q is shortened to %q, want %q", c.why, c.text, got, c.want)
		}
	}
}

func TestPrintChecks(t *testing.T) {
	c, out, _ := printing()
	ok := engine.Check{Level: "ok", Name: "java", Message: "21"}
	warn := engine.Check{Level: "warn", Name: "memory", Message: "2 GiB", Hint: "close something"}
	fail := engine.Check{Level: "fail", Name: "disk", Message: "full", Hint: "make space"}
	if err := c.printChecks([]engine.Check{ok, warn}, false); err != nil {
		t.Errorf("a warning is no failure: %v", err)
	}
	want := []string{"ok java 21", "warn memory 2 GiB", "→ close something"}
	if diff := cmp.Diff(want, cells(out.String())); diff != "" {
		t.Errorf("a hint is shown where there is one (-want +got):\n%s", diff)
	}
	if err := c.printChecks([]engine.Check{fail, ok}, false); err == nil {
		t.Error("a failed check is no error")
	}
	out.Reset()
	var shown []engine.Check
	if err := c.printChecks([]engine.Check{warn, fail}, true); err == nil {
		t.Error("a failed check is no error in JSON")
	}
	if err := json.Unmarshal(out.Bytes(), &shown); err != nil || !cmp.Equal(shown, []engine.Check{warn, fail}) {
		t.Errorf("the checks in JSON are %v, %v", shown, err)
	}
}

func TestPrintStatus(t *testing.T) {
	c, out, _ := printing()
	state := engine.State{Servers: []engine.Server{
		{Name: "neo4j", Status: "running", Ready: true, PID: 42, Version: "5.26.1", URL: "neo4j://h:1", Since: time.Now().Add(-time.Hour)},
		{Name: "weaviate", Status: "stopped"},
	}}
	if err := c.printStatus(app.Service{PID: 7, URL: "http://h:2"}, state); err != nil {
		t.Fatal(err)
	}
	got := cells(out.String())
	if len(got) != 6 || got[5] != "For analysts: http://h:2/" || !strings.HasPrefix(got[1], "causeway running yes 7 ") || !strings.HasSuffix(got[1], " http://h:2") {
		t.Errorf("the service is shown as %q", got)
	}
	if !strings.HasPrefix(got[2], "neo4j running yes 42 5.26.1 1h0m") || !strings.HasSuffix(got[2], " neo4j://h:1") {
		t.Errorf("a running server is shown as %q", got[2])
	}
	if got[3] != "weaviate stopped no" {
		t.Errorf("a stopped server is shown as %q", got[3])
	}
	out.Reset()
	if err := c.printStatus(app.Service{}, engine.State{}); err != nil || !strings.HasPrefix(cells(out.String())[1], "causeway stopped no ") {
		t.Errorf("a stopped service is shown as %q, %v", out, err)
	}
}

func TestPrintReport(t *testing.T) {
	report := ingest.Report{}
	for range reportRows + 5 {
		report.Items = append(report.Items, ingest.Item{})
	}
	lines := func(f importFlags) int {
		c, out, _ := printing()
		if err := c.printReport(report, f); err != nil {
			t.Fatal(err)
		}
		return strings.Count(out.String(), "\n")
	}
	if few, all := lines(importFlags{}), lines(importFlags{verbose: true}); few >= all || all < reportRows+5 {
		t.Errorf("%d lines, %d with --verbose", few, all)
	}
	file := filepath.Join(t.TempDir(), "report.json")
	c, out, _ := printing()
	if err := c.printReport(report, importFlags{json: true, report: file}); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var back ingest.Report
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back.Items) != len(report.Items) {
		t.Errorf("standard output holds %d items, %v", len(back.Items), err)
	}
	if diff := cmp.Diff(out.String(), string(written)); diff != "" {
		t.Errorf("the file differs from standard output:\n%s", diff)
	}
	if err := c.printReport(report, importFlags{report: filepath.Join(file, "x")}); err == nil {
		t.Error("a report that cannot be written is no error")
	}
}

func TestAnnounce_LeavesOutWhatIsNotThere(t *testing.T) {
	c, out, _ := printing()
	c.announce("http://h:1", engine.State{Servers: []engine.Server{{Name: "neo4j"}}})
	if diff := cmp.Diff([]string{"For analysts http://h:1/", "GraphQL API http://h:1/graphql", "MCP http://h:1/mcp", "GraphiQL http://h:1/graphiql/"}, cells(out.String())); diff != "" {
		t.Errorf("engines of others (-want +got):\n%s", diff)
	}
	out.Reset()
	c.announce("http://h:1", engine.State{
		Neo4jURI: "bolt://h:2", BrowserURL: "http://h:3", Neo4jUser: "neo4j", Neo4jPasswordFile: "/data/p",
		Servers: []engine.Server{{Name: "neo4j", Note: "port 7687 was taken"}},
	})
	want := []string{"Neo4j Browser http://h:1/browser/ (user neo4j, password in /data/p)", "note: neo4j: port 7687 was taken"}
	if diff := cmp.Diff(want, cells(out.String())[4:]); diff != "" {
		t.Errorf("own engines (-want +got):\n%s", diff)
	}
}

func TestAnnounce_LeadsToTheBrowser(t *testing.T) {
	for _, tt := range []struct {
		why   string
		state engine.State
		want  string
	}{
		{"embedded engines have none", engine.State{DatabasePath: "/data/causeway.db"}, ""},
		{"a server of others, its Browser is named", engine.State{Neo4jURI: "bolt://db:7687", Neo4jUser: "ana", BrowserURL: "http://db:7474/browser/"}, "http://127.0.0.1:1/browser/ (user ana)"},
		{"a server of others, its Browser is not known", engine.State{Neo4jURI: "bolt://db:7687", Neo4jUser: "ana"}, "type :guide http://localhost:1/browser/guide.html in the browser of your Neo4j"},
	} {
		c, out, _ := printing()
		c.announce("http://127.0.0.1:1", tt.state)
		if got := strings.Contains(out.String(), "Neo4j Browser"); got != (tt.want != "") || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%s: %s", tt.why, out.String())
		}
	}
}

func TestLogger_WritesAsConfigured(t *testing.T) {
	cases := map[string]struct {
		level, format string
		want          []string
	}{
		"text":  {"info", "text", []string{`level=INFO msg=two n=2`, `level=WARN msg=three`}},
		"json":  {"warn", "json", []string{`"msg":"three"`}},
		"debug": {"debug", "text", []string{"msg=one", "msg=two", "msg=three"}},
	}
	for name, tt := range cases {
		t.Run(name, func(t *testing.T) {
			c, out, errOut := printing()
			var cfg config.Config
			cfg.Log.Level, cfg.Log.Format = tt.level, tt.format
			log := c.logger(cfg)
			log.Debug("one")
			log.Info("two", "n", 2)
			log.Warn("three")
			lines := strings.Split(strings.TrimSpace(errOut.String()), "\n")
			if len(lines) != len(tt.want) || out.Len() > 0 {
				t.Fatalf("got %q, and %q on standard output", lines, out)
			}
			for i, want := range tt.want {
				if !strings.Contains(lines[i], want) {
					t.Errorf("line %d is %q, want %q in it", i, lines[i], want)
				}
			}
		})
	}
}
