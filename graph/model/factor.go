package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
)

// Factor is a factor as the schema shows it.
type Factor struct {
	factor.Factor
	Project string
}

// NewFactors gives factors of one project the shape of the schema.
func NewFactors(project string, found []factor.Factor) []Factor {
	out := make([]Factor, len(found))
	for i, f := range found {
		out[i] = Factor{Factor: f, Project: project}
	}
	return out
}

// IsNode marks a type that has a global id.
func (Factor) IsNode() {}

// ID returns the global id.
func (f Factor) ID() string {
	return GlobalID{Type: TypeFactor, Project: f.Project, Key: f.Key()}.String()
}

// FirstSeen returns nil when no episode tells.
func (f Factor) FirstSeen() *time.Time { return known(f.Factor.FirstSeen) }

// LastSeen returns nil when no episode tells.
func (f Factor) LastSeen() *time.Time { return known(f.Factor.LastSeen) }

// FactorName names a factor that need not be there.
type FactorName struct{ factor.Identity }

// FactorConnection is a page of factors.
type FactorConnection struct{ Connection[FactorEdge] }

// Nodes returns the items alone.
func (c FactorConnection) Nodes() []Factor { return nodes(c.Edges) }

// FactorEdge is one factor of a page.
type FactorEdge struct{ Edge[Factor] }

// known returns nil for the zero time, which stands for unknown in the domain.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
