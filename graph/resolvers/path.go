package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

func (q query) CausalPath(
	ctx context.Context, project, from, to string, mode paths.Mode, maxDepth *int,
	filter *search.Follow, first int,
) (*model.CausalPathAnswer, error) {
	if err := checkWalk(maxDepth, first, search.MaxPaths); err != nil {
		return nil, err
	}
	answer, err := q.causes.Trace.Path(ctx, trace.PathQuestion{
		Project: project, From: from, To: to, Mode: trace.Mode(mode), MaxDepth: orEmpty(maxDepth),
		Follow: orEmpty(filter), Limit: first,
	})
	if err != nil {
		return nil, err
	}
	if selects(ctx, "episodes", "episode") {
		prefetchEpisodes(ctx, project, answer.Paths)
	}
	return &model.CausalPathAnswer{PathAnswer: answer, Project: project}, nil
}

// prefetchEpisodes reads the episodes of all paths at once: those of the links and of the
// occurrences are among them.
func prefetchEpisodes(ctx context.Context, project string, found []trace.Path) {
	var keys []inProject
	for _, p := range found {
		for _, id := range p.Episodes() {
			keys = append(keys, inProject{project, id})
		}
	}
	batchesOf(ctx).episodes.prefetch(ctx, keys)
}

// checkWalk refuses what the domain would take for "not given".
func checkWalk(maxDepth *int, first, most int) error {
	if maxDepth != nil && *maxDepth < 1 {
		return problem.Refuse("maxDepth", "it is at least 1")
	}
	return model.CheckFirst(first, most)
}

type causalPath struct{ *Root }

func (r causalPath) Explain(_ context.Context, p *model.CausalPath, budget int) (string, error) {
	told, err := r.causes.Trace.Explain(p.Path, budget)
	return told.Text, err
}

func (causalPath) Episodes(ctx context.Context, p *model.CausalPath) ([]model.Episode, error) {
	return loadEpisodes(ctx, p.Project, p.EpisodeKeys())
}
