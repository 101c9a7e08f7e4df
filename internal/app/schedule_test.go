package app_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/lease"
)

// instances opens two apps on one memory with a project in it.
func instances(t *testing.T, every time.Duration) (first, second *app.App) {
	t.Helper()
	cfg := config.Default()
	cfg.Home, cfg.Consolidate.Every = t.TempDir(), every
	open := func() *app.App {
		a, err := app.Open(t.Context(), cfg, engine.State{}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(a.Close)
		return a
	}
	first, second = open(), open()
	if _, err := first.Episodes.Recording.Record(t.Context(), "demo", episodic.Episode{ID: "e1", Outcome: episodic.OutcomeSuccess}, ""); err != nil {
		t.Fatal(err)
	}
	return first, second
}

// Two instances that both look for due projects run each once per interval.
func TestSchedule_oneOfTwoInstances(t *testing.T) {
	const every = 2 * time.Second
	first, second := instances(t, every)
	ctx, end := context.WithTimeout(t.Context(), enginetest.Patience)
	defer end()
	began := time.Now()
	first.Start(ctx)
	second.Start(ctx)
	var found []jobs.Job
	for len(found) < 3 && ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
		var err error
		if found, err = first.Jobs().List(t.Context(), "demo", "", 100); err != nil {
			t.Fatal(err)
		}
	}
	most := int(time.Since(began)/every) + 1
	if len(found) < 3 || len(found) > most {
		t.Errorf("%d runs in %s; want one in %s", len(found), time.Since(began), every)
	}
	for i, j := range found {
		if j.Kind != jobs.KindConsolidate || i+1 < len(found) && j.StartedAt.Before(found[i+1].FinishedAt) {
			t.Errorf("%+v ran beside %+v", j, found[min(i+1, len(found)-1)])
		}
	}
}

// Of concurrent calls at both instances one starts; the others learn that it is under way.
func TestConsolidate_isRefusedWhileAnotherRuns(t *testing.T) {
	first, second := instances(t, 0)
	held, err := first.HoldConsolidation(t.Context(), "demo")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.StartConsolidation(t.Context(), "demo", false); !errors.Is(err, lease.ErrHeld) {
		t.Errorf("the other begins: %v", err)
	}
	if job, err := second.StartConsolidation(t.Context(), "demo", true); err != nil {
		t.Errorf("a dry run is refused: %v", err)
	} else if job, err = second.Jobs().Wait(t.Context(), "demo", job.Key); err != nil || job.State != jobs.StateSucceeded {
		t.Errorf("the dry run ended as %+v, %v", job, err)
	}
	if err := held.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	begun := 0
	for _, a := range []*app.App{first, second} {
		all.Go(func() {
			job, err := a.StartConsolidation(t.Context(), "demo", false)
			if errors.Is(err, lease.ErrHeld) {
				return
			}
			if err == nil {
				job, err = a.Jobs().Wait(t.Context(), "demo", job.Key)
			}
			if err != nil || job.State != jobs.StateSucceeded {
				t.Errorf("it ended as %+v, %v", job, err)
			}
			mu.Lock()
			defer mu.Unlock()
			begun++
		})
	}
	all.Wait()
	if begun == 0 {
		t.Error("none began")
	}
	if _, err := first.StartConsolidation(t.Context(), "unknown", false); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}

// Projects that cannot be consolidated now are named, and do not keep the others from being done.
func TestConsolidate_goesOnWithOtherProjects(t *testing.T) {
	first, second := instances(t, 0)
	for _, project := range []string{"held", "last"} {
		if _, err := first.Episodes.Recording.Record(t.Context(), project, episodic.Episode{ID: "e1", Outcome: episodic.OutcomeSuccess}, ""); err != nil {
			t.Fatal(err)
		}
	}
	held, err := first.HoldConsolidation(t.Context(), "held")
	if err != nil {
		t.Fatal(err)
	}
	reports, err := second.ConsolidateAll(t.Context(), "demo", "held", "purged", "last")
	if len(reports) != 2 || reports[0].Project != "demo" || reports[1].Project != "last" {
		t.Errorf("done are %+v", reports)
	}
	if !errors.Is(err, lease.ErrHeld) || !errors.Is(err, episodic.ErrProjectNotFound) ||
		!strings.Contains(err.Error(), "held") || !strings.Contains(err.Error(), "purged") {
		t.Errorf("%v does not name what was left", err)
	}
	if err := held.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if reports, err := second.ConsolidateAll(t.Context(), "held"); err != nil || len(reports) != 1 {
		t.Errorf("released: %+v, %v", reports, err)
	}
}
