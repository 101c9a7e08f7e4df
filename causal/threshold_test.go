package causal_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// around are the counts at which [causal.LeastChosen] decides.
var around = []int{causal.LeastChosen - 1, causal.LeastChosen, causal.LeastChosen + 1}

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
		out[i] = tale(fmt.Sprintf("ep%03d", i), outcome, "decide retry="+retry, "event broken="+broken, "retry -> broken")
	}
	return out
}

// tooFew reports whether a reason says that too few episodes made a choice.
func tooFew(reason string) bool {
	return strings.Contains(reason, fmt.Sprintf("at least %d are needed", causal.LeastChosen))
}

// TestIntervene_LeastChosen counts how many episodes have to have made a choice: exactly
// LeastChosen suffice, for the choice that is set and for the one compared with.
func TestIntervene_LeastChosen(t *testing.T) {
	for _, n := range around {
		m, few := world(t, retrials(n)...), n < causal.LeastChosen
		set := m.intervene(causal.InterveneQuestion{Do: []string{"retry=yes"}, Target: "broken=yes"})
		if (set.Status == causal.EffectInsufficient) != few || tooFew(set.Reason) != few {
			t.Errorf("%d chose what is set: %s %q", n, set.Status, set.Reason)
		}
		against := m.intervene(causal.InterveneQuestion{Do: []string{"retry=no"}, Against: "retry=yes", Target: "broken=yes"})
		if against.Status != causal.EffectOK || against.Contrast == nil {
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
		k := keep(t, retrials(n)...)
		a := k.would(causal.CounterfactualQuestion{Episode: "ep000", Set: "retry=yes", Target: "broken=yes"})
		few := n < causal.LeastChosen
		if said := strings.Contains(a.Reason, "too few to conclude anything"); said != few || (a.Status == causal.EffectInsufficient) != few {
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
		episodes = append(episodes, tale(fmt.Sprintf("ep%03d", i), outcome, lines...))
	}
	k := keep(t, episodes...)
	if err := k.DeclareClosed(t.Context(), "p", []string{"rain", "crash"}, "", true); err != nil {
		t.Fatal(err)
	}
	a := k.would(causal.CounterfactualQuestion{Episode: "ep000", Remove: "rain=mild", Target: "crash=yes"})
	if a.Graded == nil || a.Set != identity("rain", "not recorded") {
		t.Fatalf("%s %q: set to %+v, want its absence", a.Status, a.Reason, a.Set)
	}
	if o := a.Graded.Otherwise; o.Value < .9 {
		t.Errorf("without rain no crash: %+v", o)
	}
}

// TestFactorPath_EquallyStrongShorterFirst lists equally strong paths by their length, also when
// the longer one has the lesser keys.
func TestFactorPath_EquallyStrongShorterFirst(t *testing.T) {
	m := &memory{links: []causal.FactorLink{
		causes("a", "b", 1), causes("b", "z", .9), causes("b", "c", 1), causes("c", "z", .5), causes("a", "y", .5), causes("y", "z", 1),
	}}
	q := pathQuestion("a", "z")
	q.Mode, q.Limit = causal.FactorKBest, 3
	var got []string
	for _, p := range askPath(t, m, q).Paths {
		got = append(got, names(p))
	}
	if want := []string{"a b z", "a y z", "a b c z"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
