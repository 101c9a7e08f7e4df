package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
)

func (r project) CausalModel(ctx context.Context, p *model.Project, variable string) (*model.CausalModel, error) {
	found, err := r.causes.Mechanism.Show(ctx, p.Name, variable)
	if err != nil {
		return nil, err
	}
	return &model.CausalModel{Mechanism: found, Project: p.Name}, nil
}
