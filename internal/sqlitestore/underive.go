package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
)

var (
	//go:embed sql/causal/list_underived.sql
	listUnderived statement
	//go:embed sql/causal/list_underived_episodes.sql
	listUnderivedEpisodes statement
	//go:embed sql/causal/list_episodes_after.sql
	listEpisodesAfter statement
	//go:embed sql/causal/mark_some.sql
	markSome statement
	//go:embed sql/causal/mark_all.sql
	markAll statement
	//go:embed sql/causal/retire_layer.sql
	retireLayer statement
	//go:embed sql/causal/copy_closed.sql
	copyClosed statement
	//go:embed sql/causal/displace_statements.sql
	displaceStatements statement
	//go:embed sql/causal/drop_statements.sql
	dropStatements statement
)

// markBatch is how many episodes one transaction of InvalidateLayer marks.
const markBatch = 1000

// ListStale implements [derive.Store].
func (s *Store) ListStale(ctx context.Context, limit int) ([]string, error) {
	var out []string
	err := s.read(ctx, listUnderived, params{"limit": limit}, func(r *row) { out = append(out, r.text("name")) })
	if err != nil {
		return nil, fmt.Errorf("list projects to be derived anew: %w", err)
	}
	return out, nil
}

// InvalidateLayer implements [derive.Store]. It marks the episodes in several transactions,
// during which the layer stays what it is; then another layer takes its place at once, into
// which episodes are derived from then on, and the old one is removed in several more.
func (s *Store) InvalidateLayer(ctx context.Context, project string) error {
	err := s.markInBatches(ctx, project)
	if err == nil {
		err = s.write(ctx, func(t *tx) error { return t.invalidateLayer(project) })
	}
	if err == nil {
		err = s.sweepLayers(ctx)
	}
	if err != nil {
		return fmt.Errorf("remove the factors of project %q: %w", project, err)
	}
	return nil
}

func (s *Store) markInBatches(ctx context.Context, project string) error {
	after, last := "", ""
	for {
		var batch []int64
		err := s.write(ctx, func(t *tx) error {
			l, err := t.bareLayer(project)
			if err != nil {
				return err
			}
			batch = batch[:0]
			err = t.query(listEpisodesAfter, params{"project": l.projectNumber, "after": after, "limit": markBatch}, func(r *row) {
				batch = append(batch, r.int64("number"))
				last = r.text("id")
			})
			if err != nil {
				return err
			}
			return t.exec(markSome, params{"episodes": batch})
		})
		if err != nil || len(batch) < markBatch {
			return err
		}
		after = last
	}
}

// invalidateLayer gives a project an empty layer with the rules of the one that it had.
func (t *tx) invalidateLayer(project string) error {
	l, err := t.factorLayer(project)
	if err != nil {
		return err
	}
	if err := t.exec(markAll, params{"project": l.projectNumber}); err != nil || l.number == 0 {
		return err
	}
	rules, err := json.Marshal(l.rules)
	if err != nil {
		return fmt.Errorf("write the rules of factors: %w", err)
	}
	if err := t.retireLayer(l.projectNumber); err != nil {
		return err
	}
	p := params{"project": l.projectNumber, "version": derive.DerivationVersion, "graph": l.state.Graph + 1, "rules": string(rules)}
	if err := t.exec(recordLayer, p); err != nil {
		return err
	}
	return t.exec(copyClosed, params{"layer": t.conn.LastInsertRowID(), "old": l.number})
}

// retireLayer takes the layer of a project, by number, from it.
func (t *tx) retireLayer(project int64) error {
	if err := t.exec(displaceStatements, params{"project": project}); err != nil {
		return err
	}
	return t.exec(retireLayer, params{"project": project})
}

// forgetFactors takes all that concerns factors, and the patterns, from a project that is being
// purged. What is left of its episodes is marked, so that it is derived if the purge is cut off.
func (t *tx) forgetFactors(project string) error {
	l, err := t.bareLayer(project)
	if err != nil {
		return err
	}
	if l.number != 0 {
		if err := t.exec(markAll, params{"project": l.projectNumber}); err != nil {
			return err
		}
	}
	if err := t.retireLayer(l.projectNumber); err != nil {
		return err
	}
	if err := t.forgetPatterns(l.projectNumber); err != nil {
		return err
	}
	return t.exec(dropStatements, params{"project": l.projectNumber})
}
