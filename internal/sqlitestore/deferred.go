package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

//go:embed sql/causal/list_deferred_episodes.sql
var listDeferredEpisodes statement

var (
	_ write.Deferring      = writer{}
	_ write.DeferringTx    = (*episodeTx)(nil)
	_ write.DeferringLayer = (*derivation)(nil)
)

// lateAfter is how long a transaction that derives takes in episodes. It may last up to twice as long, because each time it
// takes in at most as many as before.
const lateAfter = 50 * time.Millisecond

// errDeferred says that episodes are still to be derived.
var errDeferred = errors.New("episodes are to be derived")

// viewDerived runs work that reads the factor layer of a project, or what follows from it. It first derives what
// was written before it began; if others write all the time, what they wrote since may be missing. It returns
// ErrProjectNotFound.
func (s *Store) viewDerived(ctx context.Context, project string, work func(*tx, factorLayer) error) error {
	return s.viewDerivedBy(ctx, project, (*tx).bareLayer, work)
}

// viewDerivedBy is viewDerived with the function that finds the layer.
func (s *Store) viewDerivedBy(ctx context.Context, project string, find func(*tx, string) (factorLayer, error), work func(*tx, factorLayer) error) error {
	for try := 0; ; try++ {
		err := s.view(ctx, func(t *tx) error {
			l, err := find(t, project)
			if err != nil {
				return err
			}
			if l.deferred && try < countTries {
				return errDeferred
			}
			return work(t, l)
		})
		if !errors.Is(err, errDeferred) {
			return err
		}
		if err := write.DeriveDeferred(ctx, writer{s}, project); err != nil {
			return err
		}
	}
}

// deferredWeights are about how much waits to be derived in each project, as far as this process wrote it. The zero value
// is empty; it is safe for concurrent use.
type deferredWeights struct {
	mu sync.Mutex
	of map[string]int
}

// add returns the new weight of a project.
func (d *deferredWeights) add(project string, weight int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.of == nil {
		d.of = map[string]int{}
	}
	d.of[project] += weight
	return d.of[project]
}

// forget says that nothing waits in a project.
func (d *deferredWeights) forget(project string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.of, project)
}

// AnyDeferred implements [write.Deferring].
func (w writer) AnyDeferred(ctx context.Context, project string) (bool, error) {
	if _, going := w.store.purging.Load(project); going {
		return false, nil
	}
	var l factorLayer
	err := w.store.view(ctx, func(t *tx) (err error) {
		l, err = t.bareLayer(project)
		return err
	})
	if errors.Is(err, episodic.ErrProjectNotFound) {
		err = nil
	}
	if err == nil && !l.deferred {
		w.store.deferred.forget(project)
	}
	return l.deferred, err
}

// Defer implements [write.DeferringTx]. The rows of the episodes are marked since they were put.
func (t *episodeTx) Defer() (weight int) { return t.store.deferred.add(t.project, t.weight) }

// DeferredEpisodes implements [write.DeferringLayer].
func (d *derivation) DeferredEpisodes(limit int) ([]string, error) {
	var ids []string
	p := params{"project": d.projectNumber, "limit": limit}
	err := d.query(listDeferredEpisodes, p, func(r *row) { ids = append(ids, r.text("id")) })
	return ids, err
}

// Late implements [write.DeferringLayer].
func (d *derivation) Late() bool { return time.Since(d.begun) > lateAfter }

// derivedLayer is [tx.factorLayer], into which nothing is left to be derived.
func (t *tx) derivedLayer(project string) (factorLayer, error) {
	l, err := t.factorLayer(project)
	if err != nil || !l.deferred {
		return l, err
	}
	d, err := t.derivation(project)
	if err != nil {
		return l, err
	}
	if err := write.DeriveAllDeferred(d); err != nil {
		return l, err
	}
	return t.factorLayer(project)
}
