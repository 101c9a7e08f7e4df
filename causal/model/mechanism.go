package model

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
)

// Mechanism is how the model thinks that a variable comes about.
type Mechanism struct {
	Variable string
	States   []string
	// Kind is "noisy" for the leaky noisy-OR with inhibitors and preconditions, "table" for
	// counted probabilities.
	Kind string
	// Happened is the state that a noisy mechanism brings about; Base how likely it is when no
	// cause is on.
	Happened string
	Base     Interval
	Parents  []MechanismParent
	// Rows are the counts by the states of the parents, the most frequent first.
	Rows []MechanismRow
	// N is how many episodes tell the variable and all its parents. LogLikelihood and Saturated
	// say how the fit is: the mean log-likelihood of an episode, and that of the counted shares.
	N             int
	LogLikelihood float64
	Saturated     float64
	Derivation    layer.Derivation
	// MoreRows says that there are more rows than are shown.
	MoreRows bool
	// CutLinks are those that were left out to undo circles upstream of the variable.
	CutLinks []link.FactorLink
}

// MechanismParent is a parent of a variable.
type MechanismParent struct {
	Variable string
	// On are the states in which it acts.
	On       []string
	Relation string
	// Chosen says that the counts chose the relation, or that it is a parent at all, and nobody
	// stated it. Without Links the counts chose the parent.
	Chosen   bool
	Strength Interval
	Links    []link.FactorLink
}

// MechanismRow counts the episodes that agree in the states of the parents.
type MechanismRow struct {
	Parents []factor.Identity
	// Counts are by state of the variable, Fitted what the mechanism expects of them as shares.
	Counts []int
	Fitted []float64
}
