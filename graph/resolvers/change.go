package resolvers

import (
	"context"

	rates "github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/graph/model"
)

// WhyChanged asks what carries the change of a share.
func (r project) WhyChanged(ctx context.Context, p *model.Project, target string, before, after rates.Period) (model.RateChange, error) {
	found, err := r.causes.Change.Why(ctx, rates.Ask{Project: p.Name, Target: target, Before: before, After: after})
	return model.RateChange{Answer: found, Project: p.Name}, err
}
