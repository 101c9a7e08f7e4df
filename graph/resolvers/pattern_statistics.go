package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns/validation"
)

func (query) PatternStatistics(_ context.Context, given validation.Given) (*model.PatternStatistics, error) {
	if err := given.Validate(); err != nil {
		return nil, inInput(err)
	}
	out := model.NewPatternStatistics(given)
	return &out, nil
}
