package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// purgeBatch is how many episodes one transaction of PurgeProject removes.
const purgeBatch = 100

// DeleteEpisode implements [episodic.Store].
func (s *Store) DeleteEpisode(ctx context.Context, project, id string, now time.Time) error {
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project, now: now.UTC()}
		known, err := w.lockedHead(id)
		if err != nil {
			return err
		}
		if !known.Present {
			return episodic.ErrNotFound
		}
		l := &layerRow{tx: t, project: project}
		mentioned, err := l.remove([]string{id})
		if err != nil {
			return err
		}
		p := params{"project": project, "id": id, "now": w.now, "indexDue": episodic.Instant(w.now)}
		if err := t.exec(cypher.DeleteEpisode, p); err != nil {
			return err
		}
		if err := runDerive(t, project, w.factors, gone([]string{id})); err != nil {
			return err
		}
		return l.removeUnmentioned(mentioned)
	})
	if err != nil {
		return fmt.Errorf("delete episode %q: %w", id, err)
	}
	return nil
}

// RestoreEpisode implements [episodic.Store].
func (s *Store) RestoreEpisode(ctx context.Context, project, id string, now time.Time) (episodic.Receipt, error) {
	var receipts []episodic.Receipt
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project, now: now.UTC()}
		known, err := w.lockedHead(id)
		if err != nil {
			return err
		}
		if known.Revision == 0 || known.Present {
			return episodic.ErrNotFound
		}
		prepared, err := w.deletedContent(id)
		if err != nil {
			return err
		}
		prepared.Hash = known.Hash
		w.writes = intake.Plan([]episodic.Prepared{prepared}, map[string]episodic.Head{id: known}, w.now)
		if err := w.findPending(false); err != nil {
			return err
		}
		receipts = intake.Receipts(w.project, w.writes)
		return w.apply()
	})
	if err != nil {
		return episodic.Receipt{}, fmt.Errorf("restore episode %q: %w", id, err)
	}
	return receipts[0], nil
}

// lockedHead locks the project, when there is one, and returns what is known of an id.
func (w *writer) lockedHead(id string) (episodic.Head, error) {
	factors, found, err := lockPresent(w.tx, w.project)
	if err != nil || !found {
		return episodic.Head{}, err
	}
	w.factors = factors
	heads, err := w.heads([]string{id})
	return heads[id], err
}

// lockPresent locks a project and reports whether there is one.
func lockPresent(t *tx, project string) (factors layerState, found bool, err error) {
	err = t.query(cypher.LockPresentProject, params{"project": project}, func(r *row) {
		// A project that was removed while its lock was waited for has no name any more.
		factors, found = r.layerState(), r.maybeText("name") != ""
	})
	return factors, found, err
}

// deletedContent prepares the last content of a deleted episode anew.
func (w *writer) deletedContent(id string) (episodic.Prepared, error) {
	var e episodic.Episode
	p := params{"project": w.project, "id": id}
	if err := w.query(cypher.GetDeletedContent, p, func(r *row) { e = r.episode() }); err != nil {
		return episodic.Prepared{}, err
	}
	prepared, err := intake.Prepare(e)
	if err != nil {
		return episodic.Prepared{}, fmt.Errorf("prepare its last content: %w", err)
	}
	return prepared, nil
}

// PurgeEpisode implements [episodic.Store].
func (s *Store) PurgeEpisode(ctx context.Context, project, id string) error {
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project}
		known, err := w.lockedHead(id)
		if err != nil {
			return err
		}
		if known.Revision == 0 {
			return episodic.ErrNotFound
		}
		return purge(t, project, w.factors, []string{id})
	})
	if err != nil {
		return fmt.Errorf("purge episode %q: %w", id, err)
	}
	return nil
}

// purge removes every trace of some episodes. What they contributed to the factors hangs on
// their nodes, so it goes before these.
func purge(t *tx, project string, factors layerState, ids []string) error {
	l := &layerRow{tx: t, project: project}
	mentioned, err := l.remove(ids)
	if err != nil {
		return err
	}
	if err := runDerive(t, project, factors, gone(ids)); err != nil {
		return err
	}
	if err := t.exec(cypher.PurgeRecords, params{"project": project, "ids": ids}); err != nil {
		return err
	}
	return l.removeUnmentioned(mentioned)
}

// PurgeProject implements [episodic.Store]. It takes several transactions, so that a large
// project needs no more memory than a small one; one that was cut off can be repeated. What
// was asked for about the project goes first, because it may be there without the project, and
// once more at the end, for what was asked for meanwhile.
func (s *Store) PurgeProject(ctx context.Context, project string) error {
	if err := s.purgeEntries(ctx, project); err != nil {
		return fmt.Errorf("purge what was asked for about project %q: %w", project, err)
	}
	if _, err := s.GetProject(ctx, project); err != nil {
		return fmt.Errorf("purge project %q: %w", project, err)
	}
	if err := s.InvalidateLayer(ctx, project); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return fmt.Errorf("purge project %q: %w", project, err)
	}
	for {
		left, err := s.purgeSome(ctx, project)
		if err != nil {
			return fmt.Errorf("purge project %q: %w", project, err)
		}
		if left == 0 {
			break
		}
	}
	if err := s.purgeEntries(ctx, project); err != nil {
		return fmt.Errorf("purge what was asked for about project %q: %w", project, err)
	}
	return nil
}

// purgeSome removes some of what the patterns of a project hold, or some episodes when there are
// no patterns, and returns how many; with the last one gone, the project.
func (s *Store) purgeSome(ctx context.Context, project string) (int, error) {
	removed := 0
	err := s.write(ctx, func(t *tx) error {
		var ids []string
		removed = 0
		factors, found, err := lockPresent(t, project)
		if err != nil || !found {
			return err
		}
		if factors.patterns > 0 {
			if removed, err = purgePatterns(t, project); err != nil || removed > 0 {
				return err
			}
		}
		p := params{"project": project, "limit": purgeBatch}
		if err := t.query(cypher.ListRecordIDs, p, func(r *row) { ids = append(ids, r.text("id")) }); err != nil {
			return err
		}
		if len(ids) == 0 {
			if err := t.exec(cypher.DropModels, params{"project": project, "keep": []string{}}); err != nil {
				return err
			}
			if err := t.exec(cypher.PurgeFactors, params{"project": project}); err != nil {
				return err
			}
			return t.exec(cypher.PurgeProject, params{"project": project})
		}
		removed = len(ids)
		return purge(t, project, factors, ids)
	})
	return removed, err
}
