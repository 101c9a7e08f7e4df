package decision_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/decision"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/soak"
)

// figures are all numbers of an effect, without its names.
func figures(e effect.Effect) string {
	out := fmt.Sprintf("%s, %d tried, overlap %v, %d adjusted for, widened %v, disagree %v", e.Status, e.Tried, e.Overlap, len(e.Adjustment), e.Widened, e.Disagree)
	for _, x := range []*effect.Estimate{e.Model, e.Stratified, e.Observed} {
		if x != nil {
			out += fmt.Sprintf("; %+v n %d worth %v", x.Interval, x.N, x.Effective)
		}
	}
	if c := e.Contrast; c != nil {
		out += fmt.Sprintf("; %+v against %+v, enough %v", c.Difference, c.Baseline.Interval, c.Insufficient == "")
	}
	return out
}

// answered are the answers about one decision of a world in figures, each asked by the names that an
// agent would type. clear says which option is clearly the best.
func answered(t *testing.T, c *memory.Causes, w causaltest.World, d causaltest.WorldDecision, episode, other string) string {
	t.Helper()
	e, err := c.Effect.Intervene(t.Context(), effect.InterveneQuestion{
		Project: "p", Do: []string{d.Label(d.Option)}, Against: d.Label(d.Against), Target: w.TargetLabel(),
	})
	if err != nil {
		t.Fatal(err)
	}
	out := []string{figures(e)}
	if other != "" {
		for _, name := range []string{other, d.Label(other)} {
			if e, err = c.Effect.WhatIf(t.Context(), effect.WhatIfQuestion{
				Project: "p", Episode: episode, Decision: "d001", Alternative: name, Target: w.TargetLabel(),
			}); err != nil {
				t.Fatal(err)
			}
			out = append(out, figures(e))
		}
	}
	for _, name := range []string{d.Variable, d.Label(d.Against)} {
		b, err := c.Decision.BestAction(t.Context(), decision.BestActionQuestion{Project: "p", Variable: name, Target: w.TargetLabel(), Avoid: true})
		if err != nil {
			t.Fatal(err)
		}
		words := fmt.Sprintf("%s clear %v", b.Status, b.Clear())
		for _, o := range b.Options {
			words += fmt.Sprintf("; %d. the first option %v: %s", o.Rank, o.State == d.Option, figures(o.Effect))
		}
		out = append(out, words)
	}
	return strings.Join(out, "\n")
}

// TestSpelling_OfWorlds wants the same figures whatever the names: with equals signs, ranges, quotes,
// number signs and letters of other languages.
func TestSpelling_OfWorlds(t *testing.T) {
	for stream, plain := range causaltest.Worlds() {
		const n = 200
		var all [2][]string
		for i, w := range []causaltest.World{plain, plain.Spelled()} {
			episodes := w.Episodes(soak.Rand(uint64(2100+stream), 7), n)
			c := causaltest.NewHistory(t, episodes, w.Closed, w.Links...)
			for at, d := range w.Asked {
				other := ""
				if first := episodes[0].Decisions; at == 0 && len(first) > 0 {
					other = map[string]string{d.Option: d.Against, d.Against: d.Option}[first[0].Chosen]
				}
				all[i] = append(all[i], answered(t, c, w, d, episodes[0].ID, other))
			}
		}
		for i, want := range all[0] {
			if all[1][i] != want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", plain.Name, plain.Asked[i].Variable, all[1][i], want)
			}
		}
	}
}
