package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/calculate"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/graph/model"
)

func (q query) CausalModel(ctx context.Context, project, variable string) (*model.CausalModel, error) {
	found, err := q.causes.Mechanism.Show(ctx, project, variable)
	if err != nil {
		return nil, err
	}
	return &model.CausalModel{Mechanism: found, Project: project}, nil
}

func (q query) SolveModel(
	_ context.Context, given calculate.Specified, seen, do []calculate.State, target string,
) (*model.Solution, error) {
	taken, err := calculate.Question{Model: given, Seen: seen, Do: do, Target: target}.Take()
	if err != nil {
		return nil, err
	}
	return &model.Solution{Case: taken}, nil
}

type modelSolution struct{}

func (modelSolution) Given(ctx context.Context, s *model.Solution) (*model.Probability, error) {
	return probability(s.Case.Given(ctx))
}

func (modelSolution) Done(ctx context.Context, s *model.Solution) (*model.Probability, error) {
	return probability(s.Case.Done(ctx))
}

func (modelSolution) Otherwise(ctx context.Context, s *model.Solution) (*model.Probability, error) {
	return probability(s.Case.Otherwise(ctx))
}

func (modelSolution) Reading(ctx context.Context, s *model.Solution) (*calculate.Reading, error) {
	r, err := s.Case.Reading(ctx)
	if err != nil {
		return nil, err
	}
	return &r, nil
}

func probability(a inference.Answer, err error) (*model.Probability, error) {
	if err != nil {
		return nil, err
	}
	p := model.NewProbability(a)
	return &p, nil
}
