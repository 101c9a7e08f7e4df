package neo4jstore

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/cypher"
)

// FindJoined implements [layer.PathSearcher].
func (s *Store) FindJoined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error) {
	out, pairs := make([]bool, len(joints)), make([]params, len(joints))
	for i, j := range joints {
		pairs[i] = params{
			"place": i, "first": j.First.Link.Key, "second": j.Second.Link.Key,
			"from": j.First.From().Key(), "middle": j.First.To().Key(), "to": j.Second.To().Key(),
			"firstType": relationType(j.First.Link.Relation), "secondType": relationType(j.Second.Link.Relation),
		}
	}
	p := params{"project": project, "pairs": pairs, "until": timeOrNull(until)}
	found, err := read(ctx, s, cypher.FindJoinedLinks, p, func(r *row) int { return r.integer("place") })
	if err != nil {
		return nil, fmt.Errorf("find which of %d pairs of links meet: %w", len(joints), err)
	}
	for _, place := range found {
		out[place] = true
	}
	return out, nil
}

// CommonSupport implements [layer.PathSearcher].
func (s *Store) CommonSupport(ctx context.Context, project string, sets [][]string, until time.Time, limit int) ([]search.CommonSupport, error) {
	type found struct {
		search.CommonSupport

		place int
	}
	out, rows := make([]search.CommonSupport, len(sets)), make([]params, len(sets))
	for i, links := range sets {
		rows[i] = params{"place": i, "links": links}
	}
	p := params{"project": project, "sets": rows, "until": timeOrNull(until), "limit": limit}
	all, err := read(ctx, s, cypher.ListCommonSupport, p, func(r *row) found {
		return found{search.CommonSupport{Episodes: r.maybeTexts("episodes"), Total: r.integer("total")}, r.integer("place")}
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes that state all of %d sets of links: %w", len(sets), err)
	}
	for _, f := range all {
		out[f.place] = f.CommonSupport
	}
	return out, nil
}
