package condition

import (
	"github.com/causeway-memory/causeway/internal/problem"
)

// Problems lists what is wrong with a condition.
func Problems(c Condition) []problem.Problem { return c.Problems("conditions[0]") }

// ApplicabilityProblems lists what is wrong with where a pattern applies.
func ApplicabilityProblems(a Applicability) []problem.Problem { return a.Problems("applicability") }
