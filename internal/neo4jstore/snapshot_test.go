package neo4jstore_test

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

func TestStore_SnapshotWaitsForAWriter(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1))
	release := hold(t, p)
	type answer struct {
		records []episodic.Record
		err     error
	}
	got := make(chan answer, 1)
	go func() {
		records, err := s.Snapshot(t.Context(), p)
		got <- answer{records, err}
	}()
	select {
	case a := <-got:
		t.Fatalf("the snapshot did not wait for a writer of the project: %v, %v", a.records, a.err)
	case <-time.After(300 * time.Millisecond):
	}
	release()
	if a := <-got; a.err != nil || len(a.records) != 1 {
		t.Errorf("after the writer: %v, %v", a.records, a.err)
	}
}
