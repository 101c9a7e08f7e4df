package doubt

import (
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Kind says what is doubted.
type Kind string

// The kinds.
const (
	// Missing says that two variables depend on each other though no path explains it.
	Missing Kind = "MISSING"
	// Reversed says that a link seems to point the wrong way.
	Reversed Kind = "REVERSED"
	// Contradicted says that the ends of a link are independent, as far as the counts can tell.
	Contradicted Kind = "CONTRADICTED"
)

// Direction says what tells which of two variables comes first.
type Direction string

// The directions.
const (
	// ByTime says that the times of the episodes tell.
	ByTime Direction = "TIME"
	// ByPaths says that links lead one way already.
	ByPaths Direction = "PATHS"
	// ByCounts says that only one way explains what else depends on what, as a common effect does.
	ByCounts Direction = "COUNTS"
	// Untold says that nothing tells: the link may point either way, or both may have a cause in common.
	Untold Direction = "UNTOLD"
)

// Finding is one doubt.
type Finding struct {
	Kind Kind
	// Source and Target are columns: of a missing link as proposed, of the others as recorded.
	Source, Target int
	Direction      Direction
	// Given are the columns that were held fixed.
	Given []int
	// Test is of the independence of both given these: of what the graph implied, or, of a link, without it.
	Test statistics.Independence
	// Adjusted is the p-value adjusted for all tests of the run (Benjamini and Yekutieli 2001); it does not
	// apply to contradicted links.
	Adjusted float64
	// Before and After count the episodes that tell both in which the source came before or after the target.
	Before, After int
	// OddsLow and OddsHigh bound the odds ratios of a contradicted link, of every state against the others.
	OddsLow, OddsHigh float64
}

// Result is what was found.
type Result struct {
	// Tests is the number of independences in the basis set that were tested, Untested of those that too few
	// episodes compare.
	Tests, Untested int
	// Findings are ordered by evidence: missing and reversed links by p-value, then contradicted ones.
	Findings []Finding
	// equal are edges of repairs that explain nearly as much. They are no findings, since others may be right instead.
	equal [][2]int
	// untold are the recorded edges of which neither times nor counts tell the direction: a graph with the edge turned round has the same
	// independences.
	untold [][2]int
}

// Data are what a graph is compared with.
type Data struct {
	Sample estimation.Sample
	// Graph is the recorded one, acyclic.
	Graph estimation.Graph
	// Order counts the rows that tell two columns, and those in which the first comes before or after the
	// second; nil if no times are known.
	Order func(first, second int) (both, before, after int)
	// Fixed reports whether an edge is not to be doubted; nil doubts all.
	Fixed func(source, target int) bool
	// Search is how many rows may be read to look for other repairs; 0 is 50 million, about two seconds.
	Search int
	// Tested reports whether the independence of two columns matters; nil tests all.
	Tested func(a, b int) bool
}
