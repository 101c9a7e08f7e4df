package effect_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// numbersOf are the numbers of an answer, and its words in so far as they name nothing.
func numbersOf(e effect.Effect) (string, []float64) {
	var out []float64
	add := func(i *effect.Estimate) {
		if i != nil {
			out = append(out, i.Value, i.Low, i.High, float64(i.N), i.Effective)
		}
	}
	add(e.Model)
	add(e.Stratified)
	add(e.Observed)
	if e.Contrast != nil {
		out = append(out, e.Contrast.Difference.Value, e.Contrast.Difference.Low, e.Contrast.Difference.High)
	}
	return fmt.Sprint(e.Status, e.Disagree, e.Tried, len(e.Strata), len(e.Missing), len(e.Carriers)), append(out, e.Overlap)
}

func sameNumbers(t *testing.T, why string, a, b effect.Effect) {
	t.Helper()
	words, numbers := numbersOf(a)
	otherWords, others := numbersOf(b)
	if words != otherWords || len(numbers) != len(others) {
		t.Errorf("%s: %s %v, and %s %v", why, words, numbers, otherWords, others)
		return
	}
	for i, v := range numbers {
		if math.Abs(v-others[i]) > 1e-9*max(1, math.Abs(v)) {
			t.Errorf("%s: number %d is %v, and %v", why, i, v, others[i])
		}
	}
}

// TestIntervene_Invariant changes what must change no answer.
func TestIntervene_Invariant(t *testing.T) {
	questions := []effect.InterveneQuestion{
		{Do: []string{"retry=yes"}},
		{Do: []string{"retry=no"}, Context: []string{"hard=yes"}},
		{Do: []string{"retry=yes"}, Target: "broken=no"},
		{Do: []string{"broken=yes"}, Target: "hard=yes"},
	}
	episodes := causaltest.Confounded(300, 9)
	plain := causaltest.NewProjectWith(t, episodes...)
	for why, other := range map[string][]episodic.Episode{
		"in another order":         shuffled(episodes),
		"with an unrelated factor": unrelated(episodes),
		"with other names":         renamed(episodes),
	} {
		m := causaltest.NewProjectWith(t, other...)
		for _, q := range questions {
			asked := q
			if why == "with other names" {
				asked = renamedQuestion(q)
			}
			sameNumbers(t, fmt.Sprintf("%s, %v", why, q.Do), plain.Intervene(q), m.Intervene(asked))
		}
	}
}

func shuffled(all []episodic.Episode) []episodic.Episode {
	out := slices.Clone(all)
	rand.New(rand.NewPCG(4, 4)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i := range out {
		slices.Reverse(out[i].Events)
		slices.Reverse(out[i].Links)
	}
	return out
}

// unrelated adds an event that follows from chance alone; no link touches it.
func unrelated(all []episodic.Episode) []episodic.Episode {
	random := rand.New(rand.NewPCG(5, 5))
	out := slices.Clone(all)
	for i := range out {
		out[i].Events = append(slices.Clone(out[i].Events), episodic.Event{
			ID: "e900", At: out[i].StartedAt, Type: episodic.EventMilestone, Content: fmt.Sprintf("moon=m%d", random.IntN(3)),
		})
	}
	return out
}

// renaming turns the order of variables and states round.
func renaming() *strings.Replacer {
	return strings.NewReplacer("hard", "zz_hard", "retry", "aa_retry", "broken", "mm_broken", "=yes", "=a1", "=no", "=b2")
}

func renamed(all []episodic.Episode) []episodic.Episode {
	var out []episodic.Episode
	for _, e := range all {
		e.Events, e.Decisions = slices.Clone(e.Events), slices.Clone(e.Decisions)
		for i := range e.Events {
			e.Events[i].Content = renaming().Replace(e.Events[i].Content)
		}
		for i := range e.Decisions {
			d := &e.Decisions[i]
			d.Context, d.Chosen = renaming().Replace(d.Context), strings.TrimPrefix(renaming().Replace("="+d.Chosen), "=")
			d.Options = []string{"a1", "b2"}
		}
		out = append(out, e)
	}
	return out
}

func renamedQuestion(q effect.InterveneQuestion) effect.InterveneQuestion {
	replace := func(names []string) []string {
		var out []string
		for _, name := range names {
			out = append(out, renaming().Replace(name))
		}
		return out
	}
	q.Do, q.Context, q.Target = replace(q.Do), replace(q.Context), renaming().Replace(q.Target)
	return q
}

// TestIntervene_Widen wants wider intervals around the same values, and words that say so.
func TestIntervene_Widen(t *testing.T) {
	m := causaltest.NewProjectWith(t, causaltest.Confounded(600, 2)...)
	q := effect.InterveneQuestion{Do: []string{"retry=yes"}}
	bare := m.Intervene(q)
	q.Widen = true
	wide := m.Intervene(q)
	if !wide.Widened || bare.Widened || wide.Status != bare.Status || !strings.Contains(strings.Join(wide.Assumptions, " "), "widened") {
		t.Errorf("%s %v, %q", wide.Status, wide.Widened, wide.Assumptions)
	}
	for what, pair := range map[string][2]model.Interval{
		"model":      {bare.Model.Interval, wide.Model.Interval},
		"stratified": {bare.Stratified.Interval, wide.Stratified.Interval},
		"difference": {bare.Contrast.Difference, wide.Contrast.Difference},
		"ratio":      {*bare.Contrast.Ratio, *wide.Contrast.Ratio},
	} {
		if pair[0].Value != pair[1].Value || pair[1].Low >= pair[0].Low || pair[1].High <= pair[0].High {
			t.Errorf("%s: %+v is widened to %+v", what, pair[0], pair[1])
		}
	}
	if *wide.Contrast.EValueLow > *bare.Contrast.EValueLow {
		t.Errorf("the E-value of the bound grew from %v to %v", *bare.Contrast.EValueLow, *wide.Contrast.EValueLow)
	}
}
