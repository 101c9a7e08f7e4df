package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
)

func (r pattern) Validation(ctx context.Context, p *model.Pattern, criteria patterns.Criteria) (*model.PatternValidation, error) {
	found, err := r.patterns.Validation.Examine(ctx, p.Project, p.Key, criteria)
	if err != nil {
		return nil, inArgument(err, "criteria")
	}
	found.Run = ""
	return &model.PatternValidation{Validation: found}, nil
}

func (r project) MinedPatterns(ctx context.Context, p *model.Project, options upkeep.MineOptions) (*model.MinedPatterns, error) {
	if options.Limit == 0 {
		options.Limit = shownMined
	}
	found, err := r.patterns.Upkeep.Mine(ctx, p.Name, options)
	if err != nil {
		return nil, inArgument(err, "options")
	}
	return &model.MinedPatterns{MineReport: found, Project: p.Name}, nil
}

// shownMined is how many mined patterns are shown when nothing is said.
const shownMined = 50

func (m mutation) ValidatePatterns(
	ctx context.Context, project string, names []string, criteria patterns.Criteria, key *string,
) (*model.ValidatePatternsPayload, error) {
	if len(names) > maxValidated {
		return nil, problem.Refuse("patterns", "up to 1000 may be named; without any, all are tested")
	}
	call := idempotency.Call{Project: project, Key: key, Operation: "validatePatterns", Arguments: []any{names, criteria}}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (model.ValidatePatternsPayload, error) {
		keys, err := patternNames{m, project}.keys(ctx, "patterns", names)
		if err != nil {
			return model.ValidatePatternsPayload{}, err
		}
		report, err := m.patterns.Validation.Validate(ctx, project, keys, criteria)
		return model.NewValidatePatternsPayload(report, len(keys) > 0), inArgument(err, "criteria")
	})
	if err != nil {
		return nil, err
	}
	return &done, nil
}

// maxValidated is how many patterns one call names.
const maxValidated = 1000

func (m mutation) PrunePatterns(
	ctx context.Context, project string, dryRun bool, minConfidence float64, idleDays int, criteria patterns.Criteria, key *string,
) (*model.PrunePatternsPayload, error) {
	wanted := upkeep.PruneRequest{Project: project, DryRun: dryRun, MinConfidence: minConfidence, IdleDays: idleDays, Criteria: criteria}
	call := idempotency.Call{Project: project, Key: key, Operation: "prunePatterns", Arguments: wanted}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (upkeep.PruneReport, error) {
		return m.prunePatterns(ctx, wanted)
	})
	if err != nil {
		return nil, err
	}
	return &model.PrunePatternsPayload{PruneReport: done}, nil
}

// prunePatterns prunes, and notes how many patterns it is about, which a dry run tells before.
func (m mutation) prunePatterns(ctx context.Context, wanted upkeep.PruneRequest) (upkeep.PruneReport, error) {
	only := wanted
	only.DryRun = true
	found, err := m.patterns.Upkeep.Prune(ctx, only)
	if err != nil || wanted.DryRun || len(found.Items) == 0 {
		found.DryRun = wanted.DryRun
		return found, err
	}
	return m.patterns.Upkeep.Prune(m.audit.Note(ctx, wanted.Project, audit.PrunePatterns, "", len(found.Items)), wanted)
}

func (m mutation) Consolidate(ctx context.Context, project string, dryRun, wait bool, key *string) (*model.JobPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "consolidate", Arguments: dryRun, Redo: m.interrupted(project)}
	started, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		begun, err := m.consolidator.Start(ctx, project, dryRun)
		return begun.Key, err
	})
	if err != nil {
		return nil, err
	}
	found, err := m.begun(ctx, project, started, wait)
	return &model.JobPayload{Job: found}, err
}

// Consolidation returns nil for a job that is none, has no report, or none yet.
func (r job) Consolidation(ctx context.Context, j *model.Job) (*model.PatternConsolidation, error) {
	if j.Kind != jobs.KindConsolidate || !j.State.Final() {
		return nil, nil
	}
	kept, ok, err := batchesOf(ctx).reports.load(ctx, inProject{j.Project, j.Key})
	if err != nil || !ok {
		return nil, err
	}
	report, err := r.consolidator.Report(kept)
	return &model.PatternConsolidation{Consolidation: report}, err
}

// inArgument puts the paths of an [problem.InvalidError] below an argument.
func inArgument(err error, argument string) error {
	return renamed(err, func(path string) string { return argument + "." + path })
}
