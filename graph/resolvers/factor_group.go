package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
)

// shownGroups is the maximum number of groups in an answer.
const shownGroups = 200

// groupedFactors is what a call of groupFactors did.
type groupedFactors struct {
	Groups        []curate.Group
	Total, Merged int
}

func (m mutation) GroupFactors(ctx context.Context, project string, dryRun bool, key *string) (*model.GroupFactorsPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "groupFactors", Arguments: dryRun}
	did, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (groupedFactors, error) {
		groups, err := m.causes.Curate.Groups(ctx, project)
		if err != nil {
			return groupedFactors{}, err
		}
		out := groupedFactors{Groups: groups[:min(shownGroups, len(groups))], Total: len(groups)}
		if merges := curate.Merges(groups); !dryRun && len(merges) > 0 {
			out.Merged, err = m.causes.Derive.Group(m.audit.Note(ctx, project, audit.MergeFactors, "", len(merges)), project, merges)
		}
		return out, err
	})
	if err != nil {
		return nil, err
	}
	quality, err := m.quality(ctx, project)
	return &model.GroupFactorsPayload{Groups: model.NewFactorGroups(did.Groups), Total: did.Total, Merged: did.Merged, Quality: quality}, err
}

func (m mutation) UngroupFactors(ctx context.Context, project string, key *string) (*model.UngroupFactorsPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "ungroupFactors"}
	released, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (int, error) {
		rules, err := m.causes.Layer.Rules(ctx, project)
		if err != nil {
			return 0, err
		}
		if n := rules.Grouped(); n > 0 {
			ctx = m.audit.Note(ctx, project, audit.SplitFactors, "", n)
		}
		return m.causes.Derive.Ungroup(ctx, project)
	})
	if err != nil {
		return nil, err
	}
	quality, err := m.quality(ctx, project)
	return &model.UngroupFactorsPayload{Released: released, Quality: quality}, err
}

// quality reports on the factors after a change.
func (m mutation) quality(ctx context.Context, project string) (model.CausalQuality, error) {
	found, err := m.causes.Curate.Quality(ctx, project)
	return model.CausalQuality{Quality: found, Project: project}, err
}
