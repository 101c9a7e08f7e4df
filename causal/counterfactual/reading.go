package counterfactual

import (
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

const (
	// clearStrength is what the interval of a strength must exceed for the counts to suggest a
	// relation.
	clearStrength = .05
	// clearLikelihood is by how much preconditions must improve the log-likelihood over causes.
	clearLikelihood = 3
)

// linkReading finds the relations of untyped links from the counts.
type linkReading struct {
	m *model.Model
	// enables caches by column whether it clearly needs some parents together.
	enables map[int]bool
}

// clearly is the relation of one state to another by the counts; empty when it is not clear.
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

// needs reports whether the preconditions of a column fit the counts clearly better than causes, of
// which any one suffices. A single necessary parent may be called either.
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
