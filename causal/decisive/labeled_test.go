package decisive_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
)

// score counts where the decisive step stands.
type score struct{ runs, first, three int }

func (s *score) add(place int) {
	s.runs++
	if place == 0 {
		s.first++
	}
	if place >= 0 && place < 3 {
		s.three++
	}
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d first, %d among three", s.first, s.runs, s.three)
}

// guess is the first step of a ranking.
type guess struct {
	probability float64
	right       bool
}

// rank ranks a run and returns the place of its decisive step, -1 for none.
func rank(l causaltest.Labeled, s decisive.Siblings) (place int, g guess) {
	steps := decisive.Rank(l.Run, s).Steps
	place = slices.IndexFunc(steps, func(s decisive.Step) bool { return s.Occurrence == l.Decided })
	return place, guess{steps[0].Probability, place == 0}
}

// siblings are the other runs beside one, as the service finds them.
func siblings(all []causaltest.Labeled, of causaltest.Labeled) decisive.Siblings {
	var out decisive.Siblings
	for _, l := range all {
		switch e := l.Run; {
		case e.ID == of.Run.ID:
		case e.Context["task"] != of.Run.Context["task"]:
			out.Others = append(out.Others, e)
		case e.Outcome == episodic.OutcomeSuccess:
			out.Good = append(out.Good, e)
		default:
			out.Failed = append(out.Failed, e)
		}
	}
	return out
}

// TestRank_labeled scores the ranking on public runs with the step that decided. Of a run only that it failed is known.
func TestRank_labeled(t *testing.T) {
	var guesses []guess
	tau := causaltest.ReadAirline(t)
	var s, bare score
	for _, l := range tau {
		if l.Decided != "" {
			place, _ := rank(l, decisive.Siblings{Others: siblings(tau, l).Others})
			bare.add(place)
		}
		if found := siblings(tau, l); l.Decided != "" && len(found.Good) > 0 {
			place, g := rank(l, found)
			s.add(place)
			guesses = append(guesses, g)
		}
	}
	t.Logf("tau-airline: %v; without the runs of the task: %v", s, bare)
	if bare.runs < 10 || 10*bare.first < 6*bare.runs || 10*bare.three < 8*bare.runs {
		t.Errorf("tau-airline, without the runs of the task: %v; the page says 12 and 15 of 16", bare)
	}
	if s.runs < 10 || 10*s.first < 7*s.runs || 10*s.three < 9*s.runs {
		t.Errorf("tau-airline: %v; want 70 %% and 90 %%", s)
	}
	for _, c := range []struct {
		name         string
		first, three int
	}{{"generated", 44, 75}, {"handcrafted", 25, 50}} {
		var s, other score
		for i, l := range causaltest.ReadLabeled(t, "who-and-when/"+c.name+".jsonl.gz", "who-and-when/"+c.name+"-truth.jsonl", "mistake_step") {
			place, g := rank(l, decisive.Siblings{})
			s.add(place)
			if i%2 == 1 {
				other.add(place)
			}
			guesses = append(guesses, g)
		}
		t.Logf("%s: %v; of the half that no weight was fitted to %v", c.name, s, other)
		if 100*s.first < c.first*s.runs || 100*s.three < c.three*s.runs {
			t.Errorf("%s: %v; want %d %% and %d %%", c.name, s, c.first, c.three)
		}
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(b.probability, a.probability) })
	certain := guesses[:3*len(guesses)/10]
	right := 0
	for _, g := range certain {
		if g.right {
			right++
		}
	}
	t.Logf("of the %d most certain first steps %d are right", len(certain), right)
	if 100*right < 65*len(certain) {
		t.Errorf("of the %d most certain first steps only %d are right", len(certain), right)
	}
}
