package sqlitestore

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

// DeleteEpisode implements [episodic.Store].
func (s *Store) DeleteEpisode(ctx context.Context, project, id string, now time.Time) error {
	return write.Delete(ctx, writer{s}, project, id, now)
}

// RestoreEpisode implements [episodic.Store].
func (s *Store) RestoreEpisode(ctx context.Context, project, id string, now time.Time) (episodic.Receipt, error) {
	return write.Restore(ctx, writer{s}, project, id, now)
}

// PurgeEpisode implements [episodic.Store].
func (s *Store) PurgeEpisode(ctx context.Context, project, id string) error {
	if err := write.Purge(ctx, writer{s}, project, id); err != nil {
		return err
	}
	s.wipe(ctx)
	return nil
}

// RecordHistories implements [episodic.Store].
func (s *Store) RecordHistories(
	ctx context.Context, project string, createdAt time.Time, histories []episodic.History,
) (changed int, err error) {
	return write.CopyHistories(ctx, writer{s}, project, createdAt, histories)
}

// ChangeFactors implements [derive.Store].
func (s *Store) ChangeFactors(
	ctx context.Context, project string, create bool, now time.Time, work func(derive.Tx) error,
) error {
	return write.ChangeFactors(ctx, writer{s}, project, create, now, work)
}

// Suppose implements [dependents.Layer].
func (s *Store) Suppose(ctx context.Context, project string, work func(dependents.Tx) error) error {
	return write.Suppose(ctx, writer{s}, project, func(l write.Layer) error { return work(l) })
}

// RefreshSome implements [derive.Store]. It leaves alone what this store is about to purge.
func (s *Store) RefreshSome(ctx context.Context, project string, limit int) (int, error) {
	if _, going := s.purging.Load(project); going {
		return 0, nil
	}
	return write.RefreshSome(ctx, writer{s}, project, limit)
}

// writer implements [write.Store].
type writer struct{ store *Store }

// Write implements [write.Store].
func (w writer) Write(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) error {
	if settled, err := w.settle(ctx, project, begin, work); err != nil || settled {
		return err
	}
	return w.write(ctx, project, begin, func(t *episodeTx) error { return work(t) })
}

// settle runs work without the lock of writers, in its turn, if it has nothing to write.
func (w writer) settle(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) (settled bool, err error) {
	if len(begin.Hashes) == 0 {
		return false, nil
	}
	settled, err = w.ifSettled(ctx, project, begin, func(write.Tx) error { return nil })
	if err != nil || !settled {
		return false, err
	}
	if err := write.AwaitTurn(ctx); err != nil {
		return false, err
	}
	return w.ifSettled(ctx, project, begin, work)
}

// ifSettled runs work that only reads if nothing is left to write.
func (w writer) ifSettled(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) (settled bool, err error) {
	err = w.store.view(ctx, func(t *tx) error {
		e := newEpisodeTx(t, project)
		heads, err := e.Heads(slices.Sorted(maps.Keys(begin.Hashes)))
		if settled = err == nil && begin.Settled(heads); settled {
			return work(e)
		}
		return err
	})
	return settled, err
}

// write runs work in its turn, and passes that on when it has committed.
func (w writer) write(ctx context.Context, project string, begin write.Begin, work func(*episodeTx) error) error {
	if err := write.AwaitTurn(ctx); err != nil {
		return err
	}
	err := w.store.write(ctx, func(t *tx) error {
		if err := t.begin(project, begin); err != nil {
			return err
		}
		return work(newEpisodeTx(t, project))
	})
	if err == nil {
		write.PassTurn(ctx)
	}
	return err
}

// ChangeLayer implements [write.Store].
func (w writer) ChangeLayer(ctx context.Context, project string, begin write.Begin, work func(write.Layer) error) error {
	return w.store.write(ctx, func(t *tx) error {
		if err := t.begin(project, begin); err != nil {
			return err
		}
		d, err := t.derivation(project)
		if err != nil {
			return err
		}
		return work(d)
	})
}

// begin creates the project if that is wanted.
func (t *tx) begin(project string, begin write.Begin) error {
	if !begin.Create {
		return nil
	}
	return t.createProject(project, begin.Now)
}

// episodeTx implements [write.Tx].
type episodeTx struct {
	layerTables

	// numbers are those of the episodes that the store knows, by id.
	numbers map[string]int64
	// packed are contents of new revisions by hash, deflated before the transaction.
	packed map[string][]byte
}

func newEpisodeTx(t *tx, project string) *episodeTx {
	return &episodeTx{layerTables: layerTables{tx: t, project: project}, numbers: map[string]int64{}}
}

// numbersOf returns the numbers of episodes that were looked up.
func (t *episodeTx) numbersOf(ids []string) []int64 {
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i] = t.numbers[id]
	}
	return out
}

// Layer implements [write.Tx].
func (t *episodeTx) Layer(c write.Changes) (l write.Layer, ready bool, err error) {
	d, err := t.derivation(t.project)
	if err != nil {
		return nil, false, err
	}
	d.contents, d.gone = c.Present, c.Gone
	return d, true, nil
}
