package resolvers

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// maxNodes is how many global ids one call may name.
const maxNodes = 100

func (q query) Node(ctx context.Context, id string) (model.Node, error) {
	found, err := q.Nodes(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	if found[0] == nil {
		return nil, fmt.Errorf("%q: %w", id, episodic.ErrNotFound)
	}
	return found[0], nil
}

// Nodes asks for all of them before it waits for any, so that they are loaded together.
func (q query) Nodes(ctx context.Context, ids []string) ([]model.Node, error) {
	if len(ids) > maxNodes {
		return nil, problem.Refuse("ids", "there are %d; up to %d are possible", len(ids), maxNodes)
	}
	loads := make([]func() (model.Node, error), len(ids))
	for i, id := range ids {
		g, err := model.ParseGlobalID(id)
		if err != nil {
			return nil, err
		}
		if loads[i], err = q.startNode(ctx, g); err != nil {
			return nil, err
		}
	}
	nodes := make([]model.Node, len(ids))
	for i, load := range loads {
		var err error
		if nodes[i], err = load(); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// startNode asks for one thing and returns how to wait for it; absent things are nil.
func (q query) startNode(ctx context.Context, g model.GlobalID) (func() (model.Node, error), error) {
	at := inProject{g.Project, g.Key}
	switch g.Type {
	case model.TypeProject:
		return nodeOf(batchesOf(ctx).projects.start(ctx, g.Project), func(p episodic.ProjectInfo) model.Node {
			return model.Project{ProjectInfo: p}
		}), nil
	case model.TypeEpisode:
		return nodeOf(batchesOf(ctx).episodes.start(ctx, at), func(s episodic.Stored) model.Node {
			q.episodes.Reading.NoteRead(s.Project, s.Episode.ID)
			return model.NewEpisode(s)
		}), nil
	case model.TypeOccurrence:
		return nodeOf(batchesOf(ctx).occurrences.start(ctx, at), func(o episodic.Occurrence) model.Node {
			return model.NewOccurrence(g.Project, o)
		}), nil
	case model.TypeFactor:
		return nodeOf(batchesOf(ctx).factors.start(ctx, at), func(f factor.Factor) model.Node {
			return model.Factor{Factor: f, Project: g.Project}
		}), nil
	case model.TypeFactorLink:
		return nodeOf(batchesOf(ctx).factorLinks.start(ctx, at), func(l link.FactorLink) model.Node {
			return model.FactorLink{FactorLink: l, Project: g.Project}
		}), nil
	case model.TypePattern:
		return nodeOf(batchesOf(ctx).patterns.start(ctx, at), func(p patterns.Pattern) model.Node {
			return model.Pattern{Pattern: p, Project: g.Project}
		}), nil
	case model.TypeJob:
		return nodeOf(batchesOf(ctx).jobs.start(ctx, at), func(j jobs.Job) model.Node { return model.Job{Job: j} }), nil
	default:
		ref, err := g.ReferenceOf()
		if err != nil {
			return nil, err
		}
		return nodeOf(batchesOf(ctx).references.start(ctx, referenceIn{g.Project, ref}), func(c episodic.ReferenceCount) model.Node {
			return model.Reference{Reference: c.Reference, Project: g.Project}
		}), nil
	}
}

func nodeOf[V any](load func() (V, bool, error), node func(V) model.Node) func() (model.Node, error) {
	return func() (model.Node, error) {
		v, ok, err := load()
		if err != nil || !ok {
			return nil, err
		}
		return node(v), nil
	}
}
