package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/google/go-cmp/cmp"
)

// readGraph reads a causal graph that must be accepted, and returns its entries as "rule path",
// without those that every node gets.
func readGraph(t *testing.T, raw string) (map[string]link.Statement, []string) {
	t.Helper()
	graph, entries, err := ingest.ReadGraph("old.json", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	statements := graph.Links
	found := map[string]link.Statement{}
	for _, s := range statements {
		found[s.Source.Label()+" "+string(s.Relation)+" "+s.Target.Label()] = s
	}
	var said []string
	for _, e := range entries {
		said = append(said, string(e.Rule)+" "+e.Path)
	}
	return found, said
}

const threeNodes = `"nodes":[
	{"id":"n001","type":"milestone","label":"milestone: Wrote 12 tests","episodes":["a","b"]},
	{"id":"n002","type":"decision","label":"test: Second","episodes":["b","c"]},
	{"id":"n003","type":"outcome","label":"Outcome: failure - Move the pier","episodes":["b"]}]`

func TestReadGraph_NodesAreTheFactorsOfEpisodes(t *testing.T) {
	found, said := readGraph(t, `{`+threeNodes+`,"edges":[
		{"source":"n002","target":"n001","type":"causes","weight":0.6,"evidence_count":1},
		{"source":"n001","target":"n003","type":"PREVENTS","weight":1}]}`)
	own := contribution.Contribute(episodic.Episode{
		ID: "e", Outcome: episodic.OutcomeFailure,
		Events:    []episodic.Event{{ID: "e1", Type: episodic.EventMilestone, Content: "Wrote 7 tests"}},
		Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionTest, Chosen: "Second"}},
	}, contribution.Rules{}, nil).Instances
	cause := found["test: Second causes "+own["e/e1"].Label()]
	prevention := found[own["e/e1"].Label()+" prevents outcome=failure"]
	if cause.Source != own["e/d1"] || cause.Target != own["e/e1"] || prevention.Target != own["e/outcome"] {
		t.Fatalf("stated are %v, want links of the factors %v", found, own)
	}
	if *cause.Strength != .6 || *cause.Confidence != .1 || cause.Origin != "import:old.json" || !slices.Equal(cause.Episodes, []string{"b"}) {
		t.Errorf("the link is %+v, want strength .6, confidence .1, its file and the episode that both nodes name", cause)
	}
	for _, told := range []string{"edges[0]", "weight 0.6", "constant", "evidence count is 1"} {
		if !strings.Contains(cause.Note, told) {
			t.Errorf("the note %q does not tell %q", cause.Note, told)
		}
	}
	if diff := cmp.Diff([]string(nil), said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadGraph_SaysWhatItDoesNotTake(t *testing.T) {
	for _, c := range []struct {
		why, edges string
		links      int
		said       string
	}{
		{"an end that does not exist", `{"source":"n001","target":"n999","type":"causes"}`, 0, "broken-link edges[0].target"},
		{"both ends are one node", `{"source":"n001","target":"n001","type":"causes"}`, 0, "self-link edges[0]"},
		{"a type that is no relation", `{"source":"n001","target":"n002","type":"blocks"}`, 0, "unknown-relation edges[0].type"},
		{"no type", `{"source":"n001","target":"n002"}`, 0, "unknown-relation edges[0].type"},
		{"a weight of nothing", `{"source":"n001","target":"n002","type":"causes","weight":0}`, 1, "weight-out-of-range edges[0].weight"},
		{"a weight above all", `{"source":"n001","target":"n002","type":"causes","weight":1e9}`, 1, "weight-out-of-range edges[0].weight"},
		{"a weight that is a list", `{"source":"n001","target":"n002","type":"causes","weight":[]}`, 1, "wrong-type edges[0].weight"},
		{"a weight as a text", `{"source":"n001","target":"n002","type":"causes","weight":"0.5"}`, 1, "text-as-number edges[0].weight"},
		{"the same link twice", `{"source":"n001","target":"n002","type":"causes"},{"source":"n001","target":"n002","type":"causes"}`, 1, "repeated-link edges[1]"},
		{"no edge at all", ``, 0, "node-without-link nodes[1]"},
		{"an edge that is a text", `"n001"`, 0, "wrong-type edges[0]"},
		{"a field of nobody", `{"source":"n001","target":"n002","type":"causes","mood":"good"}`, 1, "unknown-field edges[0].mood"},
		{"the clock of a tool", `{"source":"n001","target":"n002","type":"causes","created":"2026-07-28T08:55:40Z"}`, 1, "written-at edges[].created"},
	} {
		found, said := readGraph(t, `{`+threeNodes+`,"edges":[`+c.edges+`]}`)
		if len(found) != c.links || !slices.Contains(said, c.said) {
			t.Errorf("%s: %d links, said %v; want %d and %q", c.why, len(found), said, c.links, c.said)
		}
	}
}

func TestReadGraph_JoinsWhatIsThereTwice(t *testing.T) {
	found, said := readGraph(t, `{"nodes":[
		{"id":"a","type":"error","label":"error: The pier moved 3 m","episodes":["one"]},
		{"id":"b","type":"error","label":"The pier moved 14 m","episodes":["two"]},
		{"id":"a","type":"error","label":"Something else"},
		{"id":"c","type":"outcome","label":"Outcome: success - Task 1","episodes":["two"]},
		{"id":"","type":"error","label":"x"}],
		"edges":[{"source":"a","target":"c","type":"causes","weight":0.6},{"source":"b","target":"c","type":"causes","weight":0.8}]}`)
	want := []string{
		"repeated-node nodes[2]", "test-fixture nodes[3]", "unusable-node nodes[4]", "same-factor nodes[1]", "repeated-link edges[1]",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, s := range found {
		if len(found) != 1 || *s.Strength != .8 || !slices.Equal(s.Episodes, []string{"one", "two"}) {
			t.Errorf("%d links, %s is %+v; want one with the greater strength and all episodes", len(found), name, s)
		}
	}
}

func TestReadGraph_PatternsAreStated(t *testing.T) {
	found, said := readGraph(t, `{"patterns":[
		{"id":"p1","name":"wait","trigger":"When the bus is late","action":"Wait","success_rate":0.75,"occurrences":4,"last_used":"2026-01-02","episodes":["b","a"]},
		{"id":"p2","name":"echo","trigger":"Wait","action":"Wait"},
		{"id":"p3","name":"no action","trigger":"Wait"},
		{"id":"p4","name":"Good pattern","trigger":"T1","action":"A1","success_rate":0.9}]}`)
	s := found["trigger: When the bus is late enables When the bus is late=Wait"]
	if s.Strength != nil || !slices.Equal(s.Episodes, []string{"a", "b"}) {
		t.Errorf("stated are %+v, want the trigger to enable the action with no strength", found)
	}
	for _, told := range []string{`"wait" (p1)`, "success rate 0.75 in 4 occurrences", "last used: 2026-01-02"} {
		if !strings.Contains(s.Note, told) {
			t.Errorf("the note %q does not tell %q", s.Note, told)
		}
	}
	want := []string{
		"pattern-as-link patterns[0]", "trigger-is-action patterns[1]", "unusable-pattern patterns[2]",
		"test-fixture patterns[3]", "pattern-as-link patterns[3]",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadGraph_Patterns(t *testing.T) {
	graph, entries, err := ingest.ReadGraph("old.json", []byte(`{"patterns":[
		{"id":"p1","name":"Recovery pattern","trigger":"a timeout","action":"wait","success_rate":0.75,"occurrences":4},
		{"id":"p2","name":"recovery-pattern","trigger":"a refusal","action":"AVOID: retry at once","success_rate":7,"occurrences":-1},
		{"id":"p3","name":"","trigger":"a refusal","action":"log in again"},
		{"id":"p4","name":"Recovery pattern","trigger":"again","action":"retry at once"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	rate, count := .75, 4
	want := []patterns.AddRequest{
		{
			Name:       "Recovery pattern",
			Definition: patterns.Definition{Category: patterns.CategoryRecovery, Trigger: "a timeout", Action: "wait"},
			Claim:      &patterns.Claim{Rate: &rate, Occurrences: &count, Source: "import:old.json"}, Origin: patterns.OriginImported,
		},
		{
			Name:       "recovery-pattern: retry at once",
			Definition: patterns.Definition{Category: patterns.CategoryStrategy, AntiPattern: true, Trigger: "a refusal", Action: "retry at once"},
			Claim:      &patterns.Claim{Source: "import:old.json"}, Origin: patterns.OriginImported,
		},
		{
			Name:       "log in again",
			Definition: patterns.Definition{Category: patterns.CategoryStrategy, Trigger: "a refusal", Action: "log in again"},
			Claim:      &patterns.Claim{Source: "import:old.json"}, Origin: patterns.OriginImported,
		},
	}
	if diff := cmp.Diff(want, graph.Patterns); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	said := map[ingest.Rule]string{}
	for _, e := range entries {
		said[e.Rule] = e.Path
	}
	if said[ingest.RuleWeight] != "patterns[1]" || said[ingest.RuleRepeatedPattern] != "patterns[3]" {
		t.Errorf("said is %v, want that a rate is none and that a pattern is there twice", said)
	}
}

func TestReadGraph_RefusesWhatIsNone(t *testing.T) {
	for _, raw := range []string{``, `[]`, `{}`, `"nodes"`, `{"id":"e","task":"t"}`, `{"nodes":[2],"nodes":[1]}`, `{"nodes":[`} {
		if found, _, err := ingest.ReadGraph("x.json", []byte(raw)); err == nil {
			t.Errorf("%s was taken as %v", raw, found)
		}
	}
}

// TestReadGraph_RealFiles checks three real files: every link is read except those between two
// names of one factor, and every pattern except those that say nothing.
func TestReadGraph_RealFiles(t *testing.T) {
	for i, want := range []struct{ links, patterns, fixtures, echoes, repeated int }{{11, 6, 10, 0, 0}, {6, 6, 10, 0, 0}, {83, 4, 5, 2, 1}} {
		path := realFiles(t, "causal-graph", 3)[i]
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		graph, entries, err := ingest.ReadGraph(filepath.Base(path), raw)
		if err != nil {
			t.Fatal(err)
		}
		counts := map[ingest.Rule]int{}
		for _, e := range entries {
			counts[e.Rule]++
		}
		broken := counts[ingest.RuleBrokenLink] + counts[ingest.RuleSelfLink] + counts[ingest.RuleUnknownField] + counts[ingest.RuleWrongType]
		if len(graph.Links) != want.links || len(graph.Patterns) != want.patterns || counts[ingest.RuleTestFixture] != want.fixtures || counts[ingest.RuleTriggerIsAction] != want.echoes ||
			counts[ingest.RuleRepeatedLink] != want.repeated || broken != 0 {
			t.Errorf("%s: %d links, %d patterns, %v; want %+v and nothing broken", filepath.Base(path), len(graph.Links), len(graph.Patterns), counts, want)
		}
	}
}

func FuzzReadGraph(f *testing.F) {
	f.Add([]byte(`{` + threeNodes + `,"edges":[{"source":"n001","target":"n002","type":"causes","weight":0.6,"contributions":{"a":1}}]}`))
	f.Add([]byte(`{"nodes":null,"edges":{"source":1},"patterns":[{"trigger":"a","action":"b","success_rate":"x"}]}`))
	f.Add([]byte(`{"nodes":[{"id":"a","type":"outcome","label":"Outcome: unknown - "},{"id":"b","type":"é=é","label":": "}],"edges":[{"source":"a","target":"b","type":"correlates"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		graph, entries, err := ingest.ReadGraph("x.json", raw)
		for _, e := range entries {
			if e.Rule == "" || e.Kind == "" || e.Message == "" {
				t.Errorf("entry %+v says nothing", e)
			}
		}
		if err != nil {
			return
		}
		again, _, err := ingest.ReadGraph("x.json", raw)
		if diff := cmp.Diff(graph, again); diff != "" || err != nil {
			t.Errorf("read twice: %v (-first +second):\n%s", err, diff)
		}
		ids := map[string]bool{}
		for _, s := range graph.Links {
			if s.Source == s.Target || s.Source.Variable == "" || s.Source.State == "" || s.Target.Variable == "" || s.Target.State == "" || ids[s.ID()] {
				t.Errorf("no service takes %+v", s)
			}
			ids[s.ID()] = true
		}
		for _, p := range graph.Patterns {
			if key := patterns.KeyOf(p.Name); ids[key] || p.Trigger == "" || p.Action == "" || p.Claim.Rate != nil && !(*p.Claim.Rate >= 0 && *p.Claim.Rate <= 1) {
				t.Errorf("no service takes %+v", p)
			} else {
				ids[key] = true
			}
		}
	})
}
