package counterfactual_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// around are the counts at which [effect.LeastChosen] decides.
var around = []int{effect.LeastChosen - 1, effect.LeastChosen, effect.LeastChosen + 1}

// retrials are 200 episodes that did not retry, half of which broke, and n that retried, none of
// which did.
func retrials(n int) []episodic.Episode {
	out := make([]episodic.Episode, 200+n)
	for i := range out {
		retry, broken, outcome := "yes", "no", episodic.OutcomeSuccess
		if i < 200 {
			retry = "no"
			if i%2 == 0 {
				broken, outcome = "yes", episodic.OutcomeFailure
			}
		}
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("ep%03d", i), outcome, "decide retry="+retry, "event broken="+broken, "retry -> broken")
	}
	return out
}

// tooFew reports whether a reason says that too few episodes made a choice.
func tooFew(reason string) bool {
	return strings.Contains(reason, fmt.Sprintf("at least %d are needed", effect.LeastChosen))
}

// TestIntervene_LeastChosen counts how many episodes have to have made a choice: exactly
// LeastChosen suffice, for the choice that is set and for the one compared with.
func TestIntervene_LeastChosen(t *testing.T) {
	for _, n := range around {
		m, few := causaltest.NewProjectWith(t, retrials(n)...), n < effect.LeastChosen
		set := m.Intervene(effect.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"})
		if (set.Status == model.StatusInsufficient) != few || tooFew(set.Reason) != few {
			t.Errorf("%d chose what is set: %s %q", n, set.Status, set.Reason)
		}
		against := m.Intervene(effect.InterveneQuestion{Do: []string{"retry=no"}, Against: "retry=yes", Target: "broken=yes"})
		if against.Status != model.StatusOK || against.Contrast == nil {
			t.Fatalf("200 chose what is set: %s %q %+v", against.Status, against.Reason, against.Contrast)
		}
		if tooFew(against.Contrast.Insufficient) != few {
			t.Errorf("%d chose what is compared with: %q", n, against.Contrast.Insufficient)
		}
	}
}

// TestCounterfactual_LeastChosen wants as many episodes with what the cause would have been.
func TestCounterfactual_LeastChosen(t *testing.T) {
	for _, n := range around {
		k := causaltest.NewServices(t, retrials(n)...)
		a := k.Ask(counterfactual.Question{Episode: "ep000", Set: "retry=yes", Target: "broken=yes"})
		few := n < effect.LeastChosen
		if said := strings.Contains(a.Reason, "too few to conclude anything"); said != few || (a.Status == model.StatusInsufficient) != few {
			t.Errorf("%d with the other choice: %s %q", n, a.Status, a.Reason)
		}
	}
}

// TestCounterfactual_RemovedIsAbsent removes a cause of a variable that is absent, mild or
// severe: without it nothing was there, however often the other state happens.
func TestCounterfactual_RemovedIsAbsent(t *testing.T) {
	var episodes []episodic.Episode
	for i := range 300 {
		lines, outcome := []string{}, episodic.OutcomeSuccess
		switch n := i % 10; {
		case n < 5:
			lines = append(lines, "event rain=mild", "event crash=yes", "rain -> crash")
		case n < 9:
			lines = append(lines, "event rain=severe", "event crash=yes", "rain -> crash")
		}
		if len(lines) > 0 {
			outcome = episodic.OutcomeFailure
		}
		episodes = append(episodes, causaltest.EpisodeFromLines(fmt.Sprintf("ep%03d", i), outcome, lines...))
	}
	k := causaltest.NewServices(t, episodes...)
	if err := k.Derive.DeclareClosed(t.Context(), "p", []string{"rain", "crash"}, "", true); err != nil {
		t.Fatal(err)
	}
	a := k.Ask(counterfactual.Question{Episode: "ep000", Remove: "rain=mild", Target: "crash=yes"})
	if a.Graded == nil || a.Set != causaltest.Identity("rain", "not recorded") {
		t.Fatalf("%s %q: set to %+v, want its absence", a.Status, a.Reason, a.Set)
	}
	if o := a.Graded.Otherwise; o.Value < .9 {
		t.Errorf("without rain no crash: %+v", o)
	}
}
