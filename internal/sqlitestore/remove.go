package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
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

// DeletedEpisode implements [write.Lookup].
func (t *episodeTx) DeletedEpisode(id string) (episodic.Episode, error) {
	return t.deletedEpisode(t.project, id)
}

// deletedEpisode returns the last content of a deleted episode.
func (t *tx) deletedEpisode(project, id string) (episodic.Episode, error) {
	var e episodic.Episode
	err := t.query(getDeletedContent, params{"project": project, "id": id}, func(r *row) { e = r.episode(t.ctx, &t.store.packer) })
	return e, err
}

// DeleteEpisode implements [write.Rows].
func (t *episodeTx) DeleteEpisode(id string, now time.Time) error {
	if err := t.exec(deleteEpisode, params{"number": t.numbers[id], "now": episodic.Instant(now)}); err != nil {
		return err
	}
	return t.describe(t.project, id)
}

// PurgeEpisodes implements [write.Rows].
func (t *episodeTx) PurgeEpisodes(ids []string) error { return t.purge(t.numbersOf(ids)) }

// Sweep implements [write.Rows].
func (t *episodeTx) Sweep() error { return t.removeUnmentioned() }

// purge removes the rows of erased or deleted episodes, and what they contributed without a look
// at what follows for factors.
func (t *tx) purge(episodes []int64) error {
	if err := t.dropContributions(episodes); err != nil {
		return err
	}
	for _, st := range []statement{removeEvidenceIn, removeRevisions, removeEpisodes} {
		if err := t.exec(st, params{"episodes": episodes}); err != nil {
			return err
		}
	}
	return nil
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
	s.wipe(ctx)
	return nil
}

// purgeSome removes some execution events, or some episodes when there are none, and returns how many;
// with the last one gone, the project.
func (s *Store) purgeSome(ctx context.Context, project string) (int, error) {
	var numbers []int64
	events := 0
	note := ledger.NoteOf(ctx)
	err := s.write(ctx, func(t *tx) (err error) {
		numbers, events, err = t.purgePart(project)
		return errors.Join(err, note.Put(ledger.Changed{Things: len(numbers), Events: events}, t.PutEntry))
	})
	if err == nil {
		note.Committed(ledger.Changed{Things: len(numbers), Events: events})
	}
	return events + len(numbers), err
}

// purgePart is the part of [Store.purgeSome] in its transaction. It returns the numbers of the episodes that go, and how many
// execution events do.
func (t *tx) purgePart(project string) (numbers []int64, events int, err error) {
	if events, err = t.purgeEvents(project); err != nil || events > 0 {
		return nil, events, err
	}
	p := params{"project": project, "limit": purgeBatch}
	if err := t.query(listNumbers, p, func(r *row) { numbers = append(numbers, r.int64("number")) }); err != nil {
		return nil, 0, err
	}
	if err := t.forgetFactors(project); err != nil {
		return nil, 0, err
	}
	if len(numbers) == 0 {
		return nil, 0, t.purgeRest(project)
	}
	l := &layerTables{tx: t, project: project}
	if err := l.remove(numbers); err != nil {
		return nil, 0, err
	}
	if err := t.purge(numbers); err != nil {
		return nil, 0, err
	}
	return numbers, 0, l.removeUnmentioned()
}

// purgeRest removes what is left of a project without episodes and events.
func (t *tx) purgeRest(project string) error {
	if err := t.exec(purgeEntries, params{"project": project}); err != nil {
		return err
	}
	if err := t.forgetExecution(project); err != nil {
		return err
	}
	return t.exec(purgeProject, params{"project": project})
}
