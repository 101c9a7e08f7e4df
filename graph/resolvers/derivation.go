package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/idempotency"
)

func (r project) Derivation(ctx context.Context, p *model.Project) (model.Derivation, error) {
	d, err := r.causes.Layer.Derivation(ctx, p.Name)
	return model.Derivation{Derivation: d, Project: p.Name}, err
}

type derivation struct{ *Root }

func (r derivation) Fingerprint(ctx context.Context, d *model.Derivation) (string, error) {
	return r.causes.Derive.Fingerprint(ctx, d.Project)
}

func (m mutation) RebuildFactors(ctx context.Context, project string, key *string) (*model.RebuildFactorsPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "rebuildFactors"}
	_, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (bool, error) {
		return true, m.causes.Derive.Rebuild(ctx, project, nil)
	})
	if err != nil {
		return nil, err
	}
	d, err := m.causes.Layer.Derivation(ctx, project)
	return &model.RebuildFactorsPayload{Derivation: model.Derivation{Derivation: d, Project: project}}, err
}
