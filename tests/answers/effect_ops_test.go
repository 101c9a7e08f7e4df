package answers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// opsRun is one run of a small team: an urgent ticket is reviewed less often, a review prevents
// bugs, urgency brings them about, a bug makes most runs fail. The pager rings for urgent tickets
// and does nothing.
type opsRun struct{ urgent, review, bug, pager, failed bool }

func opsRuns(n int, seed uint64) []opsRun {
	r := rand.New(rand.NewPCG(seed, 13))
	out := make([]opsRun, n)
	for i := range out {
		o := opsRun{urgent: r.Float64() < .5}
		o.review = r.Float64() < map[bool]float64{true: .3, false: .7}[o.urgent]
		o.bug = r.Float64() < map[bool]float64{true: .7, false: .3}[o.urgent]*map[bool]float64{true: .4, false: 1}[o.review]
		o.pager = r.Float64() < map[bool]float64{true: .8, false: .2}[o.urgent]
		o.failed = r.Float64() < map[bool]float64{true: .85, false: .1}[o.bug]
		out[i] = o
	}
	return out
}

// opsWords are how the runs are written down.
type opsWords struct {
	// yes and no are the states.
	yes, no string
	// unrelated writes an event besides that has to do with nothing.
	unrelated bool
	// bare leaves out everything that is known before the decision, cut the link from the decision
	// to what it prevents.
	bare, cut bool
}

func (w opsWords) state(of bool) string {
	if of {
		return w.yes
	}
	return w.no
}

// document is a run as an episode file, with its links.
func (w opsWords) document(i int, o opsRun) string {
	began := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * time.Hour)
	at := func(minute int) string { return began.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339) }
	event := func(id string, minute int, content string, leadsTo ...string) vars {
		return vars{"id": id, "timestamp": at(minute), "type": "milestone", "content": content, "leads_to": leadsTo}
	}
	events := []vars{event("e002", 3, "bug="+w.state(o.bug))}
	if !w.bare {
		events = append(events, event("e001", 1, "urgent="+w.state(o.urgent), "d001", "e002", "e003"), event("e003", 4, "pager="+w.state(o.pager)))
	}
	if w.unrelated {
		events = append(events, event("e009", 5, "weather="+w.state(i%3 == 0)))
	}
	effects := []string{"e002"}
	if w.cut {
		effects = []string{}
	}
	text, _ := json.Marshal(vars{ //nolint:errchkjson // strings and lists of them
		"id": fmt.Sprintf("run-%04d", i), "timestamp": at(0), "task": "answer a ticket", "events": events, "lessons": []string{}, "metrics": vars{},
		"outcome": map[bool]string{true: "failure", false: "success"}[o.failed],
		"decisions": []vars{{
			"id": "d001", "timestamp": at(2), "type": "design", "context": "review", "options": []string{w.yes, w.no, "later"}, "chosen": w.state(o.review),
			"rationale": "", "outcome": "unknown", "effects": effects,
		}},
	})
	return string(text)
}

// importOps writes the runs, in an order.
func (p *project) importOps(w opsWords, runs []opsRun, order []int) {
	p.T.Helper()
	for batch := range slices.Chunk(order, 250) {
		var files []vars
		for _, i := range batch {
			files = append(files, vars{"name": fmt.Sprintf("%d.json", i), "content": w.document(i, runs[i])})
		}
		if report := p.ImportFiles(vars{"files": files}); report.Created != len(batch) {
			p.T.Fatalf("of %d episodes %d were recorded: %+v", len(batch), report.Created, report.Reports[0].Problems)
		}
	}
}

// stateLink states a link between two states that are named by their labels.
func (p *project) stateLink(source, relation, target string) {
	p.T.Helper()
	end := func(label string) vars {
		variable, state, _ := strings.Cut(label, "=")
		return vars{"variable": variable, "state": state}
	}
	harness.Get[any](p, `mutation($project: String!, $source: FactorNameInput!, $relation: Relation!, $target: FactorNameInput!) {
		recordFactorLink(project: $project, input: {source: $source, relation: $relation, target: $target, origin: "test"}) { changed } }`,
		vars{"source": end(source), "relation": relation, "target": end(target)})
}

func ascending(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// opsAnswers are the numbers that a project answers to the same questions, by question.
func (p *project) opsAnswers(w opsWords) map[string]float64 {
	p.T.Helper()
	out := map[string]float64{}
	note := func(name string, e *shownEstimate) {
		if e != nil {
			out[name], out[name+" low"], out[name+" high"] = e.Value, e.Low, e.High
		}
	}
	for _, state := range []bool{true, false} {
		for _, question := range []vars{
			{"do": []string{"review=" + w.state(state)}, "against": "review=" + w.state(!state), "target": "outcome=failure"},
			{"do": []string{"review=" + w.state(state)}, "against": "review=" + w.state(!state), "target": "outcome=failure", "context": []string{"urgent=" + w.yes}},
			{"do": []string{"urgent=" + w.state(state)}, "against": "urgent=" + w.state(!state), "target": "bug=" + w.yes},
			{"do": []string{"pager=" + w.state(state)}, "against": "pager=" + w.state(!state), "target": "bug=" + w.yes},
		} {
			e := p.intervene(question)
			name := strings.NewReplacer("="+w.yes, "=1", "="+w.no, "=0").Replace(fmt.Sprint(question["do"], question["target"], question["context"])) + " " + e.Status
			note(name+" model", e.Model)
			note(name+" stratified", e.Stratified)
			note(name+" observed", e.Observed)
			if e.Contrast != nil {
				out[name+" difference"] = e.Contrast.Difference.Value
			}
		}
	}
	for _, episode := range []int{0, 1, 2, 3} {
		for _, state := range []bool{true, false} {
			a := p.wouldBe(vars{"episode": fmt.Sprintf("run-%04d", episode), "set": "review=" + w.state(state)})
			if a.Graded != nil {
				out[fmt.Sprintf("run %d with review %t %s", episode, state, a.Status)] = a.Graded.Otherwise.Value
			}
		}
	}
	return out
}

// TestEffects_WhatChangesNoAnswer asks the same of one story told in several ways.
func TestEffects_WhatChangesNoAnswer(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	const n = 240
	plain := opsWords{yes: "yes", no: "no"}
	runs := opsRuns(n, 5)
	shuffled := rand.New(rand.NewPCG(3, 3)).Perm(n)
	told := func(w opsWords, order []int) map[string]float64 {
		p := newProject(t)
		p.importOps(w, runs, order)
		return p.opsAnswers(w)
	}
	want := told(plain, ascending(n))
	if len(want) < 40 {
		t.Fatalf("only %d numbers were answered: %v", len(want), want)
	}
	for why, c := range map[string]struct {
		words opsWords
		order []int
	}{
		"the same project once more":             {plain, ascending(n)},
		"the episodes in another order":          {plain, shuffled},
		"other names of the states":              {opsWords{yes: "on", no: "off"}, ascending(n)},
		"a factor that has to do with nothing":   {opsWords{yes: "yes", no: "no", unrelated: true}, ascending(n)},
		"names that say nothing, and that order": {opsWords{yes: "alpha", no: "none"}, shuffled},
	} {
		got := told(c.words, c.order)
		for question, number := range want {
			if other, answered := got[question]; !answered || !near(number, other) {
				t.Errorf("%s: %s: %v (answered: %t), want %v", why, question, other, answered, number)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d numbers, want %d", why, len(got), len(want))
		}
	}
}

// near allows for sums in another order.
func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }
