package resolvers

import (
	"context"
	"errors"

	"github.com/causeway-memory/causeway/causal"
)

// errArriving says that the domain does not answer a question yet.
var errArriving = errors.New("this question is not answered yet")

func (q query) showMechanism(ctx context.Context, project, variable string) (causal.Mechanism, error) {
	if s, ok := any(q.causes).(interface {
		ShowMechanism(ctx context.Context, project, variable string) (causal.Mechanism, error)
	}); ok {
		return s.ShowMechanism(ctx, project, variable)
	}
	return causal.Mechanism{}, errArriving
}
