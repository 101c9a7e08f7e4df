package counterfactual

import (
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

const (
	// clearStrength is what the strength of a parent has to be above, as sure as its interval
	// is, for the counts to tell how it acts.
	clearStrength = .05
	// clearLikelihood is by how much the log-likelihood has to be better with preconditions
	// than with causes in their place.
	clearLikelihood = 3
)

// linkReading reads links of which nobody said how they act as the counts clearly suggest.
type linkReading struct {
	m *model.Model
	// enables tells of the columns that were looked at whether they clearly need some parents
	// together and not just one of them.
	enables map[int]bool
}

// clearly is how one state acts on another one by the counts, where nobody stated it; empty
// when they do not tell.
func (r linkReading) clearly(source, target factor.Identity) episodic.Relation {
	from, is, known := r.m.Find(source)
	to, becomes, both := r.m.Find(target)
	if !known || !both || r.m.Happened(to) != becomes {
		return ""
	}
	learned, err := r.m.Mechanism(to)
	if err != nil || learned.Noisy == nil || learned.N < link.ComparedEnough {
		return ""
	}
	for i, p := range learned.Parents {
		if p.Column != from || !p.Chosen || !p.On[is] || learned.Noisy.Strengths[i].Low <= clearStrength {
			continue
		}
		if p.Relation != episodic.RelationEnables || r.needs(to, learned) {
			return p.Relation
		}
	}
	return ""
}

// needs reports whether the counts are clearly less likely when what they chose as
// preconditions of a column are causes, any of which suffices. A single parent without which
// nothing happens may be called either.
func (r linkReading) needs(column int, learned *model.LearnedMechanism) bool {
	if known, looked := r.enables[column]; looked {
		return known
	}
	parents := make([]estimation.Parent, len(learned.Parents))
	for i, p := range learned.Parents {
		parents[i] = estimation.Parent{Column: p.Column, On: p.On, Relation: p.Relation}
		if p.Chosen && p.Relation == episodic.RelationEnables {
			parents[i].Relation = episodic.RelationCauses
		}
	}
	happened := make([]bool, 2)
	happened[r.m.Happened(column)] = true
	fit, err := estimation.FitNoisy(r.m.Sample, column, happened, parents)
	worse := learned.Noisy.LogLikelihood - fit.LogLikelihood
	r.enables[column] = err == nil && float64(learned.N)*worse > clearLikelihood
	return r.enables[column]
}
