package effect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// doubtfulHistory says what is doubtful about the links of 600 episodes in which a review prevents
// bugs, bugs break, and who is tired reviews less and breaks more.
type doubtfulHistory struct {
	// late is the share in which the review is told after the bug, untold that without the target.
	late, untold float64
	// against links a review to being tired, which came first. wrong links a review to bugs as their
	// cause. few links what is no bug to what does not break in some of the first episodes.
	against, wrong, few bool
}

func (h doubtfulHistory) episodes() []episodic.Episode {
	r := rand.New(rand.NewPCG(21, 7))
	out := make([]episodic.Episode, 600)
	for i := range out {
		is := func(p float64) bool { return r.Float64() < p }
		tired := is(.5)
		review := is(map[bool]float64{true: .3, false: .7}[tired])
		bug := is(map[bool]float64{true: .2, false: .7}[review])
		broken := is(map[bool]float64{true: .7, false: .2}[bug] + map[bool]float64{true: .2}[tired])
		line := func(kind, name string, yes bool) string {
			return kind + " " + name + "=" + map[bool]string{true: "yes", false: "no"}[yes]
		}
		lines := []string{line("event", "tired", tired), line("decide", "review", review), line("event", "bug", bug)}
		if is(h.late) {
			lines[1], lines[2] = lines[2], lines[1]
		}
		if !is(h.untold) {
			lines = append(lines, line("event", "broken", broken))
		}
		link := func(when bool, words string) {
			if when {
				lines = append(lines, words)
			}
		}
		link(!review && bug, "review -> bug")
		link(bug && broken, "bug -> broken")
		link(tired && broken, "tired -> broken")
		link(!h.against && tired && !review, "tired -> review")
		link(h.against && tired && !review, "review -> tired")
		link(h.wrong && review && bug, "review -> bug")
		link(h.few && i < 9 && !bug && !broken, "bug -> broken")
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("e%04d", i), episodic.OutcomeUnknown, lines...)
	}
	return out
}

// TestIntervene_DoubtfulLinks wants what the quality of links and episodes says to stand in the answer
// that rests on it, and nothing else.
func TestIntervene_DoubtfulLinks(t *testing.T) {
	const (
		selection = "Whether an episode was recorded does not depend on how it ended."
		often     = `1 link is the right way round although the effect often came first: "review=no" causes "bug=yes".`
		turned    = `1 link is to be read the other way round, since what they lead to came first: "review=no" causes "tired=yes".`
		wrong     = `1 link is right although the counts say otherwise: "review=yes" causes "bug=yes".`
		few       = `1 link is right although fewer than 10 episodes state each: "bug=no" causes "broken=no".`
		untold    = "Whether an episode tells the target does not depend on it: 102 of 600 do not (17 %)."
	)
	words := []string{often, turned, wrong, few, untold, selection}
	for name, c := range map[string]struct {
		history doubtfulHistory
		says    []string
		widened bool
	}{
		"nothing doubtful":                {says: []string{selection}},
		"the effect often came first":     {history: doubtfulHistory{late: .3}, says: []string{often, selection}, widened: true},
		"a link against the time":         {history: doubtfulHistory{against: true}, says: []string{turned, selection}, widened: true},
		"the counts contradict a link":    {history: doubtfulHistory{wrong: true}, says: []string{wrong, selection}},
		"few episodes state a link":       {history: doubtfulHistory{few: true}, says: []string{few, selection}},
		"episodes do not tell the target": {history: doubtfulHistory{untold: .2}, says: []string{untold, selection}},
	} {
		t.Run(name, func(t *testing.T) {
			e := causaltest.NewProjectWith(t, c.history.episodes()...).Intervene(effect.InterveneQuestion{
				Do: []string{"review=yes"}, Against: "review=no", Target: "broken=yes", Budget: 2 * effect.EffectBudget,
			})
			if e.Status != model.StatusOK || !slices.Equal(e.Adjustment, []string{"tired"}) {
				t.Fatalf("%s %q, adjusted for %v", e.Status, e.Reason, e.Adjustment)
			}
			for _, w := range words {
				if said := slices.Contains(e.Assumptions, w); said != slices.Contains(c.says, w) || said != strings.Contains(e.Text.Text, w) {
					t.Errorf("said %v: %s\n%s", said, w, strings.Join(e.Assumptions, "\n"))
				}
			}
			if e.Widened != c.widened {
				t.Errorf("widened: %v", e.Widened)
			}
			if d := e.Contrast.Difference; d.Low > -.25 || d.High < -.25 {
				t.Errorf("%+v, truly -.25", d)
			}
		})
	}
}
