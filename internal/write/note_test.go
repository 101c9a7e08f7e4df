package write_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/write"
)

// TestNotes_areKeptInTheTransaction: with what they are about, after it, and only if it succeeds.
func TestNotes_areKeptInTheTransaction(t *testing.T) {
	f := newFake(t)
	ctx := ledger.WithNote(t.Context(), ledger.NewNote(func(c ledger.Changed) ledger.Entry { return ledger.Entry{Data: fmt.Append(nil, c.Things)} }))
	if err := write.Delete(ctx, f, "p", "a", now()); !errors.Is(err, episodic.ErrNotFound) {
		t.Fatal(err)
	}
	f.expect(t, "nothing is deleted", "lock", "heads [a]")
	a := prepared(t, "a")
	f.heads["a"], f.content = episodic.Head{Present: true, Revision: 1, Hash: a.Hash}, a.Episode
	f.breaks = "entry"
	if err := write.Delete(ctx, f, "p", "a", now()); !errors.Is(err, errBroken) {
		t.Errorf("deleted without its note: %v", err)
	}
	f.breaks, f.calls = "", nil
	for i, remove := range []func() error{
		func() error { return write.Delete(ctx, f, "p", "a", now()) },
		func() error { return write.Purge(ctx, f, "p", "a") },
	} {
		must(t, remove())
		if last := f.calls[len(f.calls)-1]; last != fmt.Sprintf("entry %d", i+1) {
			t.Errorf("the last step is %q", last)
		}
	}
	f.heads["a"], f.calls = episodic.Head{Revision: 1, Hash: a.Hash}, nil
	_, err := write.Restore(ctx, f, "p", "a", now())
	must(t, err)
	must(t, write.ChangeFactors(ctx, f, "p", false, now(), func(derive.Tx) error { return nil }))
	f.expect(t, "a restore counts, a change of factors does not", "lock", "heads [a]", "content a", "erase []", "put [a]", "layer 1 present, gone [], new false",
		"measure", "flush", "evidence [a]", "sweep", "entry 3", "flush", "entry 3")
}
