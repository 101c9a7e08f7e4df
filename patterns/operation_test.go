package patterns_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// plain is a pattern that is recognised by one action.
func plain(name, action string) patterns.AddRequest {
	return patterns.AddRequest{Project: "p", Name: name, Definition: patterns.Definition{
		Trigger: "It is so", Action: "Do " + name, Matches: []patterns.Match{{Then: factors(action)}},
	}}
}

func mustAdd(t *testing.T, s *patterns.Service, r patterns.AddRequest) string {
	t.Helper()
	added, err := s.Add(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return added.Key
}

// did is an episode that took some actions.
func did(outcome episodic.Outcome, text string) rawEpisode {
	e := rawEpisode{outcome: outcome}
	for _, f := range factors(text) {
		e.states = append(e.states, rawState{Identity: f})
	}
	return e
}

func TestService_Add_refuses(t *testing.T) {
	m := newMemory()
	s := m.service()
	other := mustAdd(t, s, plain("other", "o=x"))
	m.rules.Merges = []causal.Merge{{From: factors("old=x")[0], Into: factors("a=x")[0]}}
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
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = factors("a=x") }, "the trigger is the action"},
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = factors("old=x") }, "the trigger is taken for the action"},
		{"matches[0].trigger[0]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = factors("a=y") }, "another option of the same decision"},
		{"matches[0].trigger[1]", func(r *patterns.AddRequest) { r.Matches[0].Trigger = factors("c=x c=x") }, "a state twice"},
		{"matches[0].trigger", func(r *patterns.AddRequest) { r.Matches[0].Trigger = factors("c=x d=x e=x") }, "three states"},
		{"matches[0].then[1]", func(r *patterns.AddRequest) { r.Matches[0].Then = factors("a=x old=x") }, "a step twice"},
		{"matches[0].then[0]", func(r *patterns.AddRequest) { r.Matches[0].Then = factors("outcome=success") }, "success as a reason for success"},
		{"matches[0].then[0].state", func(r *patterns.AddRequest) { r.Matches[0].Then = factors("a=") }, "no state"},
		{"related[0].pattern", func(r *patterns.AddRequest) {
			r.Related = []patterns.Related{{patterns.Contradicts, patterns.KeyOf(r.Name)}}
		}, "a relation to itself"},
		{"related[0].pattern", func(r *patterns.AddRequest) { r.Related = []patterns.Related{{patterns.Complements, "nobody"}} }, "a relation to nothing"},
		{"related[1]", func(r *patterns.AddRequest) {
			r.Related = []patterns.Related{{patterns.Complements, other}, {patterns.Contradicts, other}}
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
			r.Content.Heuristic = &patterns.Heuristic{Action: "so", Condition: &patterns.Condition{Field: "context.x", Operator: "LIKE", Values: []string{"y"}}}
		}, "no operator"},
		{"episodes[0]", func(r *patterns.AddRequest) { r.Episodes = []string{"elsewhere"} }, "another project's episode"},
	} {
		r := plain("new one", "a=x")
		c.edit(&r)
		_, err := s.Add(t.Context(), r)
		var invalid *episodic.InvalidError
		if !errors.As(err, &invalid) || invalid.Problems[0].Path != c.path {
			t.Errorf("%s: %v, want a problem at %s", c.why, err, c.path)
		}
	}
	if len(m.patterns) != 1 {
		t.Errorf("%d patterns are kept, want the one that was there", len(m.patterns))
	}
}

func TestService_Add_again(t *testing.T) {
	m := newMemory()
	s := m.service()
	m.write(t, "e1", did(episodic.OutcomeSuccess, "a=x"))
	m.write(t, "e2", did(episodic.OutcomeFailure, ""))
	m.write(t, "e3", did(episodic.OutcomeSuccess, ""))
	key := mustAdd(t, s, plain("Retry-with backoff", "a=x"))
	if got := m.patterns[key].Counts; got.Successes != 1 || got.Trials() != 1 {
		t.Fatalf("%+v, want the one episode in which it was seen", got)
	}
	again := plain("again", "b=y")
	again.Name, again.Episodes, again.Claim = "retry with BACKOFF", []string{"e1", "e2", "e3"}, &patterns.Claim{Rate: new(1.0)}
	added, err := s.Add(t.Context(), again)
	if err != nil || added.Created || added.Key != key {
		t.Fatalf("%+v, %v; want the same pattern", added, err)
	}
	p := m.patterns[key]
	if want := (patterns.Counts{Successes: 2, Failures: 1, Applications: 3}); p.Counts != want {
		t.Errorf("counts %+v, want %+v: an episode that was seen and is named is one trial, and a claim is none", p.Counts, want)
	}
	if p.Name != "Retry-with backoff" || p.Matches[0].Then[0].Variable != "a" || p.Version != 1 || len(m.changes[key]) != 1 {
		t.Errorf("the definition was changed: %+v", p)
	}
	if *p.Claim.Rate != 1 {
		t.Errorf("claim %+v", p.Claim)
	}
	first := p.LastUsed
	again.Claim = nil
	mustAdd(t, s, again)
	if p = m.patterns[key]; !p.LastUsed.Equal(first) || p.Claim == nil {
		t.Errorf("saying it again changed something: %v, %v", p.LastUsed, p.Claim)
	}
}

func TestService_Update(t *testing.T) {
	m := newMemory()
	s := m.service()
	m.write(t, "e1", rawEpisode{outcome: episodic.OutcomeSuccess, seen: m.clock, states: []rawState{{Identity: factors("a=x")[0]}}})
	key := mustAdd(t, s, plain("one", "a=x"))
	validated := m.patterns[key]
	validated.Status, validated.Last = patterns.StatusValidated, &patterns.Validation{}
	m.patterns[key] = validated
	edit := func(refined bool, edit func(*patterns.Definition)) patterns.Pattern {
		t.Helper()
		_, err := s.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: key, Reason: "because", Refined: refined, Edit: edit})
		if err != nil {
			t.Fatal(err)
		}
		return m.patterns[key]
	}
	if p := edit(false, func(d *patterns.Definition) { d.Matches = append([]patterns.Match{}, d.Matches...) }); p.Version != 1 || len(m.changes[key]) != 1 {
		t.Errorf("nothing was changed, and it is version %d with %d changes", p.Version, len(m.changes[key]))
	}
	if p := edit(false, func(d *patterns.Definition) { d.Summary = "Said better." }); p.Version != 2 || p.Status != patterns.StatusValidated || p.Last == nil {
		t.Errorf("other words made it %s, version %d", p.Status, p.Version)
	}
	if p := edit(false, func(d *patterns.Definition) { d.Matches[0].Then = factors("b=x") }); p.Status != patterns.StatusCandidate || p.Last != nil || p.Counts.Trials() != 0 {
		t.Errorf("another action left it %s with %+v", p.Status, p.Counts)
	}
	if then := m.changes[key][0].Definition.Matches[0].Then[0].Variable; then != "a" {
		t.Errorf("the history of version 1 has the action %q now", then)
	}
	edit(false, func(d *patterns.Definition) { d.Matches[0].Then = factors("a=x") })
	if p := edit(true, nil); p.Counts.Trials() != 0 || !p.CountedFrom.Equal(m.clock) || p.Version != 4 {
		t.Errorf("refined, it counts %+v from %v", p.Counts, p.CountedFrom)
	}
	last := m.changes[key][len(m.changes[key])-1]
	if last.Number != 5 || last.Kind != patterns.ChangeUpdated || last.Definition != nil || last.Reason != "because" {
		t.Errorf("the last change is %+v", last)
	}
	_, err := s.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: key, Edit: func(d *patterns.Definition) { d.Trigger = d.Action }})
	if !errors.Is(err, episodic.ErrInvalid) {
		t.Errorf("%v, want a refusal", err)
	}
	if _, err = s.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: "nobody"}); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("%v, want not found", err)
	}
}

func TestService_Apply_refuses(t *testing.T) {
	m := newMemory()
	s := m.service()
	key := mustAdd(t, s, plain("one", "a=x"))
	m.write(t, "e1", did(episodic.OutcomeSuccess, ""))
	for _, c := range []struct {
		r    patterns.ApplicationRequest
		want error
		why  string
	}{
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "elsewhere"}, episodic.ErrInvalid, "another project's episode"},
		{patterns.ApplicationRequest{Project: "q", Key: key, Episode: "e1"}, episodic.ErrProjectNotFound, "no such project"},
		{patterns.ApplicationRequest{Project: "p", Key: "nobody", Episode: "e1"}, episodic.ErrNotFound, "no such pattern"},
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "e1", Application: patterns.Application{Outcome: "fine"}}, episodic.ErrInvalid, "no outcome"},
		{patterns.ApplicationRequest{Project: "p", Key: key, Episode: "e1", Application: patterns.Application{CostSaved: new(math.Inf(1))}}, episodic.ErrInvalid, "no figure"},
	} {
		if _, err := s.Apply(t.Context(), c.r); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	if len(m.evidence) > 0 {
		t.Errorf("there is evidence: %v", m.evidence)
	}
}

func TestService_Deprecate(t *testing.T) {
	m := newMemory()
	s := m.service()
	one, two := mustAdd(t, s, plain("one", "a=x")), mustAdd(t, s, plain("two", "b=x"))
	ask := func(key, reason, successor string) error {
		return s.Deprecate(t.Context(), patterns.DeprecateRequest{Project: "p", Key: key, Reason: reason, Successor: successor})
	}
	for why, err := range map[string]error{
		"no reason": ask(one, " ", ""), "itself": ask(one, "old", one), "nobody": ask(one, "old", "nobody"),
	} {
		if !errors.Is(err, episodic.ErrInvalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if err := errors.Join(ask(one, "old", two), ask(one, "old", two)); err != nil {
		t.Fatal(err)
	}
	if p := m.patterns[one]; p.Status != patterns.StatusDeprecated || p.SupersededBy != two || p.Reason != "old" || len(m.changes[one]) != 2 {
		t.Errorf("%+v with %d changes", p, len(m.changes[one]))
	}
	_, added := s.Add(t.Context(), plain("one", "a=x"))
	for why, err := range map[string]error{"otherwise": ask(one, "older", ""), "added again": added} {
		if !errors.Is(err, episodic.ErrConflict) || !strings.Contains(err.Error(), `"two"`) {
			t.Errorf("%s: %v, want a conflict that names the successor", why, err)
		}
	}
	if err := ask(two, "old", one); !errors.Is(err, episodic.ErrInvalid) {
		t.Errorf("a deprecated successor: %v", err)
	}
}

func TestService_Merge(t *testing.T) {
	m := newMemory()
	s := m.service()
	m.write(t, "both", did(episodic.OutcomeSuccess, "a=x b=x"))
	m.write(t, "one", did(episodic.OutcomeFailure, "a=x"))
	m.write(t, "used", did(episodic.OutcomeSuccess, ""))
	special := plain("one", "a=x")
	special.Matches = append(special.Matches, patterns.Match{Trigger: factors("c=x"), Then: factors("a=x")}, special.Matches[0])
	special.Applicability.ProblemTypes = []string{"bug"}
	first := mustAdd(t, s, special)
	r := plain("two", "b=x")
	r.Episodes, r.Applicability.ProblemTypes = []string{"both", "used"}, []string{"feature"}
	r.Related = []patterns.Related{{patterns.Complements, first}}
	second := mustAdd(t, s, r)
	request := patterns.MergeRequest{Project: "p", Keys: []string{first, second}, Name: "One of both", Reason: "they are the same"}
	key, err := s.Merge(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	p := m.patterns[key]
	if want := (patterns.Counts{Successes: 2, Failures: 1, Applications: 2}); p.Counts != want {
		t.Errorf("counts %+v, want %+v: three episodes, however often each is evidence", p.Counts, want)
	}
	if diff := cmp.Diff([]patterns.Match{{Then: factors("a=x")}, {Then: factors("b=x")}}, p.Matches); diff != "" {
		t.Errorf("matches, want (-) and got (+):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"bug", "feature"}, p.Applicability.ProblemTypes); diff != "" || len(p.Related) > 0 {
		t.Errorf("problem types %s, related %v", diff, p.Related)
	}
	for _, k := range request.Keys {
		if old := m.patterns[k]; old.Status != patterns.StatusDeprecated || old.SupersededBy != key {
			t.Errorf("%q is %s by %q", old.Name, old.Status, old.SupersededBy)
		}
	}
	if again, err := s.Merge(t.Context(), request); err != nil || again != key || len(m.changes[key]) != 1 {
		t.Errorf("merged again: %q, %v, %d changes", again, err, len(m.changes[key]))
	}
}

func TestService_Merge_refuses(t *testing.T) {
	m := newMemory()
	s := m.service()
	one := mustAdd(t, s, plain("one", "a=x"))
	avoid := plain("avoid", "a=y")
	avoid.AntiPattern = true
	against := plain("against", "b=x")
	against.Related = []patterns.Related{{patterns.Contradicts, one}}
	lenient := plain("lenient", "d=x")
	lenient.Rule = patterns.RuleNoFailure
	mustAdd(t, s, plain("third", "e=x"))
	for _, c := range []struct {
		keys []string
		name string
		want error
		why  string
	}{
		{[]string{one, one}, "new", episodic.ErrInvalid, "with itself"},
		{[]string{one}, "new", episodic.ErrInvalid, "one alone"},
		{[]string{one, "nobody"}, "new", episodic.ErrNotFound, "with nothing"},
		{[]string{one, mustAdd(t, s, avoid)}, "new", episodic.ErrInvalid, "to do and to avoid"},
		{[]string{one, mustAdd(t, s, against)}, "new", episodic.ErrInvalid, "they contradict each other"},
		{[]string{one, mustAdd(t, s, lenient)}, "new", episodic.ErrInvalid, "another rule"},
		{[]string{one, mustAdd(t, s, plain("four", "f=x"))}, "third", episodic.ErrConflict, "the name of another one"},
		{[]string{one, mustAdd(t, s, plain("five", "f=x"))}, "", episodic.ErrInvalid, "no name"},
	} {
		if _, err := s.Merge(t.Context(), patterns.MergeRequest{Project: "p", Keys: c.keys, Name: c.name}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestService_relations(t *testing.T) {
	m := newMemory()
	s := m.service()
	general := mustAdd(t, s, plain("general", "a=x"))
	relate := func(name string, to patterns.Related) patterns.AddRequest {
		r := plain(name, "a=y")
		r.Related = []patterns.Related{to}
		return r
	}
	middle := mustAdd(t, s, relate("middle", patterns.Related{Relationship: patterns.Specializes, Pattern: general}))
	special := mustAdd(t, s, relate("special", patterns.Related{Relationship: patterns.Specializes, Pattern: middle}))
	for why, to := range map[string]patterns.Related{
		"round in a circle":              {Relationship: patterns.Specializes, Pattern: special},
		"more special than the special":  {Relationship: patterns.Specializes, Pattern: middle},
		"against what the other side is": {Relationship: patterns.Contradicts, Pattern: middle},
	} {
		_, err := s.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: general, Edit: func(d *patterns.Definition) {
			d.Related = []patterns.Related{to}
		}})
		if !errors.Is(err, episodic.ErrInvalid) {
			t.Errorf("%s: %v", why, err)
		}
	}
	_, err := s.Update(t.Context(), patterns.UpdateRequest{Project: "p", Key: general, Edit: func(d *patterns.Definition) {
		d.Related = []patterns.Related{{Relationship: patterns.Generalizes, Pattern: middle}}
	}})
	if err != nil {
		t.Errorf("the other side of the same: %v", err)
	}
}
