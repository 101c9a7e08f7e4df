package model

import (
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/mechanism"
	"github.com/causeway-memory/causeway/episodic"
)

// CausalModel is the mechanism of a variable as the schema shows it.
type CausalModel struct {
	mechanism.Mechanism
	Project string
}

// States returns its states.
func (m CausalModel) States() []string { return listed(m.Mechanism.States) }

// Kind returns the form in which it is learned.
func (m CausalModel) Kind() MechanismKind { return MechanismKind(strings.ToUpper(m.Mechanism.Kind)) }

func (m CausalModel) noisy() bool { return m.Kind() == MechanismKindNoisy }

// Happened returns nil for a table.
func (m CausalModel) Happened() *string {
	if !m.noisy() {
		return nil
	}
	return &m.Mechanism.Happened
}

// Base returns nil for a table.
func (m CausalModel) Base() *Estimate {
	if !m.noisy() {
		return nil
	}
	return someInterval(&m.Mechanism.Base)
}

// Parents returns the variables that it depends on.
func (m CausalModel) Parents() []MechanismParent {
	out := make([]MechanismParent, len(m.Mechanism.Parents))
	for i, p := range m.Mechanism.Parents {
		out[i] = MechanismParent{p, m.Project, m.noisy()}
	}
	return out
}

// Rows returns the counts in the order of the answer.
func (m CausalModel) Rows() []MechanismRow {
	out := make([]MechanismRow, len(m.Mechanism.Rows))
	for i, r := range m.Mechanism.Rows {
		out[i] = MechanismRow{r}
	}
	return out
}

// CutLinks returns the links that were left out to undo circles.
func (m CausalModel) CutLinks() []FactorLink {
	return NewFactorLinks(m.Project, m.Mechanism.CutLinks, time.Time{})
}

// MechanismParent is a variable that another one depends on.
type MechanismParent struct {
	parent  mechanism.Parent
	project string
	noisy   bool
}

// Variable returns its name.
func (p MechanismParent) Variable() string { return p.parent.Variable }

// On returns the states in which it acts.
func (p MechanismParent) On() []string { return listed(p.parent.On) }

// Relation returns nil in a table.
func (p MechanismParent) Relation() *episodic.Relation {
	if !p.noisy {
		return nil
	}
	relation := episodic.Relation(p.parent.Relation)
	return &relation
}

// Chosen reports whether the counts chose the relation.
func (p MechanismParent) Chosen() bool { return p.parent.Chosen }

// Strength returns nil in a table.
func (p MechanismParent) Strength() *Estimate {
	if !p.noisy {
		return nil
	}
	return someInterval(&p.parent.Strength)
}

// Links returns the links that the dependence rests on.
func (p MechanismParent) Links() []FactorLink {
	return NewFactorLinks(p.project, p.parent.Links, time.Time{})
}

// MechanismRow counts the episodes that agree in the states of the parents.
type MechanismRow struct{ row mechanism.Row }

// Parents returns the states of the parents.
func (r MechanismRow) Parents() []FactorName { return NewFactorNames(r.row.Parents) }

// Counts returns how many episodes have each state.
func (r MechanismRow) Counts() []int { return listed(r.row.Counts) }

// Fitted returns the shares that the mechanism expects.
func (r MechanismRow) Fitted() []float64 { return listed(r.row.Fitted) }
