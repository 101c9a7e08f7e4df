package contribution_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

func TestContribute_FactorOfAnEvent(t *testing.T) {
	occurred := factor.StateOccurred
	for _, c := range []struct{ why, event, variable, state string }{
		{"the writer's own name", `"type":"error","content":"boom 1","factor":"out of memory"`, "out of memory", occurred},
		{"the writer's own name and state", `"type":"error","content":"boom","factor":"retry = yes"`, "retry", "yes"},
		{"an own name without a state behind its sign", `"type":"error","content":"boom","factor":"retry="`, "retry=", occurred},
		{"a variable in a state", `"type":"error","content":"retry=yes"`, "retry", "yes"},
		{"a number is a state", `"type":"test","content":"workers=4"`, "workers", "4"},
		{"a range is a state", `"type":"test","content":"oxygen=<5"`, "oxygen", "<5"},
		{"a bound is a state", `"type":"test","content":"age=>=7.5"`, "age", ">=7.5"},
		{"a choice is a state", `"type":"test","content":"shadow=left/right"`, "shadow", "left/right"},
		{"a sum is a state", `"type":"test","content":"xray=Asy/Patchy(2)"`, "xray", "Asy/Patchy(2)"},
		{"a file is no state", `"type":"test","content":"config=conf/app.yaml"`, "test: config=conf/app.yaml", occurred},
		{"an assignment in a sentence is none", `"type":"error","content":"PATH=/usr/bin failed"`, "error: PATH=/usr/bin failed", occurred},
		{"a path is no state", `"type":"error","content":"PATH=/usr/bin/x"`, "error: PATH=/usr/bin/x", occurred},
		{"a comparison is no state", `"type":"error","content":"a==b"`, "error: a==b", occurred},
		{"a number has no state", `"type":"test","content":"612=612"`, "test: <n>=<n>", occurred},
		{"a masked text", `"type":"test","content":"84 of 84\npassed"`, "test: <n> of <n> passed", occurred},
		{"the type alone", `"type":"handoff","content":""`, "handoff", occurred},
		{"a type of the writer's", `"type":"other","content":"done"`, "other: done", occurred},
	} {
		e := causaltest.Prepared(t, `{"id":"e","task":"t","outcome":"unknown","decisions":[],"events":[{"id":"e001",`+c.event+`}],"metrics":{},"lessons":[]}`)
		got := contribution.Contribute(e, contribution.Rules{}, nil)
		if want := causaltest.Identity(c.variable, c.state); got.Instances["e/e001"] != want || len(got.Observations) != 1 {
			t.Errorf("%s: %+v, want %+v", c.why, got.Instances, want)
		}
	}
}

func TestContribute_FactorOfADecision(t *testing.T) {
	for _, c := range []struct{ why, decision, variable, state string }{
		{"an option", `"type":"design","context":"retry","options":["no","yes"],"chosen":"yes"`, "retry", "yes"},
		{"a plain state of a plain name needs no options", `"type":"design","context":"model","chosen":"gpt-5"`, "model", "gpt-5"},
		{"a range needs no options", `"type":"design","context":"oxygen","chosen":"<5"`, "oxygen", "<5"},
		{"an option is taken as it is", `"type":"design","context":"How often?","options":["3 times","5 times"],"chosen":"3 times"`, "How often?", "3 times"},
		{"other texts are masked", `"type":"design","context":"After run 12","chosen":"fix a/b/c.go first"`, "After run <n>", "fix a/b/c.go first"},
		{"the writer's own name", `"type":"design","context":"long text","chosen":"yes","factor":"retry"`, "retry", "yes"},
		{"the writer's own name and state", `"type":"design","context":"x","chosen":"try it again","factor":"retry=yes"`, "retry", "yes"},
		{"nothing said but the choice", `"type":"design","context":"","chosen":"Use 3 workers"`, "design: Use <n> workers", "occurred"},
		{"the choice said twice", `"type":"design","context":"Use it","chosen":"Use it"`, "design: Use it", "occurred"},
		{"the choice alone, with options", `"type":"other","reported_type":"tool","context":"","options":["grep","find"],"chosen":"grep"`, "tool: find or grep", "grep"},
		{"nothing chosen", `"type":"design","context":"retry","chosen":""`, "", ""},
		{"nothing chosen and a name", `"type":"design","context":"x","chosen":"","factor":"retry"`, "", ""},
		{"nothing chosen and a name with a state", `"type":"design","context":"x","chosen":"","factor":"retry=no"`, "retry", "no"},
	} {
		e := causaltest.Prepared(t, `{"id":"e","task":"t","outcome":"unknown","decisions":[{"id":"d001",`+c.decision+`,"rationale":"","outcome":"unknown"}],"events":[],"metrics":{},"lessons":[]}`)
		got, known := contribution.Contribute(e, contribution.Rules{}, nil).Instances["e/d001"]
		if want := causaltest.Identity(c.variable, c.state); got != want || known != (c.variable != "") {
			t.Errorf("%s: %+v, want %+v", c.why, got, want)
		}
	}
}

const retried = `{"id":"e","task":"t","timestamp":"2026-01-02T03:04:05.123456789+01:00","outcome":"failure","context":{"retry":"yes","load":"high"},
 "decisions":[{"id":"d001","timestamp":"2026-01-02T02:04:06Z","type":"recovery","context":"retry","options":["no","yes"],"chosen":"yes","rationale":"","outcome":"unknown"},
  {"id":"d002","timestamp":"2026-01-02","type":"recovery","context":"wait","options":["no","yes"],"chosen":"no","rationale":"","outcome":"unknown"}],
 "events":[{"id":"e001","timestamp":"2026-01-02T02:04:08Z","type":"error","content":"retry=yes"},
  {"id":"e002","timestamp":"2026-01-02T02:04:09Z","type":"error","content":"Run 12 failed"},
  {"id":"e003","timestamp":"2026-01-02T02:04:07Z","type":"error","content":"Run 13 failed"}],
 "links":[{"source":"d001","relation":"causes","target":"e002","basis":"temporal"},
  {"source":"e001","relation":"causes","target":"e003","basis":"stated"},
  {"source":"e002","relation":"causes","target":"e003","basis":"stated"},
  {"source":"e003","relation":"correlates","target":"d002","basis":"extracted"},
  {"source":"e003","relation":"causes","target":"outcome","basis":"stated"},
  {"source":"other/e009","relation":"causes","target":"e003","basis":"stated"},
  {"source":"other/e010","relation":"causes","target":"e003","basis":"stated"}],"metrics":{},"lessons":[]}`

func TestContribute_Observations(t *testing.T) {
	got := contribution.Contribute(causaltest.Prepared(t, retried), contribution.Rules{}, nil)
	at := func(text string) *int64 {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return new(when.UnixMicro())
	}
	first, last := contribution.OrderFirst, contribution.OrderLast
	want := []contribution.Observation{
		{Identity: causaltest.Identity("retry", "yes"), Kinds: factor.KindCounts{Decision: 1, Event: 1, Context: 1}, Order: &first},
		{Identity: causaltest.Identity("load", "high"), Kinds: factor.KindCounts{Context: 1}, Order: &first},
		{Identity: causaltest.Identity("wait", "no"), Kinds: factor.KindCounts{Decision: 1}},
		{Identity: causaltest.Identity("error: Run <n> failed", factor.StateOccurred), Kinds: factor.KindCounts{Event: 1}, Order: at("2026-01-02T02:04:07Z")},
		{Identity: causaltest.Identity("outcome", "failure"), Kinds: factor.KindCounts{Outcome: 1}, Order: &last},
	}
	slices.SortFunc(want, func(a, b contribution.Observation) int {
		if a.Key() < b.Key() {
			return -1
		}
		return 1
	})
	if !reflect.DeepEqual(got.Observations, want) {
		t.Errorf("got  %+v\nwant %+v", got.Observations, want)
	}
	if when := time.Date(2026, 1, 2, 2, 4, 5, 123456000, time.UTC); !got.Seen.Equal(when) || got.Seen.Location() != time.UTC {
		t.Errorf("seen at %v", got.Seen)
	}
	if got.Instances["e/outcome"] != causaltest.Identity("outcome", "failure") || len(got.Instances) != 6 {
		t.Errorf("instances %v", got.Instances)
	}
}

func TestContribute_Supports(t *testing.T) {
	failed, retry := causaltest.Identity("error: Run <n> failed", factor.StateOccurred), causaltest.Identity("retry", "yes")
	wait, foreign := causaltest.Identity("wait", "no"), causaltest.Identity("night", "yes")
	got := contribution.Contribute(causaltest.Prepared(t, retried), contribution.Rules{}, map[string]factor.Identity{"other/e009": foreign, "other/d001": retry})
	want := []contribution.Support{
		{Source: retry, Relation: episodic.RelationCauses, Target: failed, Basis: episodic.BasisStated},
		{Source: failed, Relation: episodic.RelationCauses, Target: causaltest.Identity("outcome", "failure"), Basis: episodic.BasisStated},
		{Source: foreign, Relation: episodic.RelationCauses, Target: failed, Basis: episodic.BasisStated},
		{Source: failed, Relation: episodic.RelationCorrelates, Target: wait, Basis: episodic.BasisExtracted},
	}
	if wait.Key() < failed.Key() {
		want[3].Source, want[3].Target = wait, failed
	}
	slices.SortFunc(want, func(a, b contribution.Support) int {
		if a.Link() < b.Link() {
			return -1
		}
		return 1
	})
	if !reflect.DeepEqual(got.Supports, want) {
		t.Errorf("got  %+v\nwant %+v", got.Supports, want)
	}
	if got.SelfLinks != 1 {
		t.Errorf("%d links join a factor with itself", got.SelfLinks)
	}
}

func TestContribute_Rules(t *testing.T) {
	failed, twelve := causaltest.Identity("error: Run <n> failed", factor.StateOccurred), causaltest.Identity("run 12", "failed")
	rules := contribution.Rules{
		Splits: []contribution.Split{{From: failed, Text: "Run 12 failed", Into: twelve}},
		Merges: []contribution.Merge{{From: twelve, Into: causaltest.Identity("b", "1")}, {From: causaltest.Identity("b", "1"), Into: causaltest.Identity("c", "1")}, {From: failed, Into: causaltest.Identity("d", "1")}},
	}
	got := contribution.Contribute(causaltest.Prepared(t, retried), rules, nil)
	if got.Instances["e/e002"] != causaltest.Identity("c", "1") || got.Instances["e/e003"] != causaltest.Identity("d", "1") {
		t.Errorf("a split, and merges to the end of the chain: %v", got.Instances)
	}
	if got.SelfLinks != 0 {
		t.Errorf("%d links join a factor with itself after the split", got.SelfLinks)
	}
	raws := contribution.Raws(causaltest.Prepared(t, retried))
	if raws["e/e002"] != (contribution.Raw{Identity: failed, Text: "Run 12 failed"}) || len(raws) != 6 {
		t.Errorf("before the rules: %v", raws)
	}
}

func TestContribute_NoFactors(t *testing.T) {
	e := causaltest.Prepared(t, `{"id":"e","task":"t","outcome":"unknown","decisions":[],"events":[],"metrics":{},"lessons":[]}`)
	if got := contribution.Contribute(e, contribution.Rules{}, nil); len(got.Observations)+len(got.Supports)+len(got.Instances) > 0 || !got.Seen.IsZero() {
		t.Errorf("an empty episode contributes %+v", got)
	}
}

func BenchmarkContribute(b *testing.B) {
	e := causaltest.Prepared(b, retried)
	for i := range 11 {
		v := e.Events[1]
		v.ID = string(rune('a' + i))
		v.Content = "Ran the full suite at 58ce707aa8 after " + v.ID + ": 135 passed, 2 skipped in 12.5s; scripts/check.py reports nothing new, and the baseline of 612 findings stays where it was before"
		e.Events = append(e.Events, v)
	}
	b.ReportAllocs()
	for b.Loop() {
		contribution.Contribute(e, contribution.Rules{}, nil)
	}
}

// TestContribute_FurtherFactors counts further factors like the main one, under the rules, at the time of their
// occurrence; links stay between main factors.
func TestContribute_FurtherFactors(t *testing.T) {
	e := causaltest.Prepared(t, `{"id":"e","task":"t","outcome":"unknown",
 "decisions":[{"id":"d001","timestamp":"2026-01-02T02:04:06Z","type":"design","factor":"book=done","factors":["cabin = economy","bags","cabin=economy"],"chosen":"book","rationale":"","outcome":"unknown"}],
 "events":[{"id":"e001","timestamp":"2026-01-02T02:04:05Z","type":"test","content":"x","factor":"seen","factors":["tier=gold"]}],
 "links":[{"source":"e001","relation":"correlates","target":"d001","basis":"extracted"}],"metrics":{},"lessons":[]}`)
	got := contribution.Contribute(e, contribution.Rules{}, nil)
	orders := map[string]int64{}
	for _, o := range got.Observations {
		orders[o.Label()] = *o.Order
		if wantsDecision := o.Variable == "book" || o.Variable == "cabin" || o.Variable == "bags"; (o.Kinds.Decision == 1) != wantsDecision {
			t.Errorf("%s: %+v", o.Label(), o.Kinds)
		}
	}
	if len(orders) != 5 || orders["cabin=economy"] != orders["book=done"] || orders["tier=gold"] != orders["seen"] || orders["bags"] <= orders["tier=gold"] {
		t.Errorf("observed %v", orders)
	}
	if len(got.Supports) != 1 || len(got.Instances) != 2 {
		t.Errorf("links %+v, instances %+v", got.Supports, got.Instances)
	}
}
