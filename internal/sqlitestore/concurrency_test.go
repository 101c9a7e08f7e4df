package sqlitestore_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// TestStore_manyAtOnce lets 8 writers in two processes' worth of stores write the same
// episodes, while 8 readers see each of them whole at any moment.
func TestStore_manyAtOnce(t *testing.T) {
	const writers, readers, rounds = 8, 8, 6
	path := filepath.Join(t.TempDir(), "causeway.db")
	stores := []*sqlitestore.Store{openFile(t, path), openFile(t, path)}
	ctx, stop := context.WithCancel(t.Context())
	var writing, reading sync.WaitGroup
	errs := make(chan error, writers+readers)
	for i := range writers {
		writing.Go(func() {
			for round := range rounds {
				batch := []episodic.Prepared{prepare(t, "shared", 2+round), prepare(t, fmt.Sprintf("own%d", i), 2+round)}
				if _, err := stores[i%2].RecordEpisodes(t.Context(), "p", batch, false, day); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	for i := range readers {
		reading.Go(func() {
			for ctx.Err() == nil {
				if err := seesWhole(t.Context(), stores[i%2]); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	writing.Wait()
	stop()
	reading.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	totals, err := stores[0].Totals(t.Context(), []string{"p"})
	must(t, err)
	want := episodic.Totals{Episodes: writers + 1, Events: (writers + 1) * (1 + rounds), Links: (writers + 1) * rounds, References: 1}
	if got := totals["p"]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// seesWhole reads episodes and what is drawn of each: they agree in every revision.
func seesWhole(ctx context.Context, s *sqlitestore.Store) error {
	totals, err := s.Totals(ctx, []string{"p"})
	if err != nil {
		return err
	}
	if got := totals["p"]; got.Links != got.Events-got.Episodes {
		return fmt.Errorf("%d episodes have %d events and %d links", got.Episodes, got.Events, got.Links)
	}
	reached, err := s.Trace(ctx, trace.Question{
		Project: "p", Of: "shared/e1", Direction: search.Downstream, MaxDepth: 100, Page: episodic.Page{Limit: 100},
		Follow: search.Follow{Relations: episodic.CausalRelations(), Bases: episodic.Bases()},
	})
	for i, r := range reached {
		if r.End != (i == len(reached)-1) {
			return fmt.Errorf("%s of %d is an end: %v", r.Occurrence.Key, len(reached), r.End)
		}
	}
	return err
}

func TestStore_givesUp(t *testing.T) {
	path := filled(t)
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: 200 * time.Millisecond})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.WithoutCancel(t.Context()))) })
	patient, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: enginetest.Patience})
	must(t, err)
	t.Cleanup(func() { must(t, patient.Close(context.WithoutCancel(t.Context()))) })
	other := run(t, path, "BEGIN IMMEDIATE")
	write := func(ctx context.Context, s *sqlitestore.Store) error {
		_, err := s.RecordEpisodes(ctx, "p", []episodic.Prepared{prepare(t, "late", 3)}, false, day)
		return err
	}
	if err := write(t.Context(), s); !errors.Is(err, episodic.ErrUnavailable) {
		t.Errorf("another process writes for too long: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	start := time.Now()
	if err := write(cancelled, patient); !errors.Is(err, context.Canceled) || time.Since(start) > enginetest.Patience/2 {
		t.Errorf("a caller that gave up waited %v: %v", time.Since(start), err)
	}
	if _, err := s.ListProjects(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that had given up before: %v", err)
	}
	if _, err := s.ListProjects(t.Context()); err != nil {
		t.Errorf("a reader waits for a writer: %v", err)
	}
	must(t, other.Close())
	must(t, write(t.Context(), patient))
}

// TestStore_endsALongStatement asks for more than can be answered in time.
func TestStore_endsALongStatement(t *testing.T) {
	path := filled(t)
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Second})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close(context.WithoutCancel(t.Context()))) })
	for _, c := range []struct {
		why  string
		call func(context.Context) error
	}{
		{"a read", s.ReadForever},
		{"a write", s.WriteForever},
	} {
		start := time.Now()
		if err := c.call(t.Context()); !errors.Is(err, episodic.ErrTimeout) || enginetest.TooLong(t, time.Since(start), 3*time.Second) {
			t.Errorf("%s ended after %v: %v", c.why, time.Since(start), err)
		}
		record(t, s, "p", prepare(t, c.why[2:], 2))
	}
	n, err := s.CountEpisodes(t.Context(), episodic.EpisodeQuery{Project: "p"})
	must(t, err)
	if n != 5 {
		t.Errorf("%d episodes, want 5: a write that was given up left something", n)
	}
}
