package decision_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
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
	// refused are the refusals, false those whose reason is not the true one where that can be told.
	refused, false int
	reasons        map[string]int
}

func (s *score) add(o score) {
	s.asked, s.answered, s.held = s.asked+o.asked, s.answered+o.answered, s.held+o.held
	s.nothing, s.claimed = s.nothing+o.nothing, s.claimed+o.claimed
	s.ranked, s.worse = s.ranked+o.ranked, s.worse+o.worse
	s.refused, s.false = s.refused+o.refused, s.false+o.false
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d answered, %d intervals hold the truth; effects claimed where there is none: %d of %d; the worse option first: %d of %d; refused for a false reason: %d of %d",
		s.answered, s.asked, s.held, s.claimed, s.nothing, s.worse, s.ranked, s.false, s.refused)
}

// question is one question to a history whose truth is known.
type question struct {
	c *memory.Causes
	w causaltest.World
	d causaltest.WorldDecision
	// truth is the true difference; chose are the numbers of episodes that chose each option.
	truth float64
	chose [2]int
}

func newQuestion(c *memory.Causes, w causaltest.World, d causaltest.WorldDecision, truth float64, episodes []episodic.Episode) question {
	q := question{c: c, w: w, d: d, truth: truth}
	for _, e := range episodes {
		for _, made := range e.Decisions {
			if at := slices.Index([]string{d.Option, d.Against}, made.Chosen); made.Context == d.Variable && at >= 0 {
				q.chose[at]++
			}
		}
	}
	return q
}

// leastTrue is the least true difference that no complete record of links may deny.
const leastTrue = .05

// refuse counts a refusal with its reason, and fails for a false one.
func (s *score) refuse(t *testing.T, q question, status model.Status, reason string) {
	t.Helper()
	s.refused++
	s.reasons[string(status)+": "+reason]++
	if !q.mayRefuse(status, reason) {
		s.false++
		t.Errorf("%s, %s, truly %.3f, %v chose so: refused for a false reason: %s %s", q.w.Name, q.d.Variable, q.truth, q.chose, status, reason)
	}
}

// mayRefuse reports whether the reason of a refusal is true, as far as the world tells: its questions
// name what exists, no links make a circle or show only the order in time, few variables are told, and
// only what is told without times or only when it occurs is in doubt.
func (q question) mayRefuse(status model.Status, reason string) bool {
	switch status {
	case model.StatusNoCausalPath:
		return !q.w.Complete || math.Abs(q.truth) < leastTrue
	case model.StatusNotIdentified:
		return q.w.Untimed || len(q.w.Silent) > len(q.w.Closed)
	case model.StatusOK, model.StatusInsufficient:
		few := func(n int) bool {
			return n < effect.LeastChosen && strings.HasPrefix(reason, "Only "+explain.EpisodesIn(n)+" chose ")
		}
		return !strings.HasPrefix(reason, "No episode") && (!strings.HasPrefix(reason, "Only ") || few(q.chose[0]) || few(q.chose[1]))
	default:
		return false
	}
}

// nearNothing is the largest true difference that counts as none.
const nearNothing = .005

// effectOf asks for the effect of a decision and compares it with the truth.
func (s *score) effectOf(t *testing.T, q question) {
	t.Helper()
	e, err := q.c.Effect.Intervene(t.Context(), effect.InterveneQuestion{
		Project: "p", Do: []string{q.d.Label(q.d.Option)}, Against: q.d.Label(q.d.Against), Target: q.w.TargetLabel(),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.asked++
	claims := e.Status == model.StatusOK && e.Contrast != nil && e.Contrast.Insufficient == "" || e.Status == model.StatusNoCausalPath
	if !claims || e.Status == model.StatusNoCausalPath {
		reason := e.Reason
		if e.Status == model.StatusOK && e.Contrast != nil {
			reason = e.Contrast.Insufficient
		}
		s.refuse(t, q, e.Status, reason)
	}
	if !claims {
		return
	}
	s.answered++
	i := e.Contrast.Difference
	if i.Low <= q.truth && q.truth <= i.High {
		s.held++
	}
	if -nearNothing < q.truth && q.truth < nearNothing {
		s.nothing++
		if i.Low > 0 || i.High < 0 {
			s.claimed++
		}
	}
}

// bestOf asks which option is best and compares that with the truth.
func (s *score) bestOf(t *testing.T, q question) {
	t.Helper()
	b, err := q.c.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: q.d.Variable, Target: q.w.TargetLabel(), Avoid: true})
	if err != nil {
		t.Fatal(err)
	}
	if b.Status != model.StatusOK {
		s.refuse(t, q, b.Status, b.Reason)
		return
	}
	if -nearNothing < q.truth && q.truth < nearNothing {
		return
	}
	s.ranked++
	best := q.d.Option
	if q.truth > 0 {
		best = q.d.Against
	}
	if b.Options[0].State != best && b.Clear() {
		s.worse++
	}
}

// worldSizes are the numbers of episodes of the histories of a world. With -short the largest, which takes two thirds of the
// time, is left out: false claims come from little data.
func worldSizes() []int {
	if testing.Short() {
		return []int{60, 200, 600}
	}
	return []int{60, 200, 600, 2000}
}

// TestTruth_OfWorlds asks histories of known truth, recorded as an agent would. The limits hold for each
// world. `make worlds` asks two hundred histories of each.
func TestTruth_OfWorlds(t *testing.T) { askWorlds(t, 2100, causaltest.Worlds()) }

// TestTruth_OfUnseenWorlds asks histories of worlds that no rule was made for.
func TestTruth_OfUnseenWorlds(t *testing.T) { askWorlds(t, 2200, causaltest.UnseenWorlds()) }

// TestTruth_OfWorldsInWords asks histories in which what decides is told in words.
func TestTruth_OfWorldsInWords(t *testing.T) { askWorlds(t, 2300, causaltest.WorldsInWords()) }

func askWorlds(t *testing.T, stream uint64, worlds []causaltest.World) {
	var all score
	for i, w := range worlds {
		world := askWorld(t, stream+uint64(i), w)
		t.Logf("%s: %s", w.Name, world)
		if world.outside() {
			t.Errorf("%s: outside of the limits: %s %v", w.Name, world, world.reasons)
		}
		all.add(world)
	}
	t.Logf("all: %s", all)
	if all.outside() || 5*all.answered < 2*all.asked {
		t.Errorf("all: %s", all)
	}
}

// askWorld asks histories of all sizes about all decisions of a world.
func askWorld(t *testing.T, stream uint64, w causaltest.World) score {
	t.Helper()
	truth := make([]float64, len(w.Asked))
	for i, d := range w.Asked {
		truth[i] = w.Reaching(d.Variable, d.Option) - w.Reaching(d.Variable, d.Against)
	}
	all := score{reasons: map[string]int{}}
	for _, n := range worldSizes() {
		sized := score{reasons: all.reasons}
		for round := range soak.Rounds(2) {
			episodes := w.Episodes(soak.Rand(stream, uint64(n*1000+round)), n)
			c := causaltest.NewHistory(t, episodes, w.Closed, w.Links...)
			for i, d := range w.Asked {
				q := newQuestion(c, w, d, truth[i], episodes)
				sized.effectOf(t, q)
				sized.bestOf(t, q)
			}
		}
		t.Logf("%s, %d episodes, truly %.3f: %s", w.Name, n, truth, sized)
		all.add(sized)
	}
	return all
}

// outside reports whether the answers break a limit by more than chance.
func (s score) outside() bool {
	return moreThan(s.answered-s.held, s.answered, .07) || moreThan(s.claimed, s.nothing, .05) || s.worse > 0
}

// moreThan reports whether k of n are more than a share, by more than chance: three standard errors.
func moreThan(k, n int, share float64) bool {
	expected := share * float64(n)
	return float64(k) > expected+3*math.Sqrt(expected*(1-share))
}
