package estimation_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
)

// The bounds of a sample vary by chance; the bootstrap bounds contain the true ones in at least 93 % of
// fresh samples.
func TestBootstrapBounds_coverage(t *testing.T) {
	t.Parallel()
	for _, name := range networks() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOracle(t, name)
			exact := o.exact(t)
			var wide, point tally
			var width mean
			for replicate := range 12 {
				s := o.fresh(exact, 2_000, uint64(1_000+replicate))
				for _, c := range o.truth.ProbCausation {
					if len(c.YEvent) != 1 {
						continue
					}
					q := o.question(c.X, c.X1, c.Y, c.YEvent[0], nil)
					against := o.question(c.X, c.X0, c.Y, c.YEvent[0], nil).Do
					parents := o.graph.Parents[o.column(c.X)]
					if r := estimation.Stratify(s, q, parents); !enough(r) {
						continue
					}
					b := estimation.BootstrapBounds(s, q, against, parents, 1)
					for what, r := range map[string][2]inference.Range{
						"PN": {b.Wide.PN, b.Bounds.PN}, "PS": {b.Wide.PS, b.Bounds.PS}, "PNS": {b.Wide.PNS, b.Bounds.PNS},
					} {
						want := c.Bounds[what]
						for i, found := range r {
							counted := []*tally{&wide, &point}[i]
							counted.of++
							if found.Low <= want[0]+1e-9 && want[1] <= found.High+1e-9 {
								counted.in++
							}
						}
						width.add(r[0].High - r[0].Low - (r[1].High - r[1].Low))
					}
					if !b.Bounds.Consistent {
						t.Errorf("%s on %s: the sample contradicts itself: %+v", c.X, c.Y, b.Inputs)
					}
				}
			}
			t.Logf("%.3f of %d contain the true bounds, of those without the bootstrap %.3f; wider by %v", wide.share(), wide.of, point.share(), &width)
			if wide.of < 100 || wide.share() < .93 {
				t.Errorf("%d of %d contain the true bounds", wide.in, wide.of)
			}
			if width.of() > .12 {
				t.Errorf("the bounds become %v wider on average", &width)
			}
		})
	}
}
