package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
)

// Dependents asks what rests on something.
func (r project) Dependents(ctx context.Context, p *model.Project, of dependents.Of) (model.Dependents, error) {
	found, note, err := r.retraction.Find(ctx, p.Name, of)
	return model.Dependents{Known: found.Known(), Note: note, All: found.Dependents}, err
}

// Retract takes out what is wrong, or brings it back.
func (m mutation) Retract(ctx context.Context, project string, of dependents.Of, reason string, undo bool, key *string) (*model.Dependents, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "retract", Arguments: []any{of, reason, undo}}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (model.Dependents, error) {
		work := m.retraction.Retract
		if undo {
			work = m.retraction.Undo
		}
		found, note, err := work(ctx, project, of, reason)
		return model.Dependents{Known: found.Known(), Note: note, All: found.Dependents}, err
	})
	if err != nil {
		return nil, err
	}
	return &done, nil
}
