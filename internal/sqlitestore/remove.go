package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

var (
	//go:embed sql/episodic/delete_episode.sql
	deleteEpisode statement
	//go:embed sql/episodic/get_deleted_content.sql
	getDeletedContent statement
	//go:embed sql/episodic/list_numbers.sql
	listNumbers statement
	//go:embed sql/episodic/remove_revisions.sql
	removeRevisions statement
	//go:embed sql/episodic/remove_episodes.sql
	removeEpisodes statement
	//go:embed sql/episodic/purge_project.sql
	purgeProject statement
)

// purgeBatch is how many episodes one transaction of PurgeProject removes.
const purgeBatch = 100

// DeleteEpisode implements [episodic.Store].
func (s *Store) DeleteEpisode(ctx context.Context, project, id string, now time.Time) error {
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project}
		heads, err := w.heads([]string{id})
		if err != nil {
			return err
		}
		if !heads[id].Present {
			return episodic.ErrNotFound
		}
		l := &layerTables{tx: t, project: project}
		if err := l.remove([]int64{w.numbers[id]}); err != nil {
			return err
		}
		if err := t.exec(deleteEpisode, params{"number": w.numbers[id], "now": episodic.Instant(now)}); err != nil {
			return err
		}
		if err := t.describe(project, id); err != nil {
			return err
		}
		if err := l.finish(); err != nil {
			return err
		}
		return t.derive(project, []string{id}, nil)
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
		heads, err := w.heads([]string{id})
		if err != nil {
			return err
		}
		if known := heads[id]; known.Revision == 0 || known.Present {
			return episodic.ErrNotFound
		}
		prepared, err := w.deletedContent(id)
		if err != nil {
			return err
		}
		prepared.Hash = heads[id].Hash
		w.writes = intake.Plan([]episodic.Prepared{prepared}, heads, w.now)
		if err := w.findPending(false); err != nil {
			return err
		}
		receipts = intake.Receipts(project, w.writes)
		return w.apply()
	})
	if err != nil {
		return episodic.Receipt{}, fmt.Errorf("restore episode %q: %w", id, err)
	}
	return receipts[0], nil
}

// deletedContent prepares the last content of a deleted episode anew.
func (w *writer) deletedContent(id string) (episodic.Prepared, error) {
	var e episodic.Episode
	p := params{"project": w.project, "id": id}
	if err := w.query(getDeletedContent, p, func(r *row) { e = r.episode(&w.store.packer) }); err != nil {
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
		heads, err := w.heads([]string{id})
		if err != nil {
			return err
		}
		if heads[id].Revision == 0 {
			return episodic.ErrNotFound
		}
		numbers := []int64{w.numbers[id]}
		if heads[id].Present {
			if err := t.withdraw(project, id, numbers[0]); err != nil {
				return err
			}
		}
		return t.purge(project, numbers)
	})
	if err != nil {
		return fmt.Errorf("purge episode %q: %w", id, err)
	}
	return nil
}

// withdraw takes a present episode out of every read, the factors included.
func (t *tx) withdraw(project, id string, number int64) error {
	l := &layerTables{tx: t, project: project}
	if err := l.remove([]int64{number}); err != nil {
		return err
	}
	if err := t.exec(deleteEpisode, params{"number": number, "now": nil}); err != nil {
		return err
	}
	if err := l.finish(); err != nil {
		return err
	}
	return t.derive(project, []string{id}, nil)
}

// purge removes every trace of some episodes, without a look at what follows for factors.
func (t *tx) purge(project string, episodes []int64) error {
	l := &layerTables{tx: t, project: project}
	if err := l.remove(episodes); err != nil {
		return err
	}
	if err := t.dropContributions(episodes); err != nil {
		return err
	}
	for _, st := range []statement{removeEvidenceIn, removeRevisions, removeEpisodes} {
		if err := t.exec(st, params{"episodes": episodes}); err != nil {
			return err
		}
	}
	return l.finish()
}

// PurgeProject implements [episodic.Store]. It takes several transactions, so that other
// writers need not wait for all of it; one that was cut off can be repeated. What was asked
// for about the project goes first, because it may be there without the project, and once more
// at the end, for what was asked for meanwhile. What is there of the factors after each step
// is right: a layer that others began meanwhile goes before the episodes that it is the sum of.
func (s *Store) PurgeProject(ctx context.Context, project string) error {
	forget := func(t *tx) error { return t.exec(purgeEntries, params{"project": project}) }
	if err := s.write(ctx, forget); err != nil {
		return fmt.Errorf("purge what was asked for about project %q: %w", project, err)
	}
	s.purging.Store(project, true)
	defer s.purging.Delete(project)
	if err := s.markInBatches(ctx, project); err != nil {
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
	if err := s.sweepLayers(ctx); err != nil {
		return fmt.Errorf("purge the factors of project %q: %w", project, err)
	}
	if err := s.sweepPatterns(ctx); err != nil {
		return fmt.Errorf("purge the patterns of project %q: %w", project, err)
	}
	return nil
}

// purgeSome removes some episodes and returns how many; with the last one gone, the project.
func (s *Store) purgeSome(ctx context.Context, project string) (int, error) {
	var numbers []int64
	err := s.write(ctx, func(t *tx) error {
		p := params{"project": project, "limit": purgeBatch}
		if err := t.query(listNumbers, p, func(r *row) { numbers = append(numbers, r.int64("number")) }); err != nil {
			return err
		}
		if err := t.forgetFactors(project); err != nil {
			return err
		}
		if len(numbers) == 0 {
			if err := t.exec(purgeEntries, params{"project": project}); err != nil {
				return err
			}
			return t.exec(purgeProject, params{"project": project})
		}
		return t.purge(project, numbers)
	})
	return len(numbers), err
}
