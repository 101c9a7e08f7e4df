package decision_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// tried are n episodes of an option, of which so many succeeded.
func tried(option string, n, succeeded int) []episodic.Episode {
	out := make([]episodic.Episode, n)
	for i := range out {
		outcome := episodic.OutcomeFailure
		if i < succeeded {
			outcome = episodic.OutcomeSuccess
		}
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("%s-%03d", option, i), outcome, "decide way="+option)
	}
	return out
}

// TestBestAction_Difference calls the first option clearly the best when the difference to the second
// is, whether or not their probabilities have intervals that overlap.
func TestBestAction_Difference(t *testing.T) {
	for _, c := range []struct {
		why   string
		avoid bool
		clear bool
		tried [][]episodic.Episode
	}{
		{"the intervals overlap, and that of the difference excludes 0", false, true, [][]episodic.Episode{tried("a", 200, 122), tried("b", 200, 96)}},
		{"nor does it when it is to be avoided", true, true, [][]episodic.Episode{tried("a", 200, 122), tried("b", 200, 96)}},
		{"the second is not the most frequent", false, true, [][]episodic.Episode{tried("a", 200, 122), tried("b", 200, 96), tried("c", 300, 60)}},
		{"the difference may be none", false, false, [][]episodic.Episode{tried("a", 200, 106), tried("b", 200, 98)}},
	} {
		var all []episodic.Episode
		for _, some := range c.tried {
			all = append(all, some...)
		}
		m := causaltest.NewProjectWith(t, all...)
		q := decision.BestActionQuestion{Project: "p", Variable: "way", Budget: effect.EffectBudget}
		if c.avoid {
			q.Target, q.Avoid = "outcome=failure", true
		}
		b, err := m.Service.Decision.BestAction(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if b.Status != model.StatusOK || b.Options[0].State != "a" || b.Options[1].State != "b" || b.Difference == nil {
			t.Fatalf("%s: %s %q, %+v", c.why, b.Status, b.Reason, b.Difference)
		}
		line, _, _ := strings.Cut(b.Text.Text, "\n")
		if b.Clear() != c.clear || strings.Contains(line, "not clearly") == c.clear {
			t.Errorf("%s: difference %+v, told as %s", c.why, *b.Difference, line)
		}
	}
}
