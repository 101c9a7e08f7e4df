package neo4jstore

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ListBridges implements [episodic.Store].
func (s *Store) ListBridges(ctx context.Context, project string, episodes []string, maxMentions, limit int) ([]episodic.Bridge, error) {
	if len(episodes) == 0 || limit <= 0 {
		return nil, nil
	}
	ids := distinct(episodes)
	links, err := s.linkBridges(ctx, project, ids, limit)
	if err != nil {
		return nil, fmt.Errorf("list links that lead on from %d episodes: %w", len(ids), err)
	}
	references, err := s.referenceBridges(ctx, project, ids, maxMentions, limit)
	if err != nil {
		return nil, fmt.Errorf("list references that lead on from %d episodes: %w", len(ids), err)
	}
	return slices.Concat(links, references), nil
}

func (s *Store) linkBridges(ctx context.Context, project string, ids []string, limit int) ([]episodic.Bridge, error) {
	return read(ctx, s, cypher.ListLinkBridges, params{"project": project, "ids": ids, "limit": limit}, func(r *row) episodic.Bridge {
		b := episodic.Bridge{
			From: r.text("source"), To: r.text("target"), FromKey: r.text("sourceKey"), ToKey: r.text("targetKey"),
			Relation: episodic.Relation(r.text("relation")),
		}
		if !slices.Contains(ids, b.From) {
			b.From, b.To, b.FromKey, b.ToKey, b.Backward = b.To, b.From, b.ToKey, b.FromKey, true
		}
		return b
	})
}

func (s *Store) referenceBridges(ctx context.Context, project string, ids []string, maxMentions, limit int) ([]episodic.Bridge, error) {
	if maxMentions < 2 {
		return nil, nil
	}
	p := params{"project": project, "ids": ids, "maxMentions": maxMentions, "limit": limit}
	return read(ctx, s, cypher.ListReferenceBridges, p, func(r *row) episodic.Bridge {
		return episodic.Bridge{
			From: r.text("source"), To: r.text("target"), Mentions: r.integer("mentions"),
			Reference: episodic.Reference{Kind: episodic.ReferenceKind(r.text("kind")), Key: r.text("key")},
		}
	})
}
