package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
)

var (
	//go:embed sql/causal/find_joined_links.sql
	findJoinedLinks statement
	//go:embed sql/causal/list_common_support.sql
	listCommonSupport statement
)

// FindJoined implements [layer.PathSearcher].
func (s *Store) FindJoined(ctx context.Context, project string, joints []search.Joint, until time.Time) ([]bool, error) {
	out, pairs := make([]bool, len(joints)), make([][]string, len(joints))
	for i, j := range joints {
		pairs[i] = []string{j.First.Link.Key, j.Second.Link.Key, j.First.From().Key(), j.First.To().Key(), j.Second.To().Key()}
	}
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		return t.query(findJoinedLinks, params{"layer": l.number, "pairs": pairs, "until": microsOrNull(until)}, func(r *row) {
			out[r.integer("place")] = true
		})
	})
	if err != nil {
		return nil, fmt.Errorf("find which of %d pairs of links meet: %w", len(joints), err)
	}
	return out, nil
}

// CommonSupport implements [layer.PathSearcher].
func (s *Store) CommonSupport(ctx context.Context, project string, sets [][]string, until time.Time, limit int) ([]search.CommonSupport, error) {
	out := make([]search.CommonSupport, len(sets))
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		p := params{"layer": l.number, "sets": sets, "until": microsOrNull(until), "limit": limit}
		return t.query(listCommonSupport, p, func(r *row) {
			at := &out[r.integer("place")]
			at.Episodes, at.Total = append(at.Episodes, r.text("episode")), r.integer("total")
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes that state all of %d sets of links: %w", len(sets), err)
	}
	return out, nil
}
