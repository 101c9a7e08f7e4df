package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/idempotency"
	"github.com/causeway-memory/causeway/patterns"
)

func (m mutation) AddPattern(ctx context.Context, project string, input model.PatternInput, key *string) (*model.AddPatternPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "addPattern", Arguments: input}
	added, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (patterns.Added, error) {
		definition, err := patternNames{m, project}.definition(ctx, input)
		if err != nil {
			return patterns.Added{}, err
		}
		return m.patterns.Catalog.Add(ctx, patterns.AddRequest{
			Project: project, Name: input.Name, Definition: definition, Claim: input.Claim, Episodes: input.Episodes,
		})
	})
	if err != nil {
		return nil, inInput(err)
	}
	p, err := needPattern(ctx, project, added.Key)
	return &model.AddPatternPayload{Pattern: p, Created: added.Created}, err
}

// changedPattern is what is remembered of a changed pattern.
type changedPattern struct {
	Key     string `json:"key"`
	Changed bool   `json:"changed"`
}

func (m mutation) UpdatePattern(
	ctx context.Context, project, name string, input model.PatternChangesInput, reason *string, refined bool, key *string,
) (*model.UpdatePatternPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "updatePattern", Arguments: []any{name, input, reason, refined}}
	done, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (changedPattern, error) {
		names := patternNames{m, project}
		edit, err := names.edit(ctx, input)
		if err != nil {
			return changedPattern{}, inInput(err)
		}
		pattern, err := names.key(ctx, "pattern", name)
		if err != nil {
			return changedPattern{}, err
		}
		changed, err := m.patterns.Catalog.Update(ctx, patterns.UpdateRequest{Project: project, Key: pattern, Edit: edit, Reason: orEmpty(reason), Refined: refined})
		return changedPattern{pattern, changed}, inInput(err)
	})
	if err != nil {
		return nil, err
	}
	p, err := needPattern(ctx, project, done.Key)
	return &model.UpdatePatternPayload{Pattern: p, Changed: done.Changed}, err
}

func (m mutation) RecordApplication(
	ctx context.Context, project, name, episode string, outcome *episodic.Outcome, note *string, timeSaved, costSaved *float64, key *string,
) (*model.RecordApplicationPayload, error) {
	said := patterns.Application{Outcome: orEmpty(outcome), Note: orEmpty(note), TimeSaved: timeSaved, CostSaved: costSaved}
	call := idempotency.Call{Project: project, Key: key, Operation: "recordApplication", Arguments: []any{name, episode, said}}
	trial, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (patterns.Evidence, error) {
		pattern, err := patternNames{m, project}.key(ctx, "pattern", name)
		if err != nil {
			return patterns.Evidence{}, err
		}
		return m.patterns.Catalog.Apply(ctx, patterns.ApplicationRequest{Project: project, Key: pattern, Episode: episode, Application: said})
	})
	if err != nil {
		return nil, err
	}
	p, err := needPattern(ctx, project, trial.Pattern)
	return &model.RecordApplicationPayload{Pattern: p, Evidence: model.PatternEvidence{Trial: trial, Project: project}}, err
}

func (m mutation) DeprecatePattern(
	ctx context.Context, project, name, reason string, supersededBy, key *string,
) (*model.PatternPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "deprecatePattern", Arguments: []any{name, reason, supersededBy}}
	pattern, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		return m.deprecate(ctx, patternNames{m, project}, name, reason, orEmpty(supersededBy))
	})
	if err != nil {
		return nil, renamed(err, func(path string) string {
			if path == "successor" {
				return "supersededBy"
			}
			return path
		})
	}
	p, err := needPattern(ctx, project, pattern)
	return &model.PatternPayload{Pattern: p}, err
}

func (m mutation) deprecate(ctx context.Context, names patternNames, name, reason, supersededBy string) (string, error) {
	pattern, err := names.key(ctx, "pattern", name)
	if err != nil {
		return "", err
	}
	var successor string
	if supersededBy != "" {
		if successor, err = names.key(ctx, "supersededBy", supersededBy); err != nil {
			return "", err
		}
	}
	return pattern, m.patterns.Catalog.Deprecate(ctx, patterns.DeprecateRequest{Project: names.project, Key: pattern, Reason: reason, Successor: successor})
}

func (m mutation) MergePatterns(
	ctx context.Context, project string, named []string, name string, reason, key *string,
) (*model.PatternPayload, error) {
	call := idempotency.Call{Project: project, Key: key, Operation: "mergePatterns", Arguments: []any{named, name, reason}}
	pattern, err := idempotency.Do(ctx, m.calls, call, func(ctx context.Context, _ bool) (string, error) {
		keys, err := patternNames{m, project}.keys(ctx, "patterns", named)
		if err != nil {
			return "", err
		}
		ctx = m.audit.Note(ctx, project, audit.MergePatterns, patterns.KeyOf(name), len(keys))
		return m.patterns.Catalog.Merge(ctx, patterns.MergeRequest{Project: project, Keys: keys, Name: name, Reason: orEmpty(reason)})
	})
	if err != nil {
		return nil, err
	}
	p, err := needPattern(ctx, project, pattern)
	return &model.PatternPayload{Pattern: p}, err
}

// needPattern returns ErrNotFound for what is not there.
func needPattern(ctx context.Context, project, key string) (model.Pattern, error) {
	found, err := loadPattern(ctx, project, key)
	if err == nil && found == nil {
		err = fmt.Errorf("pattern %q: %w", key, episodic.ErrNotFound)
	}
	return orEmpty(found), err
}
