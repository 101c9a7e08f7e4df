package applicable_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/google/go-cmp/cmp"
)

func TestService_Advise(t *testing.T) {
	fits := patternstest.Validated("fits", condition.Applicability{ProblemTypes: []string{"refactoring"}})
	fits.Action, fits.Counts = "write the design down", patterns.Counts{Successes: 9, Failures: 1}
	other := patternstest.Validated("other", condition.Applicability{ProblemTypes: []string{"bugfix"}})
	candidate := patternstest.Validated("candidate", condition.Applicability{})
	candidate.Status = patterns.StatusCandidate
	got, err := patternstest.ServiceWith(fits, other, candidate).Applicable.Advise(t.Context(), task("A refactoring of the parser"), nil, 3, 400)
	if err != nil || len(got) != 1 || got[0].Pattern != fits.Key || got[0].Shortened || got[0].Score <= 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if want := "[" + fits.Key + "] fits, validated: write the design down. 9 of 10 episodes succeeded (95 %: 60 to 98 %). Never validated"; got[0].Text != want {
		t.Errorf("got %q, want %q", got[0].Text, want)
	}
	if got, err = patternstest.ServiceWith(fits).Applicable.Advise(t.Context(), task("refactoring"), nil, 3, 16); err != nil || len(got) != 1 || !got[0].Shortened ||
		len(strings.Fields(got[0].Text)) > 16 {
		t.Errorf("in 16 words: %+v, %v", got, err)
	}
	if got, err = patternstest.ServiceWith(fits).Applicable.Advise(t.Context(), task("refactoring"), nil, 3, 5); err != nil || len(got) != 1 || got[0].Text != "" {
		t.Errorf("in 5 words, too few for the counts: %+v, %v", got, err)
	}
}

// task asks what to know before a task.
func task(words string) briefing.ContextQuestion {
	return briefing.ContextQuestion{Project: "p", Task: words}
}

// names returns the names of the patterns, in order.
func names(of []patterns.Pattern, advice []briefing.Advice) []string {
	out := make([]string, len(advice))
	for i, a := range advice {
		at := slices.IndexFunc(of, func(p patterns.Pattern) bool { return p.Key == a.Pattern })
		if out[i] = of[at].Name; a.Unproven {
			out[i] += " (unproven)"
		}
	}
	return out
}

// Patterns come in the order of how closely they are related to the task, and what silence fulfills
// is no advice.
func TestService_Advise_order(t *testing.T) {
	counted := func(p patterns.Pattern, successes, failures int) patterns.Pattern {
		p.Counts = patterns.Counts{Successes: successes, Failures: failures}
		return p
	}
	candidate := func(p patterns.Pattern) patterns.Pattern {
		p.Status = patterns.StatusCandidate
		return p
	}
	anyTask := condition.Applicability{}
	silent := condition.Applicability{Conditions: []condition.Condition{patternstest.Compare("context.error", condition.OperatorAbsent)}}
	parser := condition.Applicability{Features: condition.Features{Capabilities: []string{"parser"}}}
	avoid := candidate(counted(patternstest.Validated("skip the parser tests", anyTask), 1, 9))
	avoid.AntiPattern = true
	recovery := candidate(counted(patternstest.Validated("restart", anyTask), 6, 0))
	recovery.Category = patterns.CategoryRecovery
	all := []patterns.Pattern{
		patternstest.Validated("for all", anyTask), patternstest.Validated("where nothing is told", silent),
		counted(patternstest.Validated("asks", parser), 1, 9), // ranked behind all others by its score
		candidate(counted(patternstest.Validated("parser thirty", anyTask), 30, 0)),
		candidate(counted(patternstest.Validated("parser four", anyTask), 4, 0)),
		candidate(counted(patternstest.Validated("parser poor", anyTask), 4, 6)),
		patternstest.Validated("parser proven", anyTask), avoid, recovery,
	}
	s := patternstest.ServiceWith(all...)
	for _, c := range []struct {
		q     briefing.ContextQuestion
		limit int
		want  []string
	}{
		{task("A refactoring of the parser"), 9, []string{"asks", "parser proven", "parser thirty (unproven)", "skip the parser tests (unproven)", "for all", "restart (unproven)"}},
		{task("A refactoring of the parser"), 1, []string{"asks"}},
		{task("write a poem about cats"), 2, []string{"parser proven", "for all"}},
		{briefing.ContextQuestion{Project: "p", Error: "parser crashed"}, 2, []string{"restart (unproven)", "asks"}},
	} {
		got, err := s.Applicable.Advise(t.Context(), c.q, nil, c.limit, 400)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, names(all, got)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.q, diff)
		}
	}
}

// What most of the similar episodes are tells of which kind the task is; what its words tell comes first.
func TestService_Advise_similarEpisodes(t *testing.T) {
	alike := func(kinds ...string) (out []recall.Hit) {
		for _, kind := range kinds {
			out = append(out, recall.Hit{Stored: episodic.Stored{Episode: episodic.Episode{TaskType: kind, Domain: "shop"}}})
		}
		return out
	}
	shop := condition.Applicability{ProblemTypes: []string{"rollout"}, Features: condition.Features{Domain: []string{"shop"}}}
	all := []patterns.Pattern{
		patternstest.Validated("roll out", condition.Applicability{ProblemTypes: []string{"rollout"}}), patternstest.Validated("roll out the shop", shop),
		patternstest.Validated("release", condition.Applicability{ProblemTypes: []string{"release"}}),
		patternstest.Validated("asks", condition.Applicability{ProblemTypes: []string{"gate"}}), patternstest.Validated("for all", condition.Applicability{}),
	}
	for _, c := range []struct {
		why     string
		similar []recall.Hit
		want    []string
	}{
		{"without similar episodes", nil, []string{"asks", "for all"}},
		{"two of three are rollouts", alike("rollout", "rollout", "release"), []string{"asks", "roll out", "roll out the shop", "for all"}},
		{"half of them are", alike("rollout", "release"), []string{"asks", "for all"}},
		{"they tell no type", alike("", "", "rollout"), []string{"asks", "for all"}},
	} {
		got, err := patternstest.ServiceWith(all...).Applicable.Advise(t.Context(), task("The gate is slow"), c.similar, 9, 400)
		if err != nil {
			t.Fatal(err)
		}
		told := names(all, got)
		slices.Sort(told[min(1, len(told)):max(1, len(told)-1)]) // of one grade by their keys
		if diff := cmp.Diff(c.want, told); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}
