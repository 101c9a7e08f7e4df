package model

import "github.com/causeway-memory/causeway/causal/warning"

// ActionCheck is what runs say of an action as the schema shows it.
type ActionCheck struct{ warning.Answer }

// Findings are the counts of the rules.
func (c ActionCheck) Findings() []ActionFinding {
	out := make([]ActionFinding, len(c.Answer.Findings))
	for i, f := range c.Answer.Findings {
		out[i] = ActionFinding{f}
	}
	return out
}

// ActionFinding is what a rule counted.
type ActionFinding struct{ warning.Finding }

// Did are the runs that did it.
func (f ActionFinding) Did() RunCount { return RunCount{f.With} }

// DidNot are the runs that did not.
func (f ActionFinding) DidNot() RunCount { return RunCount{f.Without} }

// Difference is that of the rates of failure.
func (f ActionFinding) Difference() Estimate {
	return Estimate{Value: f.Finding.Difference, Low: f.Low, High: f.High}
}

// RunCount is one side of a comparison.
type RunCount struct{ warning.Side }

// Episodes is a part of the keys.
func (c RunCount) Episodes(first *int, offset int) ([]string, error) {
	return PartOf(c.Side.Episodes, c.Runs, first, offset)
}
