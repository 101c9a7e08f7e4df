package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/similarity"
)

func (q query) FindApplicable(
	ctx context.Context, project string, task condition.Task, known []model.PatternSettingInput,
	categories []patterns.Category, statuses []patterns.Status, antiPattern *bool, first int,
) (*model.PatternsForTask, error) {
	if err := model.CheckFirst(first, applicable.MaxApplicable); err != nil {
		return nil, err
	}
	setting, err := settingOf(known)
	if err != nil {
		return nil, err
	}
	found, err := q.patterns.Applicable.FindApplicable(ctx, applicable.Query{
		Project: project, Task: task, Context: setting, Categories: categories, Statuses: statuses, AntiPattern: antiPattern, Limit: first,
	})
	if err != nil {
		return nil, err
	}
	return &model.PatternsForTask{Answer: found, Project: project}, nil
}

// settingOf makes the domain's map of a context; no field may come twice.
func settingOf(known []model.PatternSettingInput) (condition.TaskContext, error) {
	out := make(condition.TaskContext, len(known))
	for i, field := range known {
		if _, twice := out[field.Name]; twice {
			return nil, problem.Refuse(fmt.Sprintf("context[%d].name", i), "%q is given twice; each field has one value", field.Name)
		}
		out[field.Name] = field.Value
	}
	return out, nil
}

func (r pattern) Similar(ctx context.Context, p *model.Pattern, first int) (*model.SimilarPatterns, error) {
	if err := model.CheckFirst(first, similarity.MaxSimilar); err != nil {
		return nil, err
	}
	found, err := r.patterns.Similarity.Similar(ctx, p.Project, p.Key, first)
	if err != nil {
		return nil, err
	}
	return &model.SimilarPatterns{SimilarAnswer: found, Project: p.Project}, nil
}
