package model

import "github.com/causeway-memory/causeway/causal/decisive"

// DecisiveSteps is the ranking of the steps of a run as the schema shows it.
type DecisiveSteps struct {
	decisive.Answer
	Project string
	// Most is how many steps are shown.
	Most int
}

// GoodRuns counts the good runs of the task.
func (d DecisiveSteps) GoodRuns() int { return len(d.Good) }

// FailedRuns counts the failed runs of the task.
func (d DecisiveSteps) FailedRuns() int { return len(d.Failed) }

// Steps returns the first steps of the ranking.
func (d DecisiveSteps) Steps() []DecisiveStep {
	out := make([]DecisiveStep, 0, d.Most)
	for _, s := range d.Answer.Steps[:min(d.Most, len(d.Answer.Steps))] {
		out = append(out, DecisiveStep{s, d.Project})
	}
	return out
}

// DecisiveStep is a step of a ranking.
type DecisiveStep struct {
	decisive.Step
	Project string
}

// Reasons are what points to the step.
func (d DecisiveStep) Reasons() []DecisiveReason {
	out := make([]DecisiveReason, len(d.Step.Reasons))
	for i, r := range d.Step.Reasons {
		out[i] = DecisiveReason{r, d.Project}
	}
	return out
}

// DecisiveReason is one thing that points to a step.
type DecisiveReason struct {
	decisive.Reason
	Project string
}

// Runs are the keys of the episodes that it rests on.
func (d DecisiveReason) Runs() []string { return append([]string{}, d.Episodes...) }

// SimilarRun is a run like another.
type SimilarRun struct{ decisive.SimilarRun }

// Episode is the run.
func (s SimilarRun) Episode() Episode { return NewEpisode(s.Stored) }

// RunComparison is the alignment of two runs as the schema shows it.
type RunComparison struct {
	Comparison decisive.Comparison
	Project    string
}

// PairCount counts the pairs.
func (c RunComparison) PairCount() int { return len(c.Comparison.Pairs) }

// Cut says that only the first steps were aligned.
func (c RunComparison) Cut() bool { return c.Comparison.Cut }

// Pairs returns a part of the pairs.
func (c RunComparison) Pairs(first *int, offset int) ([]RunPair, error) {
	part, err := Part(c.Comparison.Pairs, first, offset)
	out := make([]RunPair, len(part))
	for i, p := range part {
		out[i] = RunPair{p, c.Project}
	}
	return out, err
}

// First returns nil when no difference matters.
func (c RunComparison) First() *RunDifference {
	if c.Comparison.First < 0 {
		return nil
	}
	d := RunDifference{Pair: RunPair{c.Comparison.Pairs[c.Comparison.First], c.Project}, GoodWith: c.Comparison.GoodWith, GoodRuns: c.Comparison.GoodRuns}
	if d.GoodRuns > 0 {
		d.Share = &Estimate{Value: float64(d.GoodWith) / float64(d.GoodRuns), Low: c.Comparison.Low, High: c.Comparison.High}
	}
	return &d
}

// RunPair is a step of one run beside that of another.
type RunPair struct {
	decisive.Pair
	Project string
}

// RunDifference is a difference that matters.
type RunDifference struct {
	Pair               RunPair
	GoodWith, GoodRuns int
	Share              *Estimate
}
