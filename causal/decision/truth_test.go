package decision_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/soak"
)

// score counts the answers to questions whose truth is known.
type score struct {
	asked, answered, held int
	// nothing are the answered questions about what has no effect, claimed those that claim one.
	nothing, claimed int
	// ranked are the ranked decisions that have a worse option, worse those that put it first as clear.
	ranked, worse int
	reasons       map[string]int
}

func (s *score) add(o score) {
	s.asked, s.answered, s.held = s.asked+o.asked, s.answered+o.answered, s.held+o.held
	s.nothing, s.claimed = s.nothing+o.nothing, s.claimed+o.claimed
	s.ranked, s.worse = s.ranked+o.ranked, s.worse+o.worse
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d answered, %d intervals hold the truth; effects claimed where there is none: %d of %d; the worse option first: %d of %d",
		s.answered, s.asked, s.held, s.claimed, s.nothing, s.worse, s.ranked)
}

// nearNothing is the largest true difference that counts as none.
const nearNothing = .005

// effectOf asks for the effect of a decision and compares it with the truth.
func (s *score) effectOf(t *testing.T, c *memory.Causes, target string, d causaltest.WorldDecision, truth float64) {
	t.Helper()
	e, err := c.Effect.Intervene(t.Context(), effect.InterveneQuestion{
		Project: "p", Do: []string{d.Label(d.Option)}, Against: d.Label(d.Against), Target: target,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.asked++
	claims := e.Status == model.StatusOK && e.Contrast != nil && e.Contrast.Insufficient == "" || e.Status == model.StatusNoCausalPath
	if !claims {
		s.reasons[string(e.Status)+": "+e.Reason]++
		return
	}
	s.answered++
	i := e.Contrast.Difference
	if i.Low <= truth && truth <= i.High {
		s.held++
	}
	if -nearNothing < truth && truth < nearNothing {
		s.nothing++
		if i.Low > 0 || i.High < 0 {
			s.claimed++
		}
	}
}

// bestOf asks which option is best and compares that with the truth.
func (s *score) bestOf(t *testing.T, c *memory.Causes, target string, d causaltest.WorldDecision, truth float64) {
	t.Helper()
	b, err := c.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: d.Variable, Target: target, Avoid: true})
	if err != nil {
		t.Fatal(err)
	}
	if b.Status != model.StatusOK || -nearNothing < truth && truth < nearNothing {
		return
	}
	s.ranked++
	best := d.Option
	if truth > 0 {
		best = d.Against
	}
	if b.Options[0].State != best && b.Clear() {
		s.worse++
	}
}

// TestTruth_OfWorlds asks histories of known truth, recorded as an agent would.
func TestTruth_OfWorlds(t *testing.T) {
	all := score{reasons: map[string]int{}}
	for stream, w := range causaltest.Worlds() {
		truth := make([]float64, len(w.Asked))
		for i, d := range w.Asked {
			truth[i] = w.Reaching(d.Variable, d.Option) - w.Reaching(d.Variable, d.Against)
		}
		world := score{reasons: map[string]int{}}
		for n, rounds := range map[int]int{60: 3, 200: 2, 600: 1} {
			for round := range soak.Rounds(rounds) {
				c := causaltest.NewHistory(t, w.Episodes(soak.Rand(uint64(2100+stream), uint64(n*1000+round)), n), w.Closed, w.Links...)
				for i, d := range w.Asked {
					world.effectOf(t, c, w.TargetLabel(), d, truth[i])
					world.bestOf(t, c, w.TargetLabel(), d, truth[i])
				}
			}
		}
		t.Logf("%s, true %.3f: %s %v", w.Name, truth, world, world.reasons)
		all.add(world)
	}
	t.Logf("all: %s", all)
	if moreThan(all.answered-all.held, all.answered, .07) || all.worse > 0 || moreThan(all.claimed, all.nothing, .05) || 5*all.answered < 2*all.asked {
		t.Errorf("%s", all)
	}
}

// moreThan reports whether k of n are more than a share, by more than chance: three standard errors.
func moreThan(k, n int, share float64) bool {
	expected := share * float64(n)
	return float64(k) > expected+3*math.Sqrt(expected*(1-share))
}
