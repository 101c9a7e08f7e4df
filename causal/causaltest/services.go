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

// Services are the services over a separate embedded store with one project.
type Services struct {
	*memory.Causes

	T     testing.TB
	store *sqlitestore.Store
}

// NewServices returns services whose project "p" has these episodes.
func NewServices(t testing.TB, episodes ...episodic.Episode) Services {
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
	s := Services{Causes: memory.NewCauses(parts, time.Now), T: t, store: store}
	s.record(episodes...)
	return s
}

func (s Services) record(episodes ...episodic.Episode) {
	s.T.Helper()
	for batch := range slices.Chunk(episodes, 500) {
		prepared := make([]episodic.Prepared, len(batch))
		for i, e := range batch {
			var err error
			if prepared[i], err = intake.Prepare(e); err != nil {
				s.T.Fatal(err)
			}
		}
		if _, err := s.store.RecordEpisodes(s.T.Context(), "p", prepared, false, time.Now()); err != nil {
			s.T.Fatal(err)
		}
	}
}

// Ask answers a counterfactual question about the project.
func (s Services) Ask(q counterfactual.Question) counterfactual.Counterfactual {
	s.T.Helper()
	q.Project = "p"
	a, err := s.Counterfactual.Counterfactual(s.T.Context(), q)
	if err != nil {
		s.T.Fatal(err)
	}
	return a
}

// At returns the time that many minutes after the start of an episode.
func At(minutes int) episodic.Timestamp {
	return episodic.At(time.Date(2026, time.March, 1, 9, minutes, 0, 0, time.UTC))
}

// EventAt returns a milestone at a time in minutes.
func EventAt(id string, minutes int, content string) episodic.Event {
	return episodic.Event{ID: id, Type: episodic.EventMilestone, At: At(minutes), Content: content}
}

// StatedLink returns a stated link between two occurrences.
func StatedLink(source string, r episodic.Relation, target string) episodic.Link {
	return episodic.Link{Source: source, Relation: r, Target: target, Basis: episodic.BasisStated}
}
