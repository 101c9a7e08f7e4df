package mechanism

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
)

// Mechanism is the learned mechanism of a variable.
type Mechanism struct {
	Variable string
	States   []string
	// Kind is "noisy" for the leaky noisy-OR with inhibitors and preconditions, "table" for
	// counted probabilities.
	Kind string
	// Happened is the state that a noisy mechanism causes; Base is its probability when no cause is
	// on.
	Happened string
	Base     model.Interval
	Parents  []Parent
	// Rows are the counts by the states of the parents, the most frequent first.
	Rows []Row
	// N is the number of episodes that record the variable and all its parents. LogLikelihood is the
	// mean log-likelihood of an episode under the fit, Saturated that of the observed shares.
	N             int
	LogLikelihood float64
	Saturated     float64
	Derivation    layer.Derivation
	// MoreRows says that there are more rows than shown.
	MoreRows bool
	// CutLinks are the links left out to break cycles upstream of the variable.
	CutLinks []link.FactorLink
}

// Parent is a parent of a variable.
type Parent struct {
	Variable string
	// On are the states in which it acts.
	On       []string
	Relation string
	// Chosen says that nobody stated the relation, or the parent at all, and the counts chose it.
	// Without Links the counts chose the parent.
	Chosen   bool
	Strength model.Interval
	Links    []link.FactorLink
}

// Row counts the episodes with the same states of the parents.
type Row struct {
	Parents []factor.Identity
	// Counts are by state of the variable. Fitted are the shares that the mechanism expects.
	Counts []int
	Fitted []float64
}
