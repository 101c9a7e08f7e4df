package write

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// staleBatch is how many stale episodes a transaction derives at first, in a store that can be late.
const staleBatch = 25

// ChangeFactors runs work on the factor layer of a project and then brings the evidence of
// patterns up to date. It is [derive.Writer.ChangeFactors].
func ChangeFactors(
	ctx context.Context, s Store, project string, create bool, now time.Time, work func(derive.Tx) error,
) error {
	note := ledger.NoteOf(ctx)
	err := changeLayer(ctx, s, project, Begin{Create: create, Now: now}, func(l Layer) error {
		t := &tracker{Layer: l}
		if err := work(t); err != nil {
			return err
		}
		if err := l.Flush(); err != nil {
			return err
		}
		return errors.Join(t.follow(), note.Put(ledger.Changed{}, l.PutEntry))
	})
	if err != nil {
		return fmt.Errorf("change the factors of project %q: %w", project, err)
	}
	note.Committed(ledger.Changed{})
	return nil
}

// changeLayer runs work on a layer that nothing is to be derived into.
func changeLayer(ctx context.Context, s Store, project string, begin Begin, work func(Layer) error) error {
	if err := DeriveDeferred(ctx, s, project); err != nil {
		return err
	}
	return s.ChangeLayer(ctx, project, begin, func(l Layer) error {
		if err := DeriveAllDeferred(l); err != nil {
			return err
		}
		return work(l)
	})
}

// RefreshSome derives up to limit stale episodes of a project and returns how many. It is
// [derive.Writer.RefreshSome].
func RefreshSome(ctx context.Context, s Store, project string, limit int) (int, error) {
	n := 0
	err := changeLayer(ctx, s, project, Begin{}, func(l Layer) (err error) {
		n, err = refreshStale(l, limit)
		return err
	})
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("derive the factors of project %q: %w", project, err)
	}
	return n, nil
}

// refreshStale derives up to limit stale episodes, or as many as it can until the transaction is late.
func refreshStale(l Layer, limit int) (total int, err error) {
	d, hurries := l.(DeferringLayer)
	batch := limit
	if hurries {
		batch = min(limit, staleBatch)
	}
	for {
		n, err := refreshBatch(l, batch)
		if total += n; err != nil || n < batch || total >= limit || d.Late() {
			return total, err
		}
		batch = min(total, limit-total)
	}
}

func refreshBatch(l Layer, limit int) (n int, err error) {
	ids, err := l.StaleEpisodes(limit)
	if err != nil {
		return 0, err
	}
	t := &tracker{Layer: l}
	err = t.run(func() (err error) {
		n, err = derive.RefreshMarked(t, ids, limit)
		return err
	})
	return n, err
}

// CountUncounted derives what waits for it and counts what the links of a project leave out. It is
// [derive.Writer.CountUncounted].
func CountUncounted(ctx context.Context, s Store, project string) error {
	err := changeLayer(ctx, s, project, Begin{}, func(l Layer) error {
		return l.Measure(func() error { return countUncounted(l) })
	})
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return fmt.Errorf("count the links of project %q: %w", project, err)
	}
	return nil
}

func countUncounted(l Layer) error {
	if err := derive.CountUncounted(l); err != nil {
		return err
	}
	return l.Flush()
}

// settleLayer leaves the factors of what was written to be derived after the commit, where the store can do so and
// nothing goes, and derives them otherwise. It returns the weight of all that waits.
func settleLayer(tx Tx, c Changes) (deferred int, err error) {
	if d, can := tx.(DeferringTx); can && len(c.Gone) == 0 {
		return d.Defer(), nil
	}
	return 0, deriveChanges(tx, c)
}

// deriveChanges brings the factor layer, and then the patterns, up to date with a write of episodes. Of
// episodes that go nothing may wait to be counted, because it would hold their texts.
func deriveChanges(tx Tx, c Changes) error {
	ids := append(slices.Sorted(maps.Keys(c.Present)), c.Gone...)
	if len(ids) == 0 {
		return nil
	}
	l, ready, err := tx.Layer(c)
	if err != nil {
		return err
	}
	t := &tracker{Layer: l}
	if !ready {
		t.delta.gone = c.Gone
		return t.follow()
	}
	return t.run(func() error {
		if err := derive.Derive(t, ids); err != nil {
			return fmt.Errorf("derive the factors of %d episodes: %w", len(ids), err)
		}
		if len(c.Gone) == 0 {
			return nil
		}
		return derive.CountUncounted(t)
	})
}

// tracker is a layer that notes what the patterns have to follow.
type tracker struct {
	Layer

	delta patternDelta
}

// patternDelta is what a derivation changed that the evidence of patterns depends on.
type patternDelta struct {
	put  []contribution.Contribution
	gone []string
	// before are the rules before their first change; nil without one.
	before *contribution.Rules
}

// Prefetch implements [derive.Prefetcher] for layers that do.
func (t *tracker) Prefetch(factors, variables, links []string) error {
	if l, ok := t.Layer.(derive.Prefetcher); ok {
		return l.Prefetch(factors, variables, links)
	}
	return nil
}

// PutContributions implements [derive.ContributionsTx].
func (t *tracker) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	t.delta.put, t.delta.gone = append(t.delta.put, put...), append(t.delta.gone, gone...)
	return t.Layer.PutContributions(put, gone, graph)
}

// PutRules implements [derive.RulesTx].
func (t *tracker) PutRules(rules contribution.Rules) error {
	if t.delta.before == nil {
		before, err := t.Rules()
		if err != nil {
			return err
		}
		t.delta.before = &before
	}
	return t.Layer.PutRules(rules)
}

// run derives, writes what the layer collected, and has the patterns follow.
func (t *tracker) run(work func() error) error {
	err := t.Measure(func() error {
		if err := work(); err != nil {
			return err
		}
		return t.Flush()
	})
	if err != nil {
		return err
	}
	return t.follow()
}

// follow brings the evidence of the patterns up to date. It reads nothing in a project without
// patterns.
func (t *tracker) follow() error {
	tx, found := t.PatternTx()
	if !found {
		return nil
	}
	d := t.delta
	if d.before != nil {
		after, err := t.Rules()
		if err != nil {
			return err
		}
		if err := evidence.FollowRules(tx, *d.before, after); err != nil {
			return fmt.Errorf("bring patterns into line with the rules of factors: %w", err)
		}
	}
	if err := evidence.Follow(tx, d.put, d.gone); err != nil {
		return fmt.Errorf("bring patterns into line with %d episodes: %w", len(d.put)+len(d.gone), err)
	}
	return nil
}
