package neo4jstore_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

// heldEntry adds an entry that somebody holds.
func heldEntry(t *testing.T, s *neo4jstore.Store) (e ledger.Entry, lock map[string]any) {
	t.Helper()
	e = ledger.Entry{
		ID: ledger.ID{Kind: "job", Project: project(t, s), Key: "held"}, Version: 1, Data: []byte("first"), Holder: "first",
		CreatedAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour),
	}
	must(t, s.AddEntry(t.Context(), e))
	return e, map[string]any{"entries": []map[string]any{{"project": e.Project, "kind": e.Kind, "key": e.Key}}}
}

// blocked waits until a call waits for another transaction, and fails if it ends instead.
func blocked(t *testing.T, why string, call func() error) (ended <-chan error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	for seen := 0; seen < 3; { // one that commits without a wait is closing too
		select {
		case err := <-done:
			t.Fatalf("%s did not wait: %v", why, err)
		case <-time.After(20 * time.Millisecond):
		}
		const waiting = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' OR status = 'Closing' RETURN count(*)"
		if raw[int64](t, waiting, nil) > 0 {
			seen++
		}
	}
	return done
}

// A commit behind a fence may take many seconds. Whoever holds the entry goes on renewing it meanwhile, or would be taken
// for dead; who takes it over waits.
func TestReplaceEntry_duringACommitBehindItsFence(t *testing.T) {
	s := store(t)
	e, lock := heldEntry(t, s)
	end := begin(t, string(cypher.LockHolders), lock)
	for e.Version = 2; e.Version < 4; e.Version++ {
		must(t, s.ReplaceEntry(t.Context(), e))
	}
	e.Holder = "second"
	taken := blocked(t, "who takes the entry over", func() error { return s.ReplaceEntry(t.Context(), e) })
	end(true)
	must(t, <-taken)

	end = begin(t, string(cypher.LockHolders), lock)
	removed := blocked(t, "who removes the entry", func() error { return s.RemoveEntry(t.Context(), e.ID, e.Version) })
	end(true)
	must(t, <-removed)
}

// An entry is not there for who waited for the transaction that removed it.
func TestReplaceEntry_afterARemoval(t *testing.T) {
	s := store(t)
	e, _ := heldEntry(t, s)
	end := begin(t, "MATCH (e:LedgerEntry {project: $project}) SET e.lock = true DETACH DELETE e", map[string]any{"project": e.Project})
	e.Version = 2
	replaced := blocked(t, "who replaces it", func() error { return s.ReplaceEntry(t.Context(), e) })
	end(true)
	if err := <-replaced; !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("replaced with %v", err)
	}
}

// What an older program noted at the entry itself is moved.
func TestSchema_movesHolders(t *testing.T) {
	s := store(t)
	e, _ := heldEntry(t, s)
	raw[any](t, "MATCH (e:LedgerEntry {project: $project})-[h:HELD]->() SET e.holder = h.by DELETE h", map[string]any{"project": e.Project})
	fenced := ledger.WithFence(t.Context(), ledger.Fence{ID: e.ID, Holder: e.Holder})
	write := func() error {
		_, err := s.RecordEpisodes(fenced, e.Project, []episodic.Prepared{prepare(t, "a", 2)}, false, time.Now())
		return err
	}
	if err := write(); !errors.Is(err, episodic.ErrOvertaken) {
		t.Errorf("before: %v", err)
	}
	step, err := os.ReadFile("../../cypher/schema/054_ledger_held.cypher")
	must(t, err)
	for range 2 { // a step may run again
		raw[any](t, string(step), nil)
	}
	must(t, write())
	if n := raw[int64](t, "MATCH (e:LedgerEntry {project: $project}) WHERE e.holder IS NULL RETURN COUNT { (e)-[:HELD]->(e) }", map[string]any{"project": e.Project}); n != 1 {
		t.Errorf("%d holders", n)
	}
}

// A fence does not hold whose entry is taken over or removed by a transaction that it waits for.
func TestHoldFences_afterAWait(t *testing.T) {
	for why, statement := range map[string]string{
		"taken over":               "MATCH (e:LedgerEntry {project: $project}) MERGE (e)-[h:HELD]->(e) SET h.by = 'second'",
		"removed":                  "MATCH (e:LedgerEntry {project: $project})-[h:HELD]->() SET h.lock = true DETACH DELETE e",
		"removed and added by one": "MATCH (e:LedgerEntry {project: $project})-[h:HELD]->() SET h.lock = true DETACH DELETE e WITH count(*) AS one CREATE (e:LedgerEntry {project: $project, kind: 'job', key: 'held', version: 1})-[:HELD {by: 'second'}]->(e)",
	} {
		t.Run(why, func(t *testing.T) {
			s := store(t)
			e, _ := heldEntry(t, s)
			end := begin(t, statement, map[string]any{"project": e.Project})
			fenced := ledger.WithFence(t.Context(), ledger.Fence{ID: e.ID, Holder: e.Holder})
			wrote := blocked(t, "who writes", func() error {
				_, err := s.RecordEpisodes(fenced, e.Project, []episodic.Prepared{prepare(t, "a", 2)}, false, time.Now())
				return err
			})
			end(true)
			if err := <-wrote; !errors.Is(err, episodic.ErrOvertaken) {
				t.Errorf("written with %v", err)
			}
		})
	}
}
