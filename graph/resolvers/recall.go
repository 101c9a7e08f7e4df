package resolvers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/reading"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/allowance"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q query) Recall(
	ctx context.Context, project string, text, like *string, filter *episodic.EpisodeFilter, alpha *float64,
	vector *episodic.VectorName, ranking recall.Ranking, domain *string, first, offset, related int, passages bool, timeZone *string, minRelevance *float64,
) (*model.RecallAnswer, error) {
	narrowed, err := narrow(filter)
	if err != nil {
		return nil, err
	}
	zone, err := zoneNamed(timeZone)
	if err != nil {
		return nil, err
	}
	answer, err := kept(ctx, q.episodes.Recall.Recall, recall.Question{
		Project: project, Text: orEmpty(text), Like: orEmpty(like), Filter: narrowed, Alpha: alpha, Vector: orEmpty(vector),
		Ranking: ranking, Domain: orEmpty(domain), Limit: first, Offset: offset, Related: related,
		EachPassage: passages, Zone: zone, MinRelevance: orEmpty(minRelevance),
	})
	return recalled(ctx, project, answer, err)
}

func (q query) SimilarFailures(
	ctx context.Context, project string, failure *string, decisions []string, filter *episodic.EpisodeFilter, first int,
) (*model.RecallAnswer, error) {
	narrowed, err := narrow(filter)
	if err != nil {
		return nil, err
	}
	answer, err := kept(ctx, q.episodes.Recall.SimilarFailures, recall.FailureQuestion{
		Project: project, Error: orEmpty(failure), Decisions: decisions, Filter: narrowed, Limit: first,
	})
	return recalled(ctx, project, answer, err)
}

// recalled gives an answer the shape of the schema and remembers the episodes that it holds.
func recalled(ctx context.Context, project string, answer recall.Answer, err error) (*model.RecallAnswer, error) {
	if err != nil {
		return nil, asked(err)
	}
	for _, h := range answer.Hits {
		batchesOf(ctx).episodes.prime(inProject{project, h.Episode}, h.Stored)
	}
	rememberRelated(ctx, project, answer.Related)
	return &model.RecallAnswer{Answer: answer, Project: project}, nil
}

// rememberRelated remembers the episodes that hits lead to.
func rememberRelated(ctx context.Context, project string, related []recall.Related) {
	for _, r := range related {
		batchesOf(ctx).episodes.prime(inProject{project, r.Episode}, r.Stored)
	}
}

func (q query) SimilarDecisions(
	ctx context.Context, project, situation string, filter *episodic.EpisodeFilter, first int, alpha *float64, offset, related int,
) (*model.SimilarDecisionsAnswer, error) {
	narrowed, err := narrow(filter)
	if err != nil {
		return nil, err
	}
	answer, err := kept(ctx, q.episodes.Recall.SimilarDecisions, recall.DecisionQuestion{
		Project: project, Context: situation, Filter: narrowed, Limit: first, Alpha: alpha, Offset: offset, Related: related,
	})
	if err != nil {
		return nil, asked(err)
	}
	rememberRelated(ctx, project, answer.Related)
	return &model.SimilarDecisionsAnswer{DecisionAnswer: answer, Project: project}, nil
}

func (q query) ContextFor(
	ctx context.Context, project string, task, failure *string, budget int, filter *episodic.EpisodeFilter, timeZone *string,
) (*model.TaskContext, error) {
	narrowed, err := narrow(filter)
	if err != nil {
		return nil, err
	}
	zone, err := zoneNamed(timeZone)
	if err != nil {
		return nil, err
	}
	answer, err := kept(ctx, q.episodes.Briefing.ContextFor, briefing.ContextQuestion{
		Project: project, Task: orEmpty(task), Error: orEmpty(failure), Budget: budget, Filter: narrowed, Zone: zone,
	})
	if err != nil {
		return nil, asked(err)
	}
	return &model.TaskContext{TaskContext: answer, Project: project, Budget: budget}, nil
}

// zoneNamed returns the zone of times in words; nil for no name.
func zoneNamed(name *string) (*time.Location, error) {
	if name == nil {
		return nil, nil
	}
	zone, err := time.LoadLocation(*name)
	if err != nil || *name == "" || *name == "Local" {
		return nil, problem.AsError([]problem.Problem{problem.Invalid("timeZone", "%q is not the name of a time zone, like UTC or Europe/Berlin", *name)})
	}
	return zone, nil
}

// kept asks a question whose answer holds the contents of the episodes found.
func kept[Q, A any](ctx context.Context, ask func(context.Context, Q) (A, error), question Q) (A, error) {
	return allowance.Read(ctx, func(ctx context.Context) (A, error) { return ask(ctx, question) })
}

// narrow names the references of a filter as the memory keys them.
func narrow(filter *episodic.EpisodeFilter) (episodic.EpisodeFilter, error) {
	f := orEmpty(filter)
	named := make([]episodic.Reference, len(f.References))
	for i, r := range f.References {
		var err error
		if named[i], err = reading.NamedReference(r.Kind, r.Key); err != nil {
			return f, under(err, fmt.Sprintf("filter.references[%d]", i))
		}
	}
	f.References = named
	return f, nil
}

// asked names the arguments as the schema does.
func asked(err error) error {
	return renamed(err, func(path string) string {
		if path == "limit" {
			return "first"
		}
		return path
	})
}

// under puts the paths of an [problem.InvalidError] below a place.
func under(err error, place string) error {
	return renamed(err, func(path string) string { return place + "." + path })
}

// renamed changes the paths of an [problem.InvalidError]; any other error stays as it is.
func renamed(err error, name func(string) string) error {
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) {
		return err
	}
	problems := make([]problem.Problem, len(invalid.Problems))
	for i, p := range invalid.Problems {
		p.Path = name(p.Path)
		problems[i] = p
	}
	return &problem.InvalidError{Problems: problems}
}

type recallHit struct{}

func (recallHit) Episode(ctx context.Context, h *model.RecallHit) (model.Episode, error) {
	return loadEpisode(ctx, h.Project, h.Hit.Episode)
}

func (recallHit) Occurrences(ctx context.Context, h *model.RecallHit) ([]model.Occurrence, error) {
	found, err := loadPresent(ctx, batchesOf(ctx).occurrences, h.Project, h.Hit.Best.Occurrences)
	return model.NewOccurrences(h.Project, found), err
}

type contextPattern struct{}

func (contextPattern) Pattern(ctx context.Context, c *model.ContextPattern) (*model.Pattern, error) {
	return loadPattern(ctx, c.Project, c.Advice.Pattern)
}
