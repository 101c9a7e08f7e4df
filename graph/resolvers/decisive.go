package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/decisive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/allowance"
)

// DecisiveSteps asks which steps decided that a run failed.
func (r episode) DecisiveSteps(ctx context.Context, e *model.Episode, first int) (model.DecisiveSteps, error) {
	if err := model.CheckFirst(first, episodic.MaxPage); err != nil {
		return model.DecisiveSteps{}, err
	}
	found, err := r.episodes.Decisive.Steps(ctx, e.Project(), e.Key())
	return model.DecisiveSteps{Answer: found, Project: e.Project(), Most: first}, err
}

// SimilarRuns asks for runs of the same task and those most alike.
func (r episode) SimilarRuns(ctx context.Context, e *model.Episode, first int) ([]model.SimilarRun, error) {
	if err := model.CheckFirst(first, episodic.MaxPage); err != nil {
		return nil, err
	}
	found, err := allowance.Read(ctx, func(ctx context.Context) ([]decisive.SimilarRun, error) {
		return r.episodes.Decisive.SimilarRuns(ctx, e.Project(), e.Key(), first)
	})
	out := make([]model.SimilarRun, len(found))
	for i, one := range found {
		out[i] = model.SimilarRun{SimilarRun: one}
	}
	return out, err
}

// CompareTo aligns a run with another.
func (r episode) CompareTo(ctx context.Context, e *model.Episode, other string) (model.RunComparison, error) {
	found, err := r.episodes.Decisive.Compare(ctx, e.Project(), e.Key(), other)
	return model.RunComparison{Comparison: found, Project: e.Project()}, err
}

type decisiveStep struct{}

func (decisiveStep) Occurrence(ctx context.Context, s *model.DecisiveStep) (model.Occurrence, error) {
	return loadOccurrence(ctx, s.Project, s.Step.Occurrence)
}

type decisiveReason struct{}

// Pattern is the validated pattern that the step goes against.
func (decisiveReason) Pattern(ctx context.Context, r *model.DecisiveReason) (*model.Pattern, error) {
	return loadPattern(ctx, r.Project, r.PatternKey)
}

type runPair struct{}

func (runPair) This(ctx context.Context, p *model.RunPair) (model.Occurrence, error) {
	return loadEnd(ctx, p.Project, p.Pair.This)
}

func (runPair) Other(ctx context.Context, p *model.RunPair) (model.Occurrence, error) {
	return loadEnd(ctx, p.Project, p.Pair.Other)
}
