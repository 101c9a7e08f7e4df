package faults_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// project is the one that the writers write to.
const project = "p"

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened is an embedded memory with its services.
type opened struct {
	store *sqlitestore.Store
	*memory.Episodes
	*memory.Causes
}

// openMemory opens the file and brings its schema up to date.
func openMemory(ctx context.Context, path string) (*opened, error) {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Minute})
	if err != nil {
		return nil, err
	}
	if err := s.Migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	return &opened{
		store:    s,
		Episodes: memory.NewEpisodes(memory.EpisodeParts{Store: s, Index: s.Index()}, time.Now),
		Causes:   memory.NewCauses(memory.CauseParts{Links: s, Occurrences: s, Factors: s}, time.Now),
	}, nil
}

// tend does what the service does in the background, until ctx ends: it derives what was left to
// derive, and looks after the file.
func (m *opened) tend(ctx context.Context) {
	for ctx.Err() == nil {
		if err := m.Derive.Derive(ctx, project, nil); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			return
		}
		if err := m.store.Tend(ctx); err != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}
