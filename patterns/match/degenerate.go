package match

import (
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// Factors rejects matches that repeat a factor or whose trigger excludes or is the action, after
// merges.
func Factors(d patterns.Definition, w FactorResolver) []problem.Problem {
	var c patterns.Checker
	for i, m := range d.Matches {
		action := w.Now(m.Action())
		steps := make([]factor.Identity, len(m.Then))
		for j, step := range m.Then {
			if steps[j] = w.Now(step); slices.Contains(steps[:j], steps[j]) {
				c.Invalid(fmt.Sprintf("matches[%d].then[%d]", i, j), "%q is already a step", step.Label())
			}
		}
		for j, t := range m.Trigger {
			at, now := fmt.Sprintf("matches[%d].trigger[%d]", i, j), w.Now(t)
			switch {
			case slices.Contains(steps, now):
				c.Invalid(at, "%q is the action; a trigger must hold before it", t.Label())
			case len(steps) == 1 && now.Variable == action.Variable:
				c.Invalid(at, "%q and the action %q are states of one variable, so they exclude each other", t.Label(), m.Action().Label())
			case j > 0 && now == w.Now(m.Trigger[0]):
				c.Invalid(at, "%q is already in the trigger", t.Label())
			}
		}
	}
	return c.Problems
}
