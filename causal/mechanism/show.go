package mechanism

import (
	"context"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// maxRows is the most rows of a mechanism in an answer.
const maxRows = 200

// The kinds of a mechanism.
const (
	kindNoisy = "noisy"
	kindTable = "table"
)

// leastLikely replaces a probability of 0, which has no logarithm.
const leastLikely = 1e-12

// Show returns the mechanism of a variable. It takes the name of the variable, or the key
// or label of one of its states. It returns ErrProjectNotFound, and an error that wraps
// [episodic.ErrNotFound] for an unknown variable.
func (s *Service) Show(ctx context.Context, project, variable string) (Mechanism, error) {
	m, column, err := s.modelAt(ctx, project, variable)
	if err != nil {
		return Mechanism{}, err
	}
	learned, err := m.Mechanism(column)
	if err != nil {
		return Mechanism{}, err
	}
	out := Mechanism{
		Variable: m.Variables[column].Name, Kind: kindTable, N: learned.N, Derivation: m.Derivation, CutLinks: m.CutLinks(),
	}
	for state := range m.Variables[column].States {
		out.States = append(out.States, m.Identity(column, state).State)
	}
	if learned.Noisy != nil {
		out.Kind, out.Happened = kindNoisy, m.Identity(column, m.Happened(column)).State
		out.Base = intervalOf(learned.Noisy.Base)
	}
	for i, p := range learned.Parents {
		out.Parents = append(out.Parents, parentOf(m, learned, i, p))
	}
	out.addRows(m, column, learned)
	return out, nil
}

// modelAt is the model of one variable, with its column.
func (s *Service) modelAt(ctx context.Context, project, variable string) (*model.Model, int, error) {
	m, err := s.models.Model(ctx, project, []string{variable}, nil)
	if err != nil {
		return nil, 0, err
	}
	if column, known := m.Column[variable]; known {
		return m, column, nil
	}
	end, err := s.layer.Named(ctx, project, variable)
	if err != nil {
		return nil, 0, err
	}
	if len(end.Matches) == 0 {
		return nil, 0, fmt.Errorf("variable %q in project %q: %w", variable, project, episodic.ErrNotFound)
	}
	variable = end.Matches[0].Variable
	if m, err = s.models.Model(ctx, project, []string{variable}, nil); err != nil {
		return nil, 0, err
	}
	return m, m.Column[variable], nil
}

func intervalOf(e estimation.Estimate) model.Interval {
	return model.Interval{Value: e.P, Low: e.Low, High: e.High}
}

func parentOf(m *model.Model, learned *model.LearnedMechanism, i int, p model.Parent) Parent {
	out := Parent{Variable: m.Variables[p.Column].Name, Chosen: p.Chosen, Links: p.Links}
	if learned.Noisy == nil {
		return out
	}
	out.Relation, out.Strength = string(p.Relation), intervalOf(learned.Noisy.Strengths[i])
	for state, on := range p.On {
		if on {
			out.On = append(out.On, m.Identity(p.Column, state).State)
		}
	}
	return out
}

// addRows counts the episodes by the states of the parents, and computes how well the mechanism
// fits them.
func (out *Mechanism) addRows(m *model.Model, column int, learned *model.LearnedMechanism) {
	counts := learned.Table
	if counts == nil {
		parents := make([]int, len(learned.Parents))
		for i, p := range learned.Parents {
			parents[i] = p.Column
		}
		counts = estimation.FitTable(m.Sample, column, parents)
	}
	for _, r := range counts.MostFrequent() {
		fitted := make([]float64, len(out.States))
		learned.Probabilities(r.Parents, fitted)
		for state, n := range r.Of {
			if n > 0 {
				out.LogLikelihood += float64(n) * math.Log(max(fitted[state], leastLikely)) / float64(counts.N)
				out.Saturated += float64(n) * math.Log(float64(n)/float64(r.N)) / float64(counts.N)
			}
		}
		if len(out.Rows) == maxRows {
			out.MoreRows = true
			continue
		}
		row := Row{Counts: r.Of, Fitted: fitted}
		for i, state := range r.Parents {
			row.Parents = append(row.Parents, m.Identity(learned.Parents[i].Column, state))
		}
		out.Rows = append(out.Rows, row)
	}
}
