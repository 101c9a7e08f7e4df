package write_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/write"
)

// deferring is a fake that derives after the commit, in transactions that are always late.
type deferring struct {
	*fake

	marked []string
}

func (d *deferring) Write(_ context.Context, _ string, _ write.Begin, work func(write.Tx) error) error {
	return work(d)
}

func (d *deferring) ChangeLayer(_ context.Context, _ string, _ write.Begin, work func(write.Layer) error) error {
	if err := d.note("lock"); err != nil {
		return err
	}
	return work(d)
}

func (d *deferring) AnyDeferred(context.Context, string) (bool, error) {
	return len(d.marked) > 0, d.note("any?")
}

func (d *deferring) PutEpisodes(writes []intake.Write, now time.Time) error {
	for _, w := range writes {
		d.marked = append(d.marked, w.Episode.ID)
	}
	return d.fake.PutEpisodes(writes, now)
}

func (d *deferring) Defer() int {
	_ = d.note("defer")
	return 4_000 * len(d.marked)
}

func (d *deferring) DeferredEpisodes(limit int) ([]string, error) {
	return d.marked[:min(limit, len(d.marked))], d.note("deferred")
}

func (d *deferring) Late() bool { return true }

func (d *deferring) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	for _, c := range put {
		d.marked = slices.DeleteFunc(d.marked, func(id string) bool { return id == c.Episode })
	}
	return d.fake.PutContributions(put, gone, graph)
}

func TestRecord_deferred(t *testing.T) {
	d := &deferring{fake: newFake(t)}
	record := func(id string) {
		t.Helper()
		_, err := write.Record(t.Context(), d, "p", []episodic.Prepared{prepared(t, id)}, false, now())
		must(t, err)
	}
	record("a")
	d.expect(t, "left to a reader", "heads [a]", "erase []", "put [a]", "defer", "sweep")
	record("b")
	d.expect(t, "too much waits", "heads [b]", "erase []", "put [b]", "defer", "sweep",
		"any?", "lock", "deferred", "measure", "flush", "evidence [a b]", "any?")
	record("c")
	d.calls = nil
	must(t, write.ChangeFactors(t.Context(), d, "p", false, now(), func(derive.Tx) error { return d.note("change") }))
	d.expect(t, "before a change", "any?", "lock", "deferred", "measure", "flush", "evidence [c]", "any?", "lock", "deferred", "change", "flush")
	d.marked, d.calls, d.breaks = []string{"a"}, nil, "flush"
	record("d")
	if d.calls[len(d.calls)-1] != "flush" {
		t.Errorf("the derivation after a write did not fail: %v", d.calls)
	}
	d.marked = []string{"a"} // what failed was undone
	if err := write.DeriveDeferred(t.Context(), d, "p"); !errors.Is(err, errBroken) {
		t.Errorf("a reader is told %v", err)
	}
	if err := write.DeriveDeferred(t.Context(), d.fake, "p"); err != nil {
		t.Errorf("a store that defers nothing: %v", err)
	}
}

// TestRefreshSome_late: a transaction that is late leaves stale episodes to the next one.
func TestRefreshSome_late(t *testing.T) {
	d := &deferring{fake: newFake(t)}
	for i := range 40 {
		id := fmt.Sprintf("e%02d", i)
		d.Episodes[id], d.stale = prepared(t, id).Episode, append(d.stale, id)
	}
	n, err := write.RefreshSome(t.Context(), d, "p", 200)
	must(t, err)
	if n != 25 || d.Numbers.Episodes != 25 {
		t.Errorf("%d are refreshed, %d in the layer", n, d.Numbers.Episodes)
	}
}
