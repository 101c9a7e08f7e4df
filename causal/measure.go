package causal

import "github.com/causeway-memory/causeway/episodic"

// Measured computes what the counts of a pair say about a link of a relation between them.
func Measured(r episodic.Relation, c PairCounts) Measure {
	return Measure{Unmeasured: true}
}
