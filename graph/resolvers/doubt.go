package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
)

// GraphDoubts asks what the counts say against the links.
func (r project) GraphDoubts(ctx context.Context, p *model.Project, first int) (model.GraphDoubts, error) {
	if err := model.CheckFirst(first, episodic.MaxPage); err != nil {
		return model.GraphDoubts{}, err
	}
	found, err := r.causes.Doubt.Find(ctx, p.Name)
	return model.GraphDoubts{Found: found, Project: p.Name, Most: first}, err
}
