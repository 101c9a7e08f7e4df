package neo4jstore

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// RecordEpisodes implements [episodic.Store].
func (s *Store) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	var receipts []episodic.Receipt
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project, now: now.UTC()}
		if err := w.plan(episodes, strict); err != nil {
			return err
		}
		receipts = intake.Receipts(w.project, w.writes)
		return w.apply()
	})
	if err != nil {
		return nil, fmt.Errorf("write %d episodes: %w", len(episodes), err)
	}
	return receipts, nil
}

// writer writes the episodes of one call inside one transaction.
type writer struct {
	*tx
	project string
	now     time.Time
	factors layerState
	writes  []intake.Write
}

// plan decides what becomes of each episode. Episodes that do not change cost no more than
// the comparison of their hash; as soon as one changes, the project is locked and looked
// at again, so that the decision still holds when it is applied.
func (w *writer) plan(episodes []episodic.Prepared, strict bool) error {
	heads, err := w.heads(ids(episodes))
	if err != nil {
		return err
	}
	w.writes = intake.Plan(episodes, heads, w.now)
	if len(intake.Changed(w.writes)) > 0 {
		if w.factors, err = lockProject(w.tx, w.project, w.now); err != nil {
			return err
		}
		if heads, err = w.heads(ids(episodes)); err != nil {
			return err
		}
		w.writes = intake.Plan(episodes, heads, w.now)
	}
	return w.findPending(strict)
}

func ids(episodes []episodic.Prepared) []string {
	out := make([]string, len(episodes))
	for i, p := range episodes {
		out[i] = p.Episode.ID
	}
	return out
}

func (w *writer) heads(ids []string) (map[string]episodic.Head, error) {
	heads := make(map[string]episodic.Head, len(ids))
	err := w.query(cypher.FindHeads, params{"project": w.project, "ids": ids}, func(r *row) {
		heads[r.text("id")] = r.head()
	})
	return heads, err
}

func (r *row) head() episodic.Head {
	return episodic.Head{
		Present: r.flag("present"), Revision: r.integer("revision"), Hash: r.text("hash"),
		RecordedAt: r.time("recordedAt"), FirstRecordedAt: r.time("firstRecordedAt"),
	}
}

// GetHeads implements [episodic.Store].
func (s *Store) GetHeads(ctx context.Context, project string, ids []string) (map[string]episodic.Head, error) {
	p := params{"project": project, "ids": distinct(ids)}
	found, err := read(ctx, s, cypher.FindHeads, p, func(r *row) keyed[episodic.Head] {
		return keyed[episodic.Head]{r.text("id"), r.head()}
	})
	if err != nil {
		return nil, fmt.Errorf("look up %d episodes: %w", len(ids), err)
	}
	heads := make(map[string]episodic.Head, len(found))
	for _, h := range found {
		heads[h.key] = h.value
	}
	return heads, nil
}

// findPending names the ends in other episodes that neither the store nor this call holds.
// With strict they are problems.
func (w *writer) findPending(strict bool) error {
	present := map[string]bool{}
	if ask := intake.ForeignKeys(w.writes); len(ask) > 0 {
		err := w.query(cypher.GetOccurrences, params{"project": w.project, "keys": ask}, func(r *row) {
			present[r.text("key")] = true
		})
		if err != nil {
			return err
		}
	}
	return intake.FindPending(w.writes, present, strict)
}

// apply writes what plan decided. Ids are in order, so that two calls lock in one order.
func (w *writer) apply() error {
	changed := intake.Changed(w.writes)
	if len(changed) == 0 {
		return nil
	}
	l := &layerRow{tx: w.tx, project: w.project}
	var drawn []string
	for _, e := range changed {
		l.add(e)
		if e.Before.Present {
			drawn = append(drawn, e.Episode.ID)
		}
	}
	mentioned, err := l.remove(drawn)
	if err != nil {
		return err
	}
	if err := w.recordNodes(changed); err != nil {
		return err
	}
	if err := l.draw(); err != nil {
		return err
	}
	all := written{hand: make(map[string]*episodic.Episode, len(changed)), fresh: true, across: l.across}
	for _, e := range changed {
		all.hand[e.Episode.ID] = &e.Episode
		all.fresh = all.fresh && e.Before.Revision == 0
	}
	if err := runDerive(w.tx, w.project, w.factors, all); err != nil {
		return err
	}
	return l.removeUnmentioned(mentioned)
}

// recordNodes writes the nodes of the episodes and of their new contents.
func (w *writer) recordNodes(changed []intake.Write) error {
	episodes := make([]params, len(changed))
	var revisions []params
	for i, e := range changed {
		episodes[i] = params{
			"id": e.Episode.ID, "due": episodic.Instant(w.now), "present": true, "properties": episodeProperties(e),
		}
		if e.Change != episodic.ChangeRestored {
			content := episodic.Content{
				RevisionKey: episodic.RevisionKey{Episode: e.Episode.ID, Number: e.Revision},
				Hash:        e.Hash, RecordedAt: e.RecordedAt, JSON: e.Content,
			}
			revisions = append(revisions, params{"id": e.Episode.ID, "properties": contentProperties(w.project, content)})
		}
	}
	if err := w.exec(cypher.RecordEpisodes, params{"project": w.project, "episodes": episodes}); err != nil {
		return err
	}
	if len(revisions) == 0 {
		return nil
	}
	return w.exec(cypher.RecordRevisions, params{"project": w.project, "revisions": revisions})
}
