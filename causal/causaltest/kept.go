package causaltest

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/counterfactual"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// Kept is a project in a store of its own, with the services on it.
type Kept struct {
	*memory.Causes

	T     testing.TB
	store *sqlitestore.Store
}

// Keep records episodes in the project "p".
func Keep(t testing.TB, episodes ...episodic.Episode) Kept {
	t.Helper()
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close(context.WithoutCancel(t.Context())) })
	if err := store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	parts := memory.CauseParts{Links: store, Occurrences: store, Factors: store, Tokens: WordCounter{}}
	k := Kept{Causes: memory.NewCauses(parts, time.Now), T: t, store: store}
	k.record(episodes...)
	return k
}

func (k Kept) record(episodes ...episodic.Episode) {
	k.T.Helper()
	for batch := range slices.Chunk(episodes, 500) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			var err error
			if prepared[i], err = intake.Prepare(e); err != nil {
				k.T.Fatal(err)
			}
		}
		if _, err := k.store.RecordEpisodes(k.T.Context(), "p", prepared, false, time.Now()); err != nil {
			k.T.Fatal(err)
		}
	}
}

// Would answers a counterfactual question about the project.
func (k Kept) Would(q counterfactual.Question) counterfactual.Counterfactual {
	k.T.Helper()
	q.Project = "p"
	a, err := k.Counterfactual.Counterfactual(k.T.Context(), q)
	if err != nil {
		k.T.Fatal(err)
	}
	return a
}

// At returns the time that many minutes after the start of an episode.
func At(minutes int) episodic.Timestamp {
	return episodic.At(time.Date(2026, time.March, 1, 9, minutes, 0, 0, time.UTC))
}

// Happening returns a milestone at a time in minutes.
func Happening(id string, minutes int, content string) episodic.Event {
	return episodic.Event{ID: id, Type: episodic.EventMilestone, At: At(minutes), Content: content}
}

// Linked returns a stated link between two occurrences.
func Linked(source string, r episodic.Relation, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: r, Target: target, Basis: episodic.BasisStated}
}
