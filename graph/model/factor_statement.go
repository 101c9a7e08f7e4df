package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// FactorLinkStatement is a statement as the schema shows it.
type FactorLinkStatement struct {
	Statement link.Statement
	Project   string
}

// Key returns the id inside the project.
func (s FactorLinkStatement) Key() string { return s.Statement.ID() }

// Source returns the factor it comes from, as stated.
func (s FactorLinkStatement) Source() FactorName { return FactorName{s.Statement.Source} }

// Target returns the factor it leads to, as stated.
func (s FactorLinkStatement) Target() FactorName { return FactorName{s.Statement.Target} }

// Relation returns what it claims.
func (s FactorLinkStatement) Relation() episodic.Relation { return s.Statement.Relation }

// Origin returns where it comes from.
func (s FactorLinkStatement) Origin() string { return s.Statement.Origin }

// Strength returns nil when none is claimed.
func (s FactorLinkStatement) Strength() *float64 { return s.Statement.Strength }

// Confidence returns nil when none is given.
func (s FactorLinkStatement) Confidence() *float64 { return s.Statement.Confidence }

// Note returns nil when there is none.
func (s FactorLinkStatement) Note() *string { return optional(s.Statement.Note) }

// EpisodeKeys returns the keys of the episodes that it names, as given.
func (s FactorLinkStatement) EpisodeKeys() []string {
	if s.Statement.Episodes == nil {
		return []string{}
	}
	return s.Statement.Episodes
}

// RecordedAt returns when it was recorded.
func (s FactorLinkStatement) RecordedAt() time.Time { return s.Statement.At }

// FactorLinkStatementConnection is a page of statements.
type FactorLinkStatementConnection struct {
	Connection[FactorLinkStatementEdge]
}

// Nodes returns the items alone.
func (c FactorLinkStatementConnection) Nodes() []FactorLinkStatement { return nodes(c.Edges) }

// FactorLinkStatementEdge is one statement of a page.
type FactorLinkStatementEdge struct{ Edge[FactorLinkStatement] }

// Derivation is how far the factors of a project are.
type Derivation struct {
	layer.Derivation
	Project string
}

// Pending returns how many present episodes are missing or out of date.
func (d Derivation) Pending() int { return d.Underived }
