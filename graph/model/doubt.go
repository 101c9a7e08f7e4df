package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/doubt"
	"github.com/causeway-memory/causeway/causal/model"
)

// GraphDoubts is what the counts say against the links as the schema shows it.
type GraphDoubts struct {
	Found   doubt.Doubts
	Project string
	// Most is how many doubts are shown.
	Most int
}

// Status says what became of the question.
func (g GraphDoubts) Status() model.Status { return g.Found.Status }

// Reason returns nil when the status is OK.
func (g GraphDoubts) Reason() *string { return optional(g.Found.Reason) }

// Derivation says what it was computed from.
func (g GraphDoubts) Derivation() Derivation { return Derivation{g.Found.Derivation, g.Project} }

// Episodes counts the episodes compared.
func (g GraphDoubts) Episodes() int { return g.Found.Episodes }

// Variables counts the variables compared.
func (g GraphDoubts) Variables() int { return g.Found.Variables }

// LeftOut counts the others.
func (g GraphDoubts) LeftOut() int { return g.Found.LeftOut }

// Tests counts the independences tested.
func (g GraphDoubts) Tests() int { return g.Found.Tests }

// Untested counts those that too few episodes compare.
func (g GraphDoubts) Untested() int { return g.Found.Untested }

// Total counts the doubts.
func (g GraphDoubts) Total() int { return len(g.Found.Doubts) }

// Doubts returns the first doubts.
func (g GraphDoubts) Doubts() []GraphDoubt {
	out := make([]GraphDoubt, 0, g.Most)
	for _, d := range g.Found.Doubts[:min(g.Most, len(g.Found.Doubts))] {
		out = append(out, GraphDoubt{d, g.Project})
	}
	return out
}

// GraphDoubt is one doubt as the schema shows it.
type GraphDoubt struct {
	doubt   doubt.Doubt
	project string
}

// Kind says what is doubted.
func (d GraphDoubt) Kind() doubt.Kind { return d.doubt.Kind }

// Source is one end.
func (d GraphDoubt) Source() FactorName { return FactorName{d.doubt.Source} }

// Target is the other one.
func (d GraphDoubt) Target() FactorName { return FactorName{d.doubt.Target} }

// Direction says what tells which comes first.
func (d GraphDoubt) Direction() doubt.Direction { return d.doubt.Direction }

// Given names what was held fixed.
func (d GraphDoubt) Given() []string { return listed(d.doubt.Given) }

// P returns nil when nothing was tested.
func (d GraphDoubt) P() *float64 {
	if d.doubt.Test.N == 0 {
		return nil
	}
	return &d.doubt.Test.P.P
}

// AdjustedP returns nil when the doubt rests on no test of the family.
func (d GraphDoubt) AdjustedP() *float64 {
	if d.doubt.Test.N == 0 || d.doubt.Kind == doubt.Contradicted {
		return nil
	}
	return &d.doubt.Adjusted
}

// Exact says whether the test was exact.
func (d GraphDoubt) Exact() bool { return d.doubt.Test.Exact }

// Difference returns nil where nothing can be compared.
func (d GraphDoubt) Difference() *Estimate { return someInterval(d.doubt.Difference) }

// Both counts the episodes with both ends.
func (d GraphDoubt) Both() int { return d.doubt.Counts.N11 }

// SourceOnly counts those with the source alone.
func (d GraphDoubt) SourceOnly() int { return d.doubt.Counts.N10 }

// TargetOnly counts those with the target alone.
func (d GraphDoubt) TargetOnly() int { return d.doubt.Counts.N01 }

// Neither counts those with neither.
func (d GraphDoubt) Neither() int { return d.doubt.Counts.N00 }

// Forward counts those with the source first.
func (d GraphDoubt) Forward() int { return d.doubt.Before }

// Backward counts those with the target first.
func (d GraphDoubt) Backward() int { return d.doubt.After }

// Links are the recorded ones.
func (d GraphDoubt) Links() []FactorLink {
	return NewFactorLinks(d.project, d.doubt.Links, time.Time{})
}

// Episodes are keys of those that show it.
func (d GraphDoubt) Episodes(first, offset int) ([]string, error) {
	part, err := Part(d.doubt.Episodes, &first, offset)
	return listed(part), err
}

// Text says it in words.
func (d GraphDoubt) Text() string { return d.doubt.Text }
