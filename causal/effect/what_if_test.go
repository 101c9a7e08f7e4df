package effect_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

// TestWhatIf asks about decisions of single episodes.
func TestWhatIf(t *testing.T) {
	episodes := causaltest.Confounded(800, 3)
	odd := causaltest.EpisodeFromLines("odd", episodic.OutcomeFailure, "context weather=storm", "event hard=yes", "decide retry=yes", "event broken=yes",
		"hard -> retry", "hard -> broken", "retry -> broken")
	bare := causaltest.EpisodeFromLines("bare", episodic.OutcomeFailure, "decide retry=yes", "event broken=yes")
	silent := causaltest.EpisodeFromLines("silent", episodic.OutcomeSuccess, "decide retry=yes")
	silent.Decisions[0].Chosen = ""
	m := causaltest.NewProjectWith(t, append(episodes, odd, bare, silent)...)
	for name, c := range map[string]struct {
		why, episode, alternative string
		status                    model.Status
		context, dropped          []string
		says                      string
	}{
		"another option": {
			why: "what was hard is held", episode: "odd", alternative: "no", status: model.StatusOK,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"}, says: "Fewer than 10 episodes share",
		},
		"as it was": {
			why: "nothing is supposed otherwise", episode: "odd", alternative: "yes", status: model.StatusOK,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"}, says: "is what the episode chose",
		},
		"no context": {
			why: "an episode that tells nothing before is like all", episode: "bare", alternative: "no", status: model.StatusOK,
			says: "records no context before",
		},
		"never tried": {
			why: "the label of a state that nobody chose", episode: "odd", alternative: "retry=never", status: model.StatusInsufficient,
			context: []string{"hard=yes"}, dropped: []string{"weather=storm"},
		},
		"no option": {why: "a word that is no option", episode: "odd", alternative: "perhaps", status: model.StatusUnknownEnd},
		"silence":   {why: "a decision that does not tell what was chosen", episode: "silent", alternative: "no", status: model.StatusUnknownEnd},
	} {
		t.Run(name, func(t *testing.T) {
			e := m.WhatIf(c.episode, "d001", c.alternative)
			if e.Status != c.status {
				t.Fatalf("%s: %s %q", c.why, e.Status, e.Reason)
			}
			if c.status == model.StatusUnknownEnd {
				if e.Reason == "" {
					t.Errorf("%s: no reason", c.why)
				}
				return
			}
			if !slices.Equal(causaltest.VariablesOf(e.Context), c.context) || !slices.Equal(causaltest.VariablesOf(e.Dropped), c.dropped) {
				t.Errorf("%s: held %v, let go %v", c.why, e.Context, e.Dropped)
			}
			if !strings.Contains(strings.Join(e.Assumptions, "\n"), c.says) || !strings.Contains(e.Text.Text, c.says) {
				t.Errorf("%s: %q is not said in %q", c.why, c.says, e.Text.Text)
			}
			if c.status == model.StatusOK {
				checkContrast(t, e, c.alternative == "yes")
			}
		})
	}
}

func checkContrast(t *testing.T, e effect.Effect, same bool) {
	t.Helper()
	c := e.Contrast
	if c == nil || c.Against != e.Chosen || same != (c.Difference == model.Interval{}) {
		t.Errorf("compared with what was chosen: %+v", c)
	}
	if !same && c.Difference.Low < 0 {
		t.Errorf("not to retry is no worse: %+v", c.Difference)
	}
	if len(e.Similar) == 0 || slices.ContainsFunc(e.Similar, func(s effect.Similar) bool { return s.Episode == "odd" || s.Episode == "bare" }) {
		t.Errorf("similar are %+v", e.Similar)
	}
}

// TestWhatIf_similar compares the similar episodes with those found by going through all of them.
func TestWhatIf_similar(t *testing.T) {
	episodes := causaltest.Confounded(300, 5)
	asked := causaltest.EpisodeFromLines("asked", episodic.OutcomeFailure, "event hard=yes", "event early=yes", "decide retry=yes", "hard -> retry", "early -> retry")
	early := func(state string, i int) {
		lines := []string{"event hard=yes", "event early=" + state, "decide retry=no", "event broken=yes", "hard -> retry", "early -> retry", "retry -> broken"}
		episodes[i] = causaltest.EpisodeFromLines(episodes[i].ID, episodic.OutcomeFailure, lines...)
	}
	early("yes", 290) // shares more than the others
	early("yes", 250)
	early("no", 1)                                     // differs in one
	episodes[40].Events, episodes[40].Links = nil, nil // tells of nothing that is compared
	m := causaltest.NewProjectWith(t, append(episodes, asked)...)
	type row struct {
		id               string
		shared, compared int
	}
	var all []row
	for _, e := range episodes {
		if e.Decisions[0].Chosen != "no" {
			continue
		}
		r := row{id: e.ID}
		for _, event := range e.Events {
			if strings.HasPrefix(event.Content, "hard=") || strings.HasPrefix(event.Content, "early=") {
				r.compared++
				if strings.HasSuffix(event.Content, "=yes") {
					r.shared++
				}
			}
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b row) int {
		return cmp.Or(b.shared-a.shared, a.compared-b.compared, strings.Compare(a.id, b.id))
	})
	var got []row
	for _, s := range m.WhatIf("asked", "d001", "no").Similar {
		got = append(got, row{s.Episode, s.Shared, s.Compared})
	}
	if !slices.Equal(got, all[:10]) {
		t.Errorf("similar are\n%v, not\n%v", got, all[:10])
	}
}

// TestWhatIf_Absent names what is not there.
func TestWhatIf_Absent(t *testing.T) {
	m := causaltest.NewProjectWith(t, causaltest.Confounded(20, 1)...)
	for name, c := range map[string]struct {
		project, episode, decision string
		want                       error
	}{
		"episode":  {"p", "nothing", "d001", episodic.ErrNotFound},
		"decision": {"p", "ep00001", "d009", episodic.ErrNotFound},
		"project":  {"elsewhere", "ep00001", "d001", episodic.ErrProjectNotFound},
	} {
		_, err := m.Service.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{Project: c.project, Episode: c.episode, Decision: c.decision, Alternative: "no"})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := m.Service.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{Project: "p"})
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != 3 {
		t.Errorf("%v, not three problems", err)
	}
}

// TestBestAction ranks by the bound that speaks least, and does not rank what was hardly tried.
func TestBestAction(t *testing.T) {
	m := causaltest.NewProjectWith(t, append(causaltest.Confounded(800, 3), causaltest.EpisodeFromLines("odd", episodic.OutcomeSuccess, "event hard=yes", "decide retry=ask", "event broken=no",
		"hard -> retry", "hard -> broken", "retry -> broken"))...)
	best := func(q decision.BestActionQuestion) decision.BestAction {
		q.Project, q.Budget = "p", effect.EffectBudget
		b, err := m.Service.Decision.BestAction(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, q := range []decision.BestActionQuestion{
		{Variable: "retry"}, {Variable: "retry=no", Target: "outcome=failure", Avoid: true}, {Variable: "retry", Context: []string{"hard=no"}},
	} {
		b := best(q)
		var got []string
		for _, o := range b.Options {
			got = append(got, fmt.Sprint(o.State, " ", o.Rank))
		}
		if b.Status != model.StatusOK || !slices.Equal(got, []string{"yes 1", "no 2", "ask 0"}) {
			t.Errorf("%+v: %s %q, %v", q, b.Status, b.Reason, got)
		}
		if b.Options[2].Effect.Status != model.StatusInsufficient || !strings.Contains(b.Text.Text, "ask") {
			t.Errorf("what was tried once: %s; told as %q", b.Options[2].Effect.Status, b.Text.Text)
		}
	}
	if b := best(decision.BestActionQuestion{Variable: "retries"}); b.Status != model.StatusUnknownEnd || !strings.Contains(b.Reason, "retries") {
		t.Errorf("%s %q for no variable", b.Status, b.Reason)
	}
	few := causaltest.NewProjectWith(t, causaltest.Confounded(15, 3)...)
	b, err := few.Service.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: "retry"})
	if err != nil || b.Status != model.StatusInsufficient || b.Reason == "" {
		t.Errorf("fifteen episodes: %s %q, %v", b.Status, b.Reason, err)
	}
}

// TestDecisionImpact puts what matters first and what nobody can tell last.
func TestDecisionImpact(t *testing.T) {
	var episodes []episodic.Episode
	for i, e := range causaltest.Confounded(800, 3) {
		style := []string{"tabs", "spaces"}[i%2]
		e.Decisions = append(e.Decisions, episodic.Decision{
			ID: "d008", At: e.StartedAt, Type: episodic.DecisionDesign, Context: "style", Options: []string{"tabs", "spaces"}, Chosen: style,
		}, episodic.Decision{
			ID: "d009", At: e.StartedAt, Type: episodic.DecisionDesign, Context: "name", Options: []string{"foo", "bar"}, Chosen: "foo",
		})
		episodes = append(episodes, e)
	}
	m := causaltest.NewProjectWith(t, episodes...)
	out, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "ep00007", Budget: effect.EffectBudget})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range out.Decisions {
		got = append(got, d.Chosen.Variable)
	}
	if out.Status != model.StatusOK || got[0] != "retry" || got[len(got)-1] != "name" {
		t.Fatalf("%s %q: %v", out.Status, out.Reason, got)
	}
	first, last := out.Decisions[0], out.Decisions[2]
	if first.Largest == nil || first.Decision.Key != "ep00007/d001" || first.Options[0].Identity != first.Chosen || len(first.Options) != 2 {
		t.Errorf("%+v", first)
	}
	if last.Status == model.StatusOK || last.Largest != nil || last.Reason == "" || len(last.Options) != 2 {
		t.Errorf("what was always chosen: %s %q", last.Status, last.Reason)
	}
	if !strings.HasPrefix(out.Text.Text, "OK") || out.Text.Tokens >= effect.EffectBudget {
		t.Errorf("told as %q", out.Text.Text)
	}
	none := causaltest.NewProjectWith(t, causaltest.EpisodeFromLines("e", episodic.OutcomeFailure, "event hard=yes"))
	out, err = none.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "e"})
	if err != nil || out.Status != model.StatusInsufficient || len(out.Decisions) > 0 {
		t.Errorf("an episode without decisions: %+v, %v", out, err)
	}
}

// TestEffects_LeastBudget keeps the least budget, however long names and contexts are.
func TestEffects_LeastBudget(t *testing.T) {
	long := strings.Repeat("a rather long name ", 6)
	var episodes []episodic.Episode
	for i, e := range causaltest.Confounded(300, 3) {
		e.Decisions[0].Context = long
		e.Context = map[string]string{}
		for k := range 12 {
			e.Context[fmt.Sprint(long, k)] = fmt.Sprint("state ", (i+k)%2)
		}
		episodes = append(episodes, e)
	}
	m := causaltest.NewProjectWith(t, episodes...)
	var texts []explain.Explanation
	for _, alternative := range []string{"no", "yes", "perhaps", "maybe=" + long} {
		e, err := m.Service.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{
			Project: "p", Episode: "ep00001", Decision: "d001", Alternative: alternative, Budget: explain.LeastBudget,
		})
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, e.Text)
	}
	best, err := m.Service.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: strings.TrimSpace(long), Budget: explain.LeastBudget})
	if err != nil {
		t.Fatal(err)
	}
	impact, err := m.Service.Decision.DecisionImpact(t.Context(), decision.ImpactQuestion{Project: "p", Episode: "ep00001", Budget: explain.LeastBudget})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(texts, best.Text, impact.Text) {
		if text.Text == "" || text.Tokens >= explain.LeastBudget {
			t.Errorf("%d tokens: %q", text.Tokens, text.Text)
		}
	}
}

// TestWhatIf_WithoutContext asks about decisions that do not say what they were about: their options are the
// states of one variable.
func TestWhatIf_WithoutContext(t *testing.T) {
	episodes := causaltest.Confounded(400, 3)
	for i := range episodes {
		episodes[i].Decisions[0].Context = ""
	}
	once := causaltest.EpisodeFromLines("once", episodic.OutcomeFailure, "decide retry=wait")
	once.Decisions[0].Context, once.Decisions[0].Options = "", []string{"wait", "give up"}
	m := causaltest.NewProjectWith(t, append(episodes, once)...)
	e := m.WhatIf("ep00001", "d001", map[string]string{"yes": "no", "no": "yes"}[episodes[1].Decisions[0].Chosen])
	if e.Status != model.StatusOK || e.Contrast == nil || e.Do[0].Variable != e.Chosen.Variable {
		t.Errorf("what was often chosen: %s %q %+v", e.Status, e.Reason, e.Contrast)
	}
	if e = m.WhatIf("once", "d001", "give up"); e.Status != model.StatusInsufficient || !strings.Contains(e.Reason, "never tried") {
		t.Errorf("what was never chosen: %s %q", e.Status, e.Reason)
	}
}
