package neo4jstore

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

// RecordEpisodes implements [episodic.Store].
func (s *Store) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	return write.Record(ctx, writer{s}, project, episodes, strict, now)
}

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
	return write.Purge(ctx, writer{s}, project, id)
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

// RefreshSome implements [derive.Store].
func (s *Store) RefreshSome(ctx context.Context, project string, limit int) (int, error) {
	if err := s.counting.give(ctx, project); err != nil {
		return 0, s.explain(err)
	}
	return write.RefreshSome(ctx, writer{s}, project, limit)
}

// writer implements [write.Store].
type writer struct{ store *Store }

// Write implements [write.Store].
func (w writer) Write(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) error {
	if err := write.AwaitTurn(ctx); err != nil {
		return err
	}
	err := w.inTurn(ctx, project, begin, work)
	if err == nil {
		write.PassTurn(ctx)
	}
	return err
}

func (w writer) inTurn(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) error {
	if err := w.store.counting.give(ctx, project); err != nil {
		return w.store.explain(err)
	}
	if begin.Create {
		return w.store.writeAnyway(ctx, func(t *tx) error {
			e := &episodeTx{layerRow: layerRow{tx: t, project: project}}
			var err error
			if e.factors, e.heads, err = lockProject(t, project, begin); err != nil {
				return err
			}
			return work(e)
		})
	}
	return w.store.write(ctx, func(t *tx) error {
		state, found, err := lockPresent(t, project)
		if err != nil {
			return err
		}
		return work(&episodeTx{layerRow: layerRow{tx: t, project: project}, factors: state, missing: !found})
	})
}

// ChangeLayer implements [write.Store]. It finishes a removal of the layer first, even if another
// writer began it.
func (w writer) ChangeLayer(ctx context.Context, project string, begin write.Begin, work func(write.Layer) error) error {
	for {
		dropped := 0
		err := w.store.write(ctx, func(t *tx) error {
			state, err := lock(t, project, begin.Create, begin.Now)
			if err != nil {
				return err
			}
			if dropped = state.dropped; dropped != 0 {
				return nil
			}
			return work(&derivation{tx: t, project: project, state: state})
		})
		if err != nil || dropped == 0 {
			return err
		}
		if err := w.store.drop(ctx, project, dropped); err != nil {
			return err
		}
	}
}

// lock locks a project, which it may create. It returns ErrProjectNotFound.
func lock(t *tx, project string, create bool, now time.Time) (layerState, error) {
	state, found, err := lockPresent(t, project)
	if err != nil || found {
		return state, err
	}
	if !create {
		return state, episodic.ErrProjectNotFound
	}
	state, _, err = lockProject(t, project, write.Begin{Now: now.UTC()})
	return state, err
}

// episodeTx implements [write.Tx].
type episodeTx struct {
	layerRow

	factors layerState
	// missing is true if the project does not exist.
	missing bool
	// heads are what is known of the episodes that are recorded; nil if it has to be read.
	heads map[string]episodic.Head
	// mentioned are the sort keys of the references that what was erased mentioned.
	mentioned []string
}

// Layer implements [write.Tx].
func (t *episodeTx) Layer(c write.Changes) (l write.Layer, ready bool, err error) {
	d := &derivation{tx: t.tx, project: t.project, state: t.factors, changes: c, across: t.across}
	if t.factors.dropped == 0 {
		return d, true, nil
	}
	p := params{"project": t.project, "ids": list(slices.Sorted(maps.Keys(c.Present)))}
	return d, false, t.exec(cypher.MarkEpisodes, p)
}
