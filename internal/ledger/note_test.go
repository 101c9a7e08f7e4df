package ledger_test

import (
	"strconv"
	"testing"

	"github.com/causeway-memory/causeway/internal/ledger"
)

func TestNote(t *testing.T) {
	var put []string
	keep := func(e ledger.Entry) error {
		put = append(put, string(e.Data)+" v"+strconv.Itoa(e.Version))
		return nil
	}
	n := ledger.NewNote(func(c ledger.Changed) ledger.Entry { return ledger.Entry{Data: []byte(strconv.Itoa(c.Things))} })
	ctx := ledger.WithNote(t.Context(), n)
	for _, tries := range []int{1, 3} {
		for range tries { // a transaction that is tried again counts once
			if err := ledger.NoteOf(ctx).Put(ledger.Changed{Things: 2}, keep); err != nil {
				t.Fatal(err)
			}
		}
		ledger.NoteOf(ctx).Committed(ledger.Changed{Things: 2})
	}
	want := []string{"2 v1", "4 v2", "4 v2", "4 v2"}
	if len(put) != len(want) {
		t.Fatalf("put %v, want %v", put, want)
	}
	for i := range want {
		if put[i] != want[i] {
			t.Errorf("put %v, want %v", put, want)
		}
	}
	none := ledger.NoteOf(ledger.WithNote(ctx, nil))
	none.Committed(ledger.Changed{Things: 1})
	if err := none.Put(ledger.Changed{Things: 1}, keep); err != nil || len(put) != len(want) {
		t.Errorf("no note was put: %v, %v", put, err)
	}
}
