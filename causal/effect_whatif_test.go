package causal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// TestWhatIf asks about decisions of single episodes.
func TestWhatIf(t *testing.T) {
	episodes := confounded(800, 3)
	odd := tale("odd", episodic.OutcomeFailure, "context weather=storm", "event hard=yes", "decide retry=yes", "event broken=yes",
		"hard -> retry", "hard -> broken", "retry -> broken")
	bare := tale("bare", episodic.OutcomeFailure, "decide retry=yes", "event broken=yes")
	silent := tale("silent", episodic.OutcomeSuccess, "decide retry=yes")
	silent.Decisions[0].Chosen = ""
	m := world(t, append(episodes, odd, bare, silent)...)
	for name, c := range map[string]struct {
		why, episode, alternative string
		status                    causal.EffectStatus
		context, dropped          []string
		says                      string
	}{
		"another option": {
			why: "what was hard is held", episode: "odd", alternative: "no", status: causal.EffectOK,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"}, says: "Fewer than 10 episodes share",
		},
		"as it was": {
			why: "nothing is supposed otherwise", episode: "odd", alternative: "yes", status: causal.EffectOK,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"}, says: "is what the episode chose",
		},
		"no context": {
			why: "an episode that tells nothing before is like all", episode: "bare", alternative: "no", status: causal.EffectOK,
			says: "records no context before",
		},
		"never tried": {
			why: "the label of a state that nobody chose", episode: "odd", alternative: "retry=never", status: causal.EffectInsufficient,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"},
		},
		"no option": {why: "a word that is no option", episode: "odd", alternative: "perhaps", status: causal.EffectUnknownEnd},
		"silence":   {why: "a decision that does not tell what was chosen", episode: "silent", alternative: "no", status: causal.EffectUnknownEnd},
	} {
		t.Run(name, func(t *testing.T) {
			e := m.whatIf(c.episode, "d001", c.alternative)
			if e.Status != c.status {
				t.Fatalf("%s: %s %q", c.why, e.Status, e.Reason)
			}
			if c.status == causal.EffectUnknownEnd {
				if e.Reason == "" {
					t.Errorf("%s: no reason", c.why)
				}
				return
			}
			if !slices.Equal(variablesOf(e.Context), c.context) || !slices.Equal(variablesOf(e.Dropped), c.dropped) {
				t.Errorf("%s: held %v, let go %v", c.why, e.Context, e.Dropped)
			}
			if !strings.Contains(strings.Join(e.Assumptions, "\n"), c.says) || !strings.Contains(e.Text.Text, c.says) {
				t.Errorf("%s: %q is not said in %q", c.why, c.says, e.Text.Text)
			}
			if c.status == causal.EffectOK {
				checkContrast(t, e, c.alternative == "yes")
			}
		})
	}
}

func checkContrast(t *testing.T, e causal.Effect, same bool) {
	t.Helper()
	c := e.Contrast
	if c == nil || c.Against != e.Chosen || same != (c.Difference == causal.Interval{}) {
		t.Errorf("compared with what was chosen: %+v", c)
	}
	if !same && c.Difference.Low < 0 {
		t.Errorf("not to retry is no worse: %+v", c.Difference)
	}
	if len(e.Similar) == 0 || slices.ContainsFunc(e.Similar, func(s causal.Similar) bool { return s.Episode == "odd" || s.Episode == "bare" }) {
		t.Errorf("similar are %+v", e.Similar)
	}
}

// TestWhatIf_Absent names what is not there.
func TestWhatIf_Absent(t *testing.T) {
	m := world(t, confounded(20, 1)...)
	for name, c := range map[string]struct {
		project, episode, decision string
		want                       error
	}{
		"episode":  {"p", "nothing", "d001", episodic.ErrNotFound},
		"decision": {"p", "ep00001", "d009", episodic.ErrNotFound},
		"project":  {"elsewhere", "ep00001", "d001", episodic.ErrProjectNotFound},
	} {
		_, err := m.service.WhatIf(t.Context(), causal.WhatIfQuestion{Project: c.project, Episode: c.episode, Decision: c.decision, Alternative: "no"})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := m.service.WhatIf(t.Context(), causal.WhatIfQuestion{Project: "p"})
	var invalid *episodic.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Errorf("%v, not three problems", err)
	}
}

// TestBestAction ranks by the bound that speaks least, and does not rank what was hardly tried.
func TestBestAction(t *testing.T) {
	m := world(t, append(confounded(800, 3), tale("odd", episodic.OutcomeSuccess, "event hard=yes", "decide retry=ask", "event broken=no",
		"hard -> retry", "hard -> broken", "retry -> broken"))...)
	best := func(q causal.BestActionQuestion) causal.BestAction {
		q.Project, q.Budget = "p", causal.EffectBudget
		b, err := m.service.BestAction(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, q := range []causal.BestActionQuestion{
		{Variable: "retry"}, {Variable: "retry=no", Target: "outcome=failure", Avoid: true}, {Variable: "retry", Context: []string{"hard=no"}},
	} {
		b := best(q)
		var got []string
		for _, o := range b.Options {
			got = append(got, fmt.Sprint(o.State, " ", o.Rank))
		}
		if b.Status != causal.EffectOK || !slices.Equal(got, []string{"yes 1", "no 2", "ask 0"}) {
			t.Errorf("%+v: %s %q, %v", q, b.Status, b.Reason, got)
		}
		if b.Options[2].Effect.Status != causal.EffectInsufficient || !strings.Contains(b.Text.Text, "ask") {
			t.Errorf("what was tried once: %s; told as %q", b.Options[2].Effect.Status, b.Text.Text)
		}
	}
	if b := best(causal.BestActionQuestion{Variable: "retries"}); b.Status != causal.EffectUnknownEnd || !strings.Contains(b.Reason, "retries") {
		t.Errorf("%s %q for no variable", b.Status, b.Reason)
	}
	few := world(t, confounded(15, 3)...)
	b, err := few.service.BestAction(t.Context(), causal.BestActionQuestion{Project: "p", Variable: "retry"})
	if err != nil || b.Status != causal.EffectInsufficient || b.Reason == "" {
		t.Errorf("fifteen episodes: %s %q, %v", b.Status, b.Reason, err)
	}
}

// TestDecisionImpact puts what matters first and what nobody can tell last.
func TestDecisionImpact(t *testing.T) {
	var episodes []episodic.Episode
	for i, e := range confounded(800, 3) {
		style := []string{"tabs", "spaces"}[i%2]
		e.Decisions = append(e.Decisions, episodic.Decision{
			ID: "d008", At: e.StartedAt, Type: episodic.DecisionDesign, Context: "style", Options: []string{"tabs", "spaces"}, Chosen: style,
		}, episodic.Decision{
			ID: "d009", At: e.StartedAt, Type: episodic.DecisionDesign, Context: "name", Options: []string{"foo", "bar"}, Chosen: "foo",
		})
		episodes = append(episodes, e)
	}
	m := world(t, episodes...)
	out, err := m.service.DecisionImpact(t.Context(), causal.ImpactQuestion{Project: "p", Episode: "ep00007", Budget: causal.EffectBudget})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range out.Decisions {
		got = append(got, d.Chosen.Variable)
	}
	if out.Status != causal.EffectOK || got[0] != "retry" || got[len(got)-1] != "name" {
		t.Fatalf("%s %q: %v", out.Status, out.Reason, got)
	}
	first, last := out.Decisions[0], out.Decisions[2]
	if first.Largest == nil || first.Decision.Key != "ep00007/d001" || first.Options[0].Identity != first.Chosen || len(first.Options) != 2 {
		t.Errorf("%+v", first)
	}
	if last.Status == causal.EffectOK || last.Largest != nil || last.Reason == "" || len(last.Options) != 2 {
		t.Errorf("what was always chosen: %s %q", last.Status, last.Reason)
	}
	if !strings.HasPrefix(out.Text.Text, "OK") || out.Text.Tokens >= causal.EffectBudget {
		t.Errorf("told as %q", out.Text.Text)
	}
	none := world(t, tale("e", episodic.OutcomeFailure, "event hard=yes"))
	out, err = none.service.DecisionImpact(t.Context(), causal.ImpactQuestion{Project: "p", Episode: "e"})
	if err != nil || out.Status != causal.EffectInsufficient || len(out.Decisions) > 0 {
		t.Errorf("an episode without decisions: %+v, %v", out, err)
	}
}

// TestEffects_LeastBudget keeps the least budget, however long names and contexts are.
func TestEffects_LeastBudget(t *testing.T) {
	long := strings.Repeat("a rather long name ", 6)
	var episodes []episodic.Episode
	for i, e := range confounded(300, 3) {
		e.Decisions[0].Context = long
		e.Context = map[string]string{}
		for k := range 12 {
			e.Context[fmt.Sprint(long, k)] = fmt.Sprint("state ", (i+k)%2)
		}
		episodes = append(episodes, e)
	}
	m := world(t, episodes...)
	var texts []causal.Telling
	for _, alternative := range []string{"no", "yes", "perhaps", "maybe=" + long} {
		e, err := m.service.WhatIf(t.Context(), causal.WhatIfQuestion{
			Project: "p", Episode: "ep00001", Decision: "d001", Alternative: alternative, Budget: causal.LeastBudget,
		})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, e.Text)
	}
	best, err := m.service.BestAction(t.Context(), causal.BestActionQuestion{Project: "p", Variable: strings.TrimSpace(long), Budget: causal.LeastBudget})
	if err != nil {
		t.Fatal(err)
	}
	impact, err := m.service.DecisionImpact(t.Context(), causal.ImpactQuestion{Project: "p", Episode: "ep00001", Budget: causal.LeastBudget})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, best.Text, impact.Text) {
		if text.Text == "" || text.Tokens >= causal.LeastBudget {
			t.Errorf("%d tokens: %q", text.Tokens, text.Text)
		}
	}
}
