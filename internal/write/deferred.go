package write

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
)

const (
	// maxDeferred is the weight from which on a write derives what waits before it returns: the
	// episodes, decisions and events of a project. It bounds how long a reader may have to wait.
	maxDeferred = 5_000
	// deferredBatch is how many episodes a transaction derives at first. Then it takes in as many as before, up to
	// maxDeferredBatch at a time.
	deferredBatch, maxDeferredBatch = 4, 32
)

// Deferring is a [Store] that derives the factors of what was written after the commit: its transactions are
// each a [DeferringTx], its layers each a [DeferringLayer]. Whoever reads the layer, or what follows from it,
// calls [DeriveDeferred] first.
type Deferring interface {
	// AnyDeferred reports whether episodes of a project are still to be derived. An unknown project has none.
	AnyDeferred(ctx context.Context, project string) (bool, error)
}

// DeferringTx marks the present episodes that it puts, so that they are derived after the commit.
type DeferringTx interface {
	// Defer leaves them marked and returns about how much is marked in the project: episodes, decisions and
	// events.
	Defer() (weight int)
}

// DeferringLayer finds what is marked.
type DeferringLayer interface {
	// DeferredEpisodes returns the ids of up to limit marked episodes. They are no longer marked once
	// they are derived.
	DeferredEpisodes(limit int) ([]string, error)
	// Late reports whether the transaction lasts so long that what is left should be derived in another one.
	Late() bool
}

// DeriveDeferred derives what was written to a project and is not derived yet, in transactions that are short
// enough for others to wait for.
func DeriveDeferred(ctx context.Context, s Store, project string) error {
	d, can := s.(Deferring)
	if !can {
		return nil
	}
	for {
		some, err := d.AnyDeferred(ctx, project)
		if err == nil && some {
			err = s.ChangeLayer(ctx, project, Begin{}, func(l Layer) error { return deriveDeferred(l, DeferringLayer.Late) })
		}
		if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			return fmt.Errorf("derive what was written to project %q: %w", project, err)
		}
		if !some || err != nil {
			return nil
		}
	}
}

// relieve is [DeriveDeferred] after a write, if so much waits that the write has to help. A failure is none of the
// write, which is committed: who reads the layer next derives again.
func relieve(ctx context.Context, s Store, project string, weight int) {
	if weight > maxDeferred {
		_ = DeriveDeferred(ctx, s, project)
	}
}

// DeriveAllDeferred derives in one transaction what is not derived yet. A change of the layer begins with it.
func DeriveAllDeferred(l Layer) error {
	return deriveDeferred(l, func(DeferringLayer) bool { return false })
}

// deriveDeferred derives what is not derived yet, or as much as it can until enough.
func deriveDeferred(l Layer, enough func(DeferringLayer) bool) error {
	d, can := l.(DeferringLayer)
	if !can {
		return nil
	}
	batch := deferredBatch
	for total := 0; ; batch = min(total, maxDeferredBatch) {
		ids, err := d.DeferredEpisodes(batch)
		if err != nil || len(ids) == 0 {
			return err
		}
		t := &tracker{Layer: l}
		if err := t.run(func() error { return derive.Derive(t, ids) }); err != nil {
			return fmt.Errorf("derive the factors of %d episodes: %w", len(ids), err)
		}
		if total += len(ids); len(ids) < batch || enough(d) {
			return nil
		}
	}
}
