package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/write"
)

// purgeBatch is how many episodes one transaction of PurgeProject removes.
const purgeBatch = 100

// DeletedEpisode implements [write.Lookup].
func (t *episodeTx) DeletedEpisode(id string) (episodic.Episode, error) {
	var e episodic.Episode
	err := t.query(cypher.GetDeletedContent, params{"project": t.project, "id": id}, func(r *row) { e = r.episode() })
	return e, err
}

// DeleteEpisode implements [write.Rows].
func (t *episodeTx) DeleteEpisode(id string, now time.Time) error {
	p := params{"project": t.project, "id": id, "now": now, "indexDue": episodic.Instant(now)}
	return t.exec(cypher.DeleteEpisode, p)
}

// PurgeEpisodes implements [write.Rows].
func (t *episodeTx) PurgeEpisodes(ids []string) error {
	return t.exec(cypher.PurgeRecords, params{"project": t.project, "ids": ids})
}

// Sweep implements [write.Rows].
func (t *episodeTx) Sweep() error { return t.removeUnmentioned(t.mentioned) }

// lockPresent locks a project and reports whether there is one.
func lockPresent(t *tx, project string) (factors layerState, found bool, err error) {
	err = t.query(cypher.LockPresentProject, params{"project": project}, func(r *row) {
		// A project that was removed while its lock was waited for no longer has a name.
		factors, found = r.layerState(), r.maybeText("name") != ""
	})
	return factors, found, err
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

// purgeSome removes some of the execution events of a project, then of what its patterns hold, then
// of its episodes, and returns how many; with the last one gone, the project.
func (s *Store) purgeSome(ctx context.Context, project string) (removed int, err error) {
	var changed ledger.Changed
	note := ledger.NoteOf(ctx)
	err = s.write(ctx, func(t *tx) (err error) {
		factors, found, err := lockPresent(t, project)
		if removed, changed = 0, (ledger.Changed{}); err != nil || !found {
			return err
		}
		if removed, changed, err = t.purgePart(project, factors); err != nil {
			return err
		}
		return note.Put(changed, t.PutEntry)
	})
	if err == nil {
		note.Committed(changed)
	}
	return removed, err
}

// purgePart is the part of [Store.purgeSome] in its transaction. It returns how much goes, and how many episodes and
// execution events are among that.
func (t *tx) purgePart(project string, factors layerState) (removed int, changed ledger.Changed, err error) {
	if removed, err = t.purgeEvents(project); err != nil || removed > 0 {
		return removed, ledger.Changed{Events: removed}, err
	}
	if factors.patterns > 0 {
		if removed, err = purgePatterns(t, project); err != nil || removed > 0 {
			return removed, changed, err
		}
	}
	var ids []string
	p := params{"project": project, "limit": purgeBatch}
	if err := t.query(cypher.ListRecordIDs, p, func(r *row) { ids = append(ids, r.text("id")) }); err != nil {
		return 0, changed, err
	}
	if len(ids) > 0 {
		err = write.PurgeAll(&episodeTx{layerRow: layerRow{tx: t, project: project}, factors: factors}, ids, ids)
		return len(ids), ledger.Changed{Things: len(ids)}, err
	}
	if err := t.exec(cypher.DropModels, params{"project": project, "keep": []string{}}); err != nil {
		return 0, changed, err
	}
	if err := t.exec(cypher.PurgeFactors, params{"project": project}); err != nil {
		return 0, changed, err
	}
	return 0, changed, t.exec(cypher.PurgeProject, params{"project": project})
}
