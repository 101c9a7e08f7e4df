package patterns

import "github.com/causeway-memory/causeway/episodic"

// Problems lists what is wrong with a condition.
func Problems(c Condition) []episodic.Problem { return c.problems("conditions[0]") }

// ApplicabilityProblems lists what is wrong with where a pattern applies.
func ApplicabilityProblems(a Applicability) []episodic.Problem { return a.problems("applicability") }

// FoldValue is by what values are the same.
func FoldValue(v string) string { return foldValue(v) }

// Generalised returns where any of the patterns applies.
func Generalised(all []Applicability) Applicability { return generalised(all) }

// Compare says how alike two patterns are.
func Compare(p, q Pattern) Alike { return p.outline().compare(q.outline()) }
