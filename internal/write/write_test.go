package write_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/write"
	"github.com/causeway-memory/causeway/patterns"
)

var errBroken = errors.New("the engine is gone")

// layerRows is the factor layer, under another name than that of the method that opens it.
type layerRows = *causaltest.Layer

// fake is a store that notes its calls and breaks at one of them.
type fake struct {
	layerRows

	calls   []string
	breaks  string
	heads   map[string]episodic.Head
	stored  map[string]archive.StoredHistory
	content episodic.Episode
	// removing says that the layer is being removed, bare that there are no patterns.
	removing, bare bool
	stale          []string
	begun          write.Begin
}

func newFake(t *testing.T) *fake {
	t.Helper()
	return &fake{layerRows: causaltest.NewLayer(t), heads: map[string]episodic.Head{}, stored: map[string]archive.StoredHistory{}}
}

func (f *fake) note(format string, args ...any) error {
	call := fmt.Sprintf(format, args...)
	f.calls = append(f.calls, call)
	if f.breaks != "" && strings.HasPrefix(call, f.breaks) {
		return errBroken
	}
	return nil
}

func (f *fake) Write(_ context.Context, _ string, begin write.Begin, work func(write.Tx) error) error {
	f.begun = begin
	if begin.Settled(f.heads) {
		return work(f)
	}
	if err := f.note("lock"); err != nil {
		return err
	}
	return work(f)
}

func (f *fake) ChangeLayer(_ context.Context, project string, begin write.Begin, work func(write.Layer) error) error {
	f.begun = begin
	if project == "unknown" {
		return episodic.ErrProjectNotFound
	}
	return work(f)
}

func (f *fake) Heads(ids []string) (map[string]episodic.Head, error) {
	return f.heads, f.note("heads %v", ids)
}

func (f *fake) PresentOccurrences(keys []string) (map[string]bool, error) {
	return nil, f.note("present %v", keys)
}

func (f *fake) DeletedEpisode(id string) (episodic.Episode, error) {
	return f.content, f.note("content %s", id)
}

func (f *fake) StoredHistories(ids []string) (map[string]archive.StoredHistory, error) {
	return f.stored, f.note("histories %v", ids)
}

func (f *fake) Erase(ids []string) error { return f.note("erase %v", ids) }

func (f *fake) PutEpisodes(writes []intake.Write, _ time.Time) error {
	var ids []string
	for _, w := range writes {
		ids = append(ids, w.Episode.ID)
		f.Episodes[w.Episode.ID] = w.Episode
	}
	return f.note("put %v", ids)
}

func (f *fake) PutHistories(writes []archive.HistoryWrite) error {
	for _, w := range writes {
		if delete(f.Episodes, w.Episode.ID); w.Draw {
			f.Episodes[w.Episode.ID] = w.Episode
		}
	}
	return f.note("put %d histories", len(writes))
}

func (f *fake) DeleteEpisode(id string, _ time.Time) error {
	delete(f.Episodes, id)
	return f.note("delete %s", id)
}

func (f *fake) PurgeEpisodes(ids []string) error { return f.note("purge %v", ids) }

func (f *fake) Sweep() error { return f.note("sweep") }

func (f *fake) PutEntry(e ledger.Entry) error { return f.note("entry %s", e.Data) }

func (f *fake) Layer(c write.Changes) (write.Layer, bool, error) {
	for _, id := range c.Gone {
		delete(f.Episodes, id)
	}
	return f, !f.removing, f.note("layer %d present, gone %v, new %t", len(c.Present), c.Gone, c.New)
}

func (f *fake) StaleEpisodes(limit int) ([]string, error) {
	return f.stale[:min(limit, len(f.stale))], f.note("stale %d", limit)
}

func (f *fake) Flush() error { return f.note("flush") }

func (f *fake) Measure(work func() error) error {
	_ = f.note("measure")
	return work()
}

func (f *fake) PatternTx() (patterns.Tx, bool) { return patternTx{fake: f}, !f.bare }

// patternTx is a project of which no pattern watches anything.
type patternTx struct {
	patterns.Tx

	fake *fake
}

func (t patternTx) Rules() (contribution.Rules, error) { return t.fake.Rules() }

func (t patternTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	return nil, t.fake.note("patterns %v", keys)
}

func (t patternTx) Watching([]string) (map[string]patterns.Pattern, error) { return nil, nil }

func (t patternTx) EvidenceIn(ids []string) ([]patterns.Evidence, error) {
	return nil, t.fake.note("evidence %v", ids)
}

func prepared(t *testing.T, id string) episodic.Prepared {
	t.Helper()
	p, err := intake.Prepare(episodic.Episode{ID: id, Task: "task of " + id, Outcome: episodic.OutcomeSuccess})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (f *fake) expect(t *testing.T, why string, want ...string) {
	t.Helper()
	if !slices.Equal(f.calls, want) {
		t.Errorf("%s:\n got %s\nwant %s", why, strings.Join(f.calls, "; "), strings.Join(want, "; "))
	}
	f.calls = nil
}

func now() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }

func TestRecord_inOrder(t *testing.T) {
	f := newFake(t)
	ctx, a, b := t.Context(), prepared(t, "a"), prepared(t, "b")
	record := func(episodes ...episodic.Prepared) []episodic.Receipt {
		t.Helper()
		receipts, err := write.Record(ctx, f, "p", episodes, true, now())
		if err != nil {
			t.Fatal(err)
		}
		return receipts
	}
	record(b, a)
	f.expect(t, "new", "lock", "heads [b a]", "erase []", "put [a b]",
		"layer 2 present, gone [], new true", "measure", "flush", "evidence [a b]", "sweep")
	if !f.begun.Create || !f.begun.Now.Equal(now()) {
		t.Errorf("begun with %+v", f.begun)
	}
	f.heads["a"] = episodic.Head{Present: true, Revision: 1, Hash: a.Hash}
	f.heads["b"] = episodic.Head{Present: true, Revision: 1, Hash: "another"}
	got := record(b, a)
	f.expect(t, "one revised", "lock", "heads [b a]", "erase [b]", "put [b]",
		"layer 1 present, gone [], new false", "measure", "flush", "evidence [b]", "sweep")
	if got[0].Change != episodic.ChangeRevised || got[1].Change != episodic.ChangeUnchanged {
		t.Errorf("receipts %+v", got)
	}
	f.heads["b"] = episodic.Head{Present: true, Revision: 2, Hash: b.Hash}
	record(b, a)
	f.expect(t, "nothing changes, so nothing is locked", "heads [b a]")
	record()
	f.expect(t, "no episodes")
}

func TestRecord_whileTheLayerIsRemoved(t *testing.T) {
	f := newFake(t)
	f.removing = true
	if _, err := write.Record(t.Context(), f, "p", []episodic.Prepared{prepared(t, "a")}, false, now()); err != nil {
		t.Fatal(err)
	}
	f.expect(t, "not derived", "lock", "heads [a]", "erase []", "put [a]", "layer 1 present, gone [], new true", "sweep")
	f.heads["a"] = episodic.Head{Present: true, Revision: 1}
	if err := write.Delete(t.Context(), f, "p", "a", now()); err != nil {
		t.Fatal(err)
	}
	f.expect(t, "evidence goes even so", "lock", "heads [a]", "erase [a]", "delete a", "layer 0 present, gone [a], new false",
		"evidence [a]", "sweep")
}

func TestRemove_inOrder(t *testing.T) {
	f := newFake(t)
	ctx := t.Context()
	for _, name := range []string{"delete", "restore", "purge"} {
		err := map[string]func() error{
			"delete":  func() error { return write.Delete(ctx, f, "p", "a", now()) },
			"restore": func() error { _, err := write.Restore(ctx, f, "p", "a", now()); return err },
			"purge":   func() error { return write.Purge(ctx, f, "p", "a") },
		}[name]()
		if !errors.Is(err, episodic.ErrNotFound) || !strings.Contains(err.Error(), name+` episode "a"`) {
			t.Errorf("%s of an unknown episode: %v", name, err)
		}
		f.expect(t, name, "lock", "heads [a]")
	}
	a := prepared(t, "a")
	present, deleted := episodic.Head{Present: true, Revision: 1, Hash: a.Hash}, episodic.Head{Revision: 1, Hash: a.Hash}
	f.heads["a"], f.content = present, a.Episode
	must(t, write.Delete(ctx, f, "p", "a", now()))
	f.expect(t, "delete", "lock", "heads [a]", "erase [a]", "delete a", "layer 0 present, gone [a], new false",
		"measure", "flush", "evidence [a]", "sweep")
	f.heads["a"] = deleted
	receipt, err := write.Restore(ctx, f, "p", "a", now())
	must(t, err)
	f.expect(t, "restore", "lock", "heads [a]", "content a", "erase []", "put [a]", "layer 1 present, gone [], new false",
		"measure", "flush", "evidence [a]", "sweep")
	if receipt.Change != episodic.ChangeRestored || receipt.Revision != 1 {
		t.Errorf("receipt %+v", receipt)
	}
	f.heads["a"] = present
	must(t, write.Purge(ctx, f, "p", "a"))
	f.expect(t, "purge", "lock", "heads [a]", "erase [a]", "layer 0 present, gone [a], new false",
		"measure", "flush", "evidence [a]", "purge [a]", "sweep")
	f.heads["a"] = deleted
	must(t, write.Purge(ctx, f, "p", "a"))
	f.expect(t, "a deleted one is in no layer", "lock", "heads [a]", "erase []", "purge [a]", "sweep")
}

func TestCopyHistories_inOrder(t *testing.T) {
	f := newFake(t)
	history := func(id string, deleted time.Time) episodic.History {
		p := prepared(t, id)
		return episodic.History{Last: p, DeletedAt: deleted, Contents: []episodic.Content{{
			RevisionKey: episodic.RevisionKey{Episode: id, Number: 1}, Hash: p.Hash, RecordedAt: now(), JSON: p.Content,
		}}}
	}
	a, b, c := history("a", time.Time{}), history("b", now()), history("c", time.Time{})
	f.stored["b"] = archive.StoredHistory{Revisions: b.Contents}
	f.stored["c"] = archive.StoredHistory{Revisions: c.Contents}
	changed, err := write.CopyHistories(t.Context(), f, "p", now(), []episodic.History{a, b, c})
	must(t, err)
	f.expect(t, "one new, one deleted, one the same", "lock", "histories [a b c]", "erase [b]", "put 2 histories",
		"layer 1 present, gone [b], new false", "measure", "flush", "evidence [a b]", "sweep")
	if changed != 2 || !f.begun.Create {
		t.Errorf("%d changed, begun with %+v", changed, f.begun)
	}
}

func TestChangeFactors_patternsFollowTheRules(t *testing.T) {
	f := newFake(t)
	closed := contribution.Rules{Closed: []contribution.Closed{{Variable: "ci", AbsentState: "none", At: now()}}}
	change := func(project string, work func(derive.Tx) error) error {
		return write.ChangeFactors(t.Context(), f, project, false, now(), work)
	}
	put := func(tx derive.Tx) error { return tx.PutRules(closed) }
	must(t, change("p", put))
	f.expect(t, "changed rules", "flush", "patterns []")
	must(t, change("p", put))
	f.expect(t, "the same rules", "flush")
	must(t, change("p", func(tx derive.Tx) error {
		if err := tx.PutRules(contribution.Rules{}); err != nil {
			return err
		}
		return tx.PutRules(closed)
	}))
	f.expect(t, "the rules before the first change count", "flush")
	f.bare = true
	must(t, change("p", func(tx derive.Tx) error { return tx.PutRules(contribution.Rules{}) }))
	f.expect(t, "no patterns", "flush")
	if err := change("unknown", put); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
	if err := change("p", func(derive.Tx) error { return errBroken }); !errors.Is(err, errBroken) {
		t.Errorf("work that fails: %v", err)
	}
	f.expect(t, "nothing follows from what failed")
}

func TestRefreshSome(t *testing.T) {
	f := newFake(t)
	f.Episodes["a"], f.stale = prepared(t, "a").Episode, []string{"a"}
	n, err := write.RefreshSome(t.Context(), f, "p", 7)
	must(t, err)
	f.expect(t, "one", "stale 7", "measure", "flush", "evidence [a]")
	if n != 1 || f.Numbers.Episodes != 1 {
		t.Errorf("%d refreshed, %d in the layer", n, f.Numbers.Episodes)
	}
	if n, err := write.RefreshSome(t.Context(), f, "unknown", 7); n != 0 || err != nil {
		t.Errorf("an unknown project: %d, %v", n, err)
	}
}

// TestErrors_endTheWrite breaks each step in turn: no later step runs, and the cause is named.
func TestErrors_endTheWrite(t *testing.T) {
	for _, step := range []string{"heads", "lock", "present", "erase", "put", "layer", "flush", "evidence", "sweep"} {
		f := newFake(t)
		f.breaks = step
		e := prepared(t, "a").Episode
		e.Decisions = []episodic.Decision{{ID: "d", Type: episodic.DecisionOther, ReportedType: "choice", Context: "which?"}}
		e.Links = []episodic.Link{{Source: "other/d", Target: "a/d", Relation: episodic.RelationCauses}}
		p, err := intake.Prepare(e)
		must(t, err)
		_, err = write.Record(t.Context(), f, "p", []episodic.Prepared{p}, false, now())
		if !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "write 1 episodes") {
			t.Errorf("%s: %v", step, err)
		}
		if last := f.calls[len(f.calls)-1]; !strings.HasPrefix(last, step) {
			t.Errorf("%s breaks, and then comes %q", step, last)
		}
	}
}

// prefetcher is a fake that reads ahead.
type prefetcher struct {
	*fake
}

func (p prefetcher) Prefetch(factors, _, _ []string) error {
	return p.note("prefetch %d", len(factors))
}

func (p prefetcher) ChangeLayer(_ context.Context, _ string, _ write.Begin, work func(write.Layer) error) error {
	return work(p)
}

func TestRefreshSome_prefetches(t *testing.T) {
	f := newFake(t)
	f.Episodes["a"], f.stale = prepared(t, "a").Episode, []string{"a"}
	_, err := write.RefreshSome(t.Context(), prefetcher{f}, "p", 1)
	must(t, err)
	if !slices.ContainsFunc(f.calls, func(call string) bool { return strings.HasPrefix(call, "prefetch ") }) {
		t.Errorf("calls %v", f.calls)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestSuppose(t *testing.T) {
	f := newFake(t)
	suppose := func(project string, err error) error {
		return write.Suppose(t.Context(), f, project, func(l write.Layer) error { return errors.Join(l.Flush(), err) })
	}
	must(t, suppose("p", nil))
	f.expect(t, "nothing follows", "flush")
	if err := suppose("p", errBroken); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), `suppose a change of project "p"`) {
		t.Errorf("work that fails: %v", err)
	}
	if err := suppose("unknown", nil); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}
