package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/patterns"
)

func (q query) FindApplicable(
	ctx context.Context, project string, task patterns.Task, known []model.PatternSettingInput,
	categories []patterns.Category, statuses []patterns.Status, antiPattern *bool, first int,
) (*model.PatternsForTask, error) {
	if err := model.CheckFirst(first, patterns.MaxApplicable); err != nil {
		return nil, err
	}
	setting, err := settingOf(known)
	if err != nil {
		return nil, err
	}
	found, err := q.patterns.FindApplicable(ctx, patterns.ApplicableQuery{
		Project: project, Task: task, Context: setting, Categories: categories, Statuses: statuses, AntiPattern: antiPattern, Limit: first,
	})
	if err == nil && found.Looked == 0 {
		_, err = q.episodes.Project(ctx, project)
	}
	if err != nil {
		return nil, err
	}
	return &model.PatternsForTask{ApplicableAnswer: found, Project: project}, nil
}

// settingOf makes the domain's map of a context; no field may come twice.
func settingOf(known []model.PatternSettingInput) (patterns.Setting, error) {
	out := make(patterns.Setting, len(known))
	for i, field := range known {
		if _, twice := out[field.Name]; twice {
			return nil, invalid(fmt.Sprintf("context[%d].name", i), fmt.Sprintf("%q is given twice; each field has one value", field.Name))
		}
		out[field.Name] = field.Value
	}
	return out, nil
}

func (q query) SimilarPatterns(ctx context.Context, project, name string, first int) (*model.SimilarPatterns, error) {
	if err := model.CheckFirst(first, patterns.MaxSimilar); err != nil {
		return nil, err
	}
	key, err := q.patternNamed(ctx, project, name)
	if err != nil {
		return nil, err
	}
	found, err := q.patterns.Similar(ctx, project, key, first)
	if err != nil {
		return nil, err
	}
	return &model.SimilarPatterns{SimilarAnswer: found, Project: project}, nil
}

// patternNamed returns the key of the pattern that the argument pattern names.
func (q query) patternNamed(ctx context.Context, project, name string) (string, error) {
	return patternNames{mutation(q), project}.key(ctx, "pattern", name)
}
