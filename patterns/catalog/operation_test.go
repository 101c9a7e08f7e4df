package catalog_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/google/go-cmp/cmp"
)

func TestService_Add_refuses(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	other := patternstest.MustAdd(t, s, patternstest.OneAction("other", "o=x"))
	m.RuleSet.Merges = []contribution.Merge{{From: patternstest.Factors("old=x")[0], Into: patternstest.Factors("a=x")[0]}}
	for _, c := range []struct {
		path string
		edit func(*patterns.AddRequest)
		why  string
	}{
		{"name", func(r *patterns.AddRequest) { r.Name = " -_ " }, "no name"},
		{"name", func(r *patterns.AddRequest) { r.Name = "two\nlines" }, "names are one line"},
		{"name", func(r *patterns.AddRequest) { r.Name = strings.Repeat("x", patterns.MaxName+1) }, "too long"},
		{"trigger", func(r *patterns.AddRequest) { r.Trigger = " ? " }, "says nothing"},
		{"action", func(r *patterns.AddRequest) { r.Action = "it is SO!" }, "the action is the trigger in other letters"},
		{"category", func(r *patterns.AddRequest) { r.Category = "HABIT" }, "no category"},
		{"rule", func(r *patterns.AddRequest) { r.Rule = "LUCK" }, "no rule"},
		{"claim.rate", func(r *patterns.AddRequest) { r.Claim = &patterns.Claim{Rate: new(1.01)} }, "a rate over 1"},
		{"claim.rate", func(r *patterns.AddRequest) { r.Claim = &patterns.Claim{Rate: new(math.NaN())} }, "a rate that is none"},
		{"claim.occurrences", func(r *patterns.AddRequest) { r.Claim = &patterns.Claim{Occurrences: new(-1)} }, "fewer than none"},
		{"matches[0].then", func(r *patterns.AddRequest) { r.Matches = []patterns.Match{{}} }, "no action"},
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = patternstest.Factors("a=x") }, "the trigger is the action"},
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = patternstest.Factors("old=x") }, "the trigger is taken for the action"},
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = patternstest.Factors("a=y") }, "another option of the same decision"},
		{"matches[0].trigger[1]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = patternstest.Factors("c=x c=x") }, "a state twice"},
		{"matches[0].trigger", func(r *patterns.AddRequest) { r.Matches[0].Trigger = patternstest.Factors("c=x d=x e=x") }, "three states"},
		{"matches[0].then[1]", func(r *patterns.AddRequest) { r.Matches[0].Then = patternstest.Factors("a=x old=x") }, "a step twice"},
		{"matches[0].then[0]", func(r *patterns.AddRequest) { r.Matches[0].Then = patternstest.Factors("outcome=success") }, "success as a reason for success"},
		{"matches[0].then[0].state", func(r *patterns.AddRequest) { r.Matches[0].Then = patternstest.Factors("a=") }, "no state"},
		{"related[0].pattern", func(r *patterns.AddRequest) {
			r.Related = []patterns.Related{{Relationship: patterns.Contradicts, Pattern: patterns.KeyOf(r.Name)}}
		}, "a relation to itself"},
		{"related[0].pattern", func(r *patterns.AddRequest) {
			r.Related = []patterns.Related{{Relationship: patterns.Complements, Pattern: "nobody"}}
		}, "a relation to nothing"},
		{"related[1]", func(r *patterns.AddRequest) {
			r.Related = []patterns.Related{{Relationship: patterns.Complements, Pattern: other}, {Relationship: patterns.Contradicts, Pattern: other}}
		}, "both for and against"},
		{"leads[0]", func(r *patterns.AddRequest) { r.Leads = []patterns.Leads{{Relation: episodic.RelationCauses}} }, "leads to nothing"},
		{"leads[0].pattern", func(r *patterns.AddRequest) {
			r.Leads = []patterns.Leads{{Relation: episodic.RelationCauses, Pattern: patterns.KeyOf(r.Name)}}
		}, "leads to itself"},
		{"content", func(r *patterns.AddRequest) {
			r.Content = patterns.Content{Strategy: &patterns.Strategy{Approach: "so"}, Heuristic: &patterns.Heuristic{Action: "so"}}
		}, "two contents"},
		{"content.procedure.steps[1].next[0]", func(r *patterns.AddRequest) {
			r.Content.Procedure = &patterns.Procedure{Steps: []patterns.Step{{Name: "one"}, {Name: "two", Next: []string{"three"}}}}
		}, "a step that leads nowhere"},
		{"content.heuristic.condition.operator", func(r *patterns.AddRequest) {
			r.Content.Heuristic = &patterns.Heuristic{Action: "so", Condition: &condition.Condition{Field: "context.x", Operator: "LIKE", Values: []string{"y"}}}
		}, "no operator"},
		{"episodes[0]", func(r *patterns.AddRequest) { r.Episodes = []string{"elsewhere"} }, "another project's episode"},
	} {
		r := patternstest.OneAction("new one", "a=x")
		c.edit(&r)
		_, err := s.Catalog.Add(t.Context(), r)
		var invalid *problem.InvalidError
		if !errors.As(err, &invalid) || invalid.Problems[0].Path != c.path {
			t.Errorf("%s: %v, want a problem at %s", c.why, err, c.path)
		}
	}
	if len(m.PatternRows) != 1 {
		t.Errorf("%d patterns are kept, want the one that was there", len(m.PatternRows))
	}
}

func TestService_Add_again(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	m.Write(t, "e1", patternstest.Episode(episodic.OutcomeSuccess, "a=x"))
	m.Write(t, "e2", patternstest.Episode(episodic.OutcomeFailure, ""))
	m.Write(t, "e3", patternstest.Episode(episodic.OutcomeSuccess, ""))
	key := patternstest.MustAdd(t, s, patternstest.OneAction("Retry-with backoff", "a=x"))
	if got := m.PatternRows[key].Counts; got.Successes != 1 || got.Trials() != 1 {
		t.Fatalf("%+v, want the one episode in which it was seen", got)
	}
	again := patternstest.OneAction("again", "b=y")
	again.Name, again.Episodes, again.Claim = "retry with BACKOFF", []string{"e1", "e2", "e3"}, &patterns.Claim{Rate: new(1.0)}
	added, err := s.Catalog.Add(t.Context(), again)
	if err != nil || added.Created || added.Key != key {
		t.Fatalf("%+v, %v; want the same pattern", added, err)
	}
	p := m.PatternRows[key]
	if want := (patterns.Counts{Successes: 2, Failures: 1, Applications: 3}); p.Counts != want {
		t.Errorf("counts %+v, want %+v: an episode that was seen and is named is one trial, and a claim is none", p.Counts, want)
	}
	if p.Name != "Retry-with backoff" || p.Matches[0].Then[0].Variable != "a" || p.Version != 1 || len(m.ChangeRows[key]) != 1 {
		t.Errorf("the definition was changed: %+v", p)
	}
	if *p.Claim.Rate != 1 {
		t.Errorf("claim %+v", p.Claim)
	}
	first := p.LastUsed
	again.Claim = nil
	patternstest.MustAdd(t, s, again)
	if p = m.PatternRows[key]; !p.LastUsed.Equal(first) || p.Claim == nil {
		t.Errorf("saying it again changed something: %v, %v", p.LastUsed, p.Claim)
	}
}

func TestService_Update(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	m.Write(t, "e1", patternstest.RawEpisode{Outcome: episodic.OutcomeSuccess, Seen: m.Clock, States: []patternstest.RawState{{Identity: patternstest.Factors("a=x")[0]}}})
	key := patternstest.MustAdd(t, s, patternstest.OneAction("one", "a=x"))
	validated := m.PatternRows[key]
	validated.Status, validated.Last = patterns.StatusValidated, &patterns.Validation{}
	m.PatternRows[key] = validated
	edit := func(refined bool, edit func(*patterns.Definition)) patterns.Pattern {
		t.Helper()
		_, err := s.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: key, Reason: "because", Refined: refined, Edit: edit})
		if err != nil {
			t.Fatal(err)
		}
		return m.PatternRows[key]
	}
	if p := edit(false, func(d *patterns.Definition) { d.Matches = append([]patterns.Match{}, d.Matches...) }); p.Version != 1 || len(m.ChangeRows[key]) != 1 {
		t.Errorf("nothing was changed, and it is version %d with %d changes", p.Version, len(m.ChangeRows[key]))
	}
	if p := edit(false, func(d *patterns.Definition) { d.Summary = "Said better." }); p.Version != 2 || p.Status != patterns.StatusValidated || p.Last == nil {
		t.Errorf("other words made it %s, version %d", p.Status, p.Version)
	}
	if p := edit(false, func(d *patterns.Definition) { d.Matches[0].Then = patternstest.Factors("b=x") }); p.Status != patterns.StatusCandidate || p.Last != nil || p.Counts.Trials() != 0 {
		t.Errorf("another action left it %s with %+v", p.Status, p.Counts)
	}
	if then := m.ChangeRows[key][0].Definition.Matches[0].Then[0].Variable; then != "a" {
		t.Errorf("the history of version 1 has the action %q now", then)
	}
	edit(false, func(d *patterns.Definition) { d.Matches[0].Then = patternstest.Factors("a=x") })
	if p := edit(true, nil); p.Counts.Trials() != 0 || !p.CountedFrom.Equal(m.Clock) || p.Version != 4 {
		t.Errorf("refined, it counts %+v from %v", p.Counts, p.CountedFrom)
	}
	last := m.ChangeRows[key][len(m.ChangeRows[key])-1]
	if last.Number != 5 || last.Kind != patterns.ChangeUpdated || last.Definition != nil || last.Reason != "because" {
		t.Errorf("the last change is %+v", last)
	}
	_, err := s.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: key, Edit: func(d *patterns.Definition) { d.Trigger = d.Action }})
	if !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("%v, want a refusal", err)
	}
	if _, err = s.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: "nobody"}); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("%v, want not found", err)
	}
}

func TestService_Apply_refuses(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	key := patternstest.MustAdd(t, s, patternstest.OneAction("one", "a=x"))
	m.Write(t, "e1", patternstest.Episode(episodic.OutcomeSuccess, ""))
	for _, c := range []struct {
		r    patterns.ApplicationRequest
		want error
		why  string
	}{
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "elsewhere"}, problem.ErrInvalid, "another project's episode"},
		{patterns.ApplicationRequest{Project: "q", Key: key, Episode: "e1"}, episodic.ErrProjectNotFound, "no such project"},
		{patterns.ApplicationRequest{Project: "p", Key: "nobody", Episode: "e1"}, episodic.ErrNotFound, "no such pattern"},
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "e1", Application: patterns.Application{Outcome: "fine"}}, problem.ErrInvalid, "no outcome"},
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "e1", Application: patterns.Application{CostSaved: new(math.Inf(1))}}, problem.ErrInvalid, "no figure"},
	} {
		if _, err := s.Catalog.Apply(t.Context(), c.r); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	if len(m.EvidenceRows) > 0 {
		t.Errorf("there is evidence: %v", m.EvidenceRows)
	}
}

func TestService_Deprecate(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	one, two := patternstest.MustAdd(t, s, patternstest.OneAction("one", "a=x")), patternstest.MustAdd(t, s, patternstest.OneAction("two", "b=x"))
	ask := func(key, reason, successor string) error {
		return s.Catalog.Deprecate(t.Context(), patterns.DeprecateRequest{Project: "p", Key: key, Reason: reason, Successor: successor})
	}
	for why, err := range map[string]error{
		"no reason": ask(one, " ", ""), "itself": ask(one, "old", one), "nobody": ask(one, "old", "nobody"),
	} {
		if !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if err := errors.Join(ask(one, "old", two), ask(one, "old", two)); err != nil {
		t.Fatal(err)
	}
	if p := m.PatternRows[one]; p.Status != patterns.StatusDeprecated || p.SupersededBy != two || p.Reason != "old" || len(m.ChangeRows[one]) != 2 {
		t.Errorf("%+v with %d changes", p, len(m.ChangeRows[one]))
	}
	_, added := s.Catalog.Add(t.Context(), patternstest.OneAction("one", "a=x"))
	for why, err := range map[string]error{"otherwise": ask(one, "older", ""), "added again": added} {
		if !errors.Is(err, episodic.ErrConflict) || !strings.Contains(err.Error(), `"two"`) {
			t.Errorf("%s: %v, want a conflict that names the successor", why, err)
		}
	}
	if err := ask(two, "old", one); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("a deprecated successor: %v", err)
	}
}

func TestService_Merge(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	m.Write(t, "both", patternstest.Episode(episodic.OutcomeSuccess, "a=x b=x"))
	m.Write(t, "one", patternstest.Episode(episodic.OutcomeFailure, "a=x"))
	m.Write(t, "used", patternstest.Episode(episodic.OutcomeSuccess, ""))
	special := patternstest.OneAction("one", "a=x")
	special.Matches = append(special.Matches, patterns.Match{Trigger: patternstest.Factors("c=x"), Then: patternstest.Factors("a=x")}, special.Matches[0])
	special.Applicability.ProblemTypes = []string{"bug"}
	first := patternstest.MustAdd(t, s, special)
	r := patternstest.OneAction("two", "b=x")
	r.Episodes, r.Applicability.ProblemTypes = []string{"both", "used"}, []string{"feature"}
	r.Related = []patterns.Related{{Relationship: patterns.Complements, Pattern: first}}
	second := patternstest.MustAdd(t, s, r)
	request := patterns.MergeRequest{Project: "p", Keys: []string{first, second}, Name: "One of both", Reason: "they are the same"}
	key, err := s.Catalog.Merge(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	p := m.PatternRows[key]
	if want := (patterns.Counts{Successes: 2, Failures: 1, Applications: 2}); p.Counts != want {
		t.Errorf("counts %+v, want %+v: three episodes, however often each is evidence", p.Counts, want)
	}
	if diff := cmp.Diff([]patterns.Match{{Then: patternstest.Factors("a=x")}, {Then: patternstest.Factors("b=x")}}, p.Matches); diff != "" {
		t.Errorf("matches, want (-) and got (+):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"bug", "feature"}, p.Applicability.ProblemTypes); diff != "" || len(p.Related) > 0 {
		t.Errorf("problem types %s, related %v", diff, p.Related)
	}
	for _, k := range request.Keys {
		if old := m.PatternRows[k]; old.Status != patterns.StatusDeprecated || old.SupersededBy != key {
			t.Errorf("%q is %s by %q", old.Name, old.Status, old.SupersededBy)
		}
	}
	if again, err := s.Catalog.Merge(t.Context(), request); err != nil || again != key || len(m.ChangeRows[key]) != 1 {
		t.Errorf("merged again: %q, %v, %d changes", again, err, len(m.ChangeRows[key]))
	}
}

func TestService_Merge_refuses(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	one := patternstest.MustAdd(t, s, patternstest.OneAction("one", "a=x"))
	avoid := patternstest.OneAction("avoid", "a=y")
	avoid.AntiPattern = true
	against := patternstest.OneAction("against", "b=x")
	against.Related = []patterns.Related{{Relationship: patterns.Contradicts, Pattern: one}}
	lenient := patternstest.OneAction("lenient", "d=x")
	lenient.Rule = patterns.RuleNoFailure
	patternstest.MustAdd(t, s, patternstest.OneAction("third", "e=x"))
	for _, c := range []struct {
		keys []string
		name string
		want error
		why  string
	}{
		{[]string{one, one}, "new", problem.ErrInvalid, "with itself"},
		{[]string{one}, "new", problem.ErrInvalid, "one alone"},
		{[]string{one, "nobody"}, "new", episodic.ErrNotFound, "with nothing"},
		{[]string{one, patternstest.MustAdd(t, s, avoid)}, "new", problem.ErrInvalid, "to do and to avoid"},
		{[]string{one, patternstest.MustAdd(t, s, against)}, "new", problem.ErrInvalid, "they contradict each other"},
		{[]string{one, patternstest.MustAdd(t, s, lenient)}, "new", problem.ErrInvalid, "another rule"},
		{[]string{one, patternstest.MustAdd(t, s, patternstest.OneAction("four", "f=x"))}, "third", episodic.ErrConflict, "the name of another one"},
		{[]string{one, patternstest.MustAdd(t, s, patternstest.OneAction("five", "f=x"))}, "", problem.ErrInvalid, "no name"},
	} {
		if _, err := s.Catalog.Merge(t.Context(), patterns.MergeRequest{Project: "p", Keys: c.keys, Name: c.name}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestService_relations(t *testing.T) {
	m := patternstest.NewMemory()
	s := m.Service()
	general := patternstest.MustAdd(t, s, patternstest.OneAction("general", "a=x"))
	relate := func(name string, to patterns.Related) patterns.AddRequest {
		r := patternstest.OneAction(name, "a=y")
		r.Related = []patterns.Related{to}
		return r
	}
	middle := patternstest.MustAdd(t, s, relate("middle", patterns.Related{Relationship: patterns.Specializes, Pattern: general}))
	special := patternstest.MustAdd(t, s, relate("special", patterns.Related{Relationship: patterns.Specializes, Pattern: middle}))
	for why, to := range map[string]patterns.Related{
		"round in a circle":              {Relationship: patterns.Specializes, Pattern: special},
		"more special than the special":  {Relationship: patterns.Specializes, Pattern: middle},
		"against what the other side is": {Relationship: patterns.Contradicts, Pattern: middle},
	} {
		_, err := s.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: general, Edit: func(d *patterns.Definition) {
			d.Related = []patterns.Related{to}
		}})
		if !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	_, err := s.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: general, Edit: func(d *patterns.Definition) {
		d.Related = []patterns.Related{{Relationship: patterns.Generalizes, Pattern: middle}}
	}})
	if err != nil {
		t.Errorf("the other side of the same: %v", err)
	}
}
