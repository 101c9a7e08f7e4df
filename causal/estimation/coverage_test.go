package estimation_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// tally counts how many intervals contain the truth.
type tally struct{ in, of int }

func (c *tally) add(e estimation.Estimate, want float64) {
	c.of++
	if e.Low <= want && want <= e.High {
		c.in++
	}
}

func (c *tally) share() float64 { return float64(c.in) / float64(c.of) }

// enough is the rule for giving a stratified answer at all; see methods.md (b).
func enough(r estimation.Stratified) bool {
	return r.Chosen >= 10 && r.Overlap >= .95 && r.High-r.Low <= .30
}

// The interval contains the truth in at least 93 % of fresh samples.
func TestStratify_coverage(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, name)
			exact := o.exact(t)
			var strata, model, difference, models tally
			for replicate := range 40 {
				s := o.fresh(exact, 2_000, uint64(replicate))
				l := estimation.Learn(s, o.graph)
				for _, d := range o.truth.Do {
					state := o.states[o.column(d.Y)][1]
					q := o.question(d.X, d.XState, d.Y, state, nil)
					r := estimation.Stratify(s, q, o.graph.Parents[o.column(d.X)])
					if !enough(r) {
						continue
					}
					strata.add(r.Estimate, d.PDo[state])
					model.add(gformula(t, l, q), d.PDo[state])
				}
				for _, a := range o.truth.ATE {
					q := o.question(a.X, a.X1, a.Y, a.YState, nil)
					against := o.question(a.X, a.X0, a.Y, a.YState, nil)
					parents := o.graph.Parents[o.column(a.X)]
					one, other := estimation.Stratify(s, q, parents), estimation.Stratify(s, against, parents)
					if !enough(one) || !enough(other) {
						continue
					}
					apart := one.Minus(other)
					difference.add(estimation.Estimate{Low: apart.Low, High: apart.High}, a.ATE)
					c, err := l.Contrast(t.Context(), q, against.Do, inference.Limits{})
					if err != nil {
						t.Fatal(err)
					}
					models.add(estimation.Estimate{Low: c.Difference.Low, High: c.Difference.High}, a.ATE)
				}
			}
			t.Logf("strata %.3f of %d, their differences %.3f of %d; g-formula %.3f, its differences %.3f",
				strata.share(), strata.of, difference.share(), difference.of, model.share(), models.share())
			if strata.of < 100 || strata.share() < .93 {
				t.Errorf("%d of %d stratified intervals contain the truth", strata.in, strata.of)
			}
			if difference.share() < .93 {
				t.Errorf("%d of %d stratified intervals of differences contain the truth", difference.in, difference.of)
			}
			// These intervals are a little short; docs promise nothing better.
			if model.share() < .90 || models.share() < .90 {
				t.Errorf("%d of %d intervals of the g-formula contain the truth, %d of %d of differences", model.in, model.of, models.in, models.of)
			}
		})
	}
}
