package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/list_link_bridges.sql
	listLinkBridges statement
	//go:embed sql/episodic/list_reference_bridges.sql
	listReferenceBridges statement
)

// ListBridges implements [episodic.Store].
func (s *Store) ListBridges(
	ctx context.Context, project string, episodes []string, maxMentions, limit int,
) ([]episodic.Bridge, error) {
	if len(episodes) == 0 || limit <= 0 {
		return nil, nil
	}
	var out []episodic.Bridge
	p := params{"project": project, "episodes": distinct(episodes), "most": maxMentions, "limit": limit}
	err := s.view(ctx, func(t *tx) error {
		err := t.query(listLinkBridges, p, func(r *row) {
			b := r.bridge()
			b.Relation, b.FromKey, b.ToKey = word(r, "relation", relations()), r.text("from_key"), r.text("to_key")
			b.Backward = r.flag("backward")
			out = append(out, b)
		})
		if err != nil {
			return err
		}
		return t.query(listReferenceBridges, p, func(r *row) {
			b := r.bridge()
			b.Reference, b.Mentions = r.reference(), r.integer("mentions")
			out = append(out, b)
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list what joins %d episodes to others: %w", len(episodes), err)
	}
	return out, nil
}

// bridge reads the episodes that a bridge joins.
func (r *row) bridge() episodic.Bridge {
	return episodic.Bridge{From: r.text("from"), To: r.text("to")}
}
