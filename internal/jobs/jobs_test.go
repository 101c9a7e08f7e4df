package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

type store interface {
	ledger.Store
	Migrate(ctx context.Context) error
	Close(ctx context.Context) error
}

// bench is two services over the engine of the run, with a clock that tests set.
type bench struct {
	t             *testing.T
	first, second *jobs.Service
	store         ledger.Store
	project       string
	offset        atomic.Int64
}

func open(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, project: enginetest.Project(t)}
	var s store
	var err error
	if enginetest.Embedded() {
		s, err = sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db")})
	} else {
		at := enginetest.Neo4j(t)
		s, err = neo4jstore.Open(neo4jstore.Options{URI: at.URI, User: at.User, Password: at.Password, Timeout: enginetest.Patience})
	}
	b.must(err)
	t.Cleanup(func() { _ = s.Close(context.WithoutCancel(t.Context())) })
	b.must(s.Migrate(t.Context()))
	b.store = s
	b.first, b.second = b.service(), b.service()
	return b
}

func (b *bench) service() *jobs.Service {
	s := jobs.New(jobs.Options{
		Store: b.store, Most: 2, Log: slog.New(slog.DiscardHandler),
		Now:     func() time.Time { return time.Now().Add(time.Duration(b.offset.Load())) },
		Explain: func(err error) jobs.Failure { return jobs.Failure{Code: "TEST", Message: err.Error()} },
	})
	b.t.Cleanup(func() { s.Stop(0) })
	return s
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) start(work jobs.Work) jobs.Job {
	b.t.Helper()
	job, err := b.first.Start(b.t.Context(), b.project, jobs.KindImport, 3, work)
	b.must(err)
	if job.State != jobs.StateRunning || job.Total != 3 || job.Key == "" {
		b.t.Errorf("begun as %+v", job)
	}
	return job
}

// wait waits for the end of a job by the service that does not do it.
func (b *bench) wait(job jobs.Job) jobs.Job {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), 2*time.Minute)
	defer cancel()
	ended, err := b.second.Wait(ctx, b.project, job.Key)
	b.must(err)
	return ended
}

func (b *bench) report(job jobs.Job) string {
	b.t.Helper()
	found, err := b.second.Reports(b.t.Context(), b.project, []string{job.Key, "unknown"})
	b.must(err)
	return strings.TrimSpace(string(found[job.Key]))
}

// untilEnd is work that has done one part and ends with its context.
func untilEnd(ctx context.Context, progress func(done, total int)) (any, error) {
	progress(1, 3)
	<-ctx.Done()
	return "one of three", fmt.Errorf("read on: %w", ctx.Err())
}

func TestJobs_end(t *testing.T) {
	b := open(t)
	for _, c := range []struct {
		why    string
		work   jobs.Work
		ask    func(jobs.Job)
		state  jobs.State
		done   int
		report string
		code   string
	}{
		{"the work is done", func(_ context.Context, progress func(int, int)) (any, error) {
			progress(3, 3)
			return "all", nil
		}, nil, jobs.StateSucceeded, 3, `"all"`, ""},
		{"the work fails half-way", func(_ context.Context, progress func(int, int)) (any, error) {
			progress(2, 3)
			return "some", errors.New("no more")
		}, nil, jobs.StateFailed, 2, `"some"`, "TEST"},
		{"the work panics", func(context.Context, func(int, int)) (any, error) { panic("ouch") }, nil, jobs.StateFailed, 0, "", "TEST"},
		{"another service cancels", untilEnd, func(j jobs.Job) {
			_, err := b.second.Cancel(t.Context(), b.project, j.Key)
			b.must(err)
		}, jobs.StateCancelled, 1, `"one of three"`, ""},
		{"the service stops", untilEnd, func(jobs.Job) { b.first.Stop(50 * time.Millisecond) }, jobs.StateInterrupted, 1, `"one of three"`, jobs.CodeInterrupted},
	} {
		job := b.start(c.work)
		if c.ask != nil {
			c.ask(job)
		}
		ended := b.wait(job)
		code := ""
		if ended.Failure != nil {
			code = ended.Failure.Code
		}
		if ended.State != c.state || ended.Done != c.done || ended.Total != 3 || code != c.code || ended.FinishedAt.IsZero() {
			t.Errorf("%s: ended as %+v, code %q", c.why, ended, code)
		}
		if got := b.report(job); got != c.report {
			t.Errorf("%s: the report is %s, want %s", c.why, got, c.report)
		}
		if again, err := b.second.Cancel(t.Context(), b.project, job.Key); err != nil || again.State != c.state {
			t.Errorf("%s: what has ended is cancelled: %+v, %v", c.why, again, err)
		}
	}
	if _, err := b.first.Start(t.Context(), b.project, jobs.KindImport, 1, untilEnd); !errors.Is(err, jobs.ErrTooMany) {
		t.Errorf("a service that stopped begins a job: %v", err)
	}
}

func TestJobs_goOnWithoutTheirCaller(t *testing.T) {
	b := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan struct{})
	job, err := b.first.Start(ctx, b.project, jobs.KindImport, 1, func(ctx context.Context, _ func(int, int)) (any, error) {
		<-left
		return nil, ctx.Err()
	})
	b.must(err)
	cancel()
	close(left)
	if ended := b.wait(job); ended.State != jobs.StateSucceeded {
		t.Errorf("ended as %+v", ended)
	}
}

func TestJobs_waitEndsBeforeTheDeadline(t *testing.T) {
	b := open(t)
	job := b.start(untilEnd)
	ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
	defer cancel()
	got, err := b.first.Wait(ctx, b.project, job.Key)
	if err != nil || got.State != jobs.StateRunning || ctx.Err() != nil {
		t.Errorf("waited for %+v, %v; the call has ended: %v", got, err, ctx.Err())
	}
}

func TestJobs_limit(t *testing.T) {
	b := open(t)
	one, two := b.start(untilEnd), b.start(untilEnd)
	if n := b.first.Running(); n != 2 {
		t.Errorf("%d run", n)
	}
	if _, err := b.first.Start(t.Context(), b.project, jobs.KindImport, 1, untilEnd); !errors.Is(err, jobs.ErrTooMany) {
		t.Errorf("a third job: %v", err)
	}
	_, err := b.first.Cancel(t.Context(), b.project, one.Key)
	b.must(err)
	b.wait(one)
	three := b.start(untilEnd)
	page, err := b.second.List(t.Context(), b.project, "", 2)
	b.must(err)
	rest, err := b.second.List(t.Context(), b.project, page[1].Key, 2)
	b.must(err)
	var got []string
	for _, j := range append(page, rest...) {
		got = append(got, j.Key)
	}
	if want := []string{three.Key, two.Key, one.Key}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v, latest first", got, want)
	}
}

// A job whose process died shows no sign of life.
func TestJobs_interruptedWhenTheProcessDies(t *testing.T) {
	b := open(t)
	job := b.start(untilEnd)
	time.Sleep(time.Second)
	if alive, err := b.second.Get(t.Context(), b.project, job.Key); err != nil || alive.State != jobs.StateRunning || alive.Done != 1 {
		t.Errorf("while it lives: %+v, %v", alive, err)
	}
	dead := jobs.New(jobs.Options{Store: b.store, Now: func() time.Time { return time.Now().Add(jobs.Lease + 10*time.Second) }})
	got, err := dead.Get(t.Context(), b.project, job.Key)
	if err != nil || got.State != jobs.StateInterrupted || got.Failure == nil || got.FinishedAt.IsZero() {
		t.Errorf("later: %+v, %v", got, err)
	}
}

func TestJobs_watched(t *testing.T) {
	b := open(t)
	steps := make(chan int)
	job := b.start(func(_ context.Context, progress func(int, int)) (any, error) {
		for n := range steps {
			progress(n, 3)
		}
		return nil, nil
	})
	told, err := b.second.Watch(t.Context(), b.project, job.Key)
	b.must(err)
	first := <-told
	steps <- 1
	second := <-told
	steps <- 3
	third := <-told
	close(steps)
	last := <-told
	if _, more := <-told; more {
		t.Error("the channel is open after the end")
	}
	got := []int{first.Done, second.Done, third.Done, last.Done}
	if !slices.Equal(got, []int{0, 1, 3, 3}) || first.State != jobs.StateRunning || last.State != jobs.StateSucceeded {
		t.Errorf("told %v, from %s to %s", got, first.State, last.State)
	}
	if _, err := b.second.Watch(t.Context(), b.project, "unknown"); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("an unknown job is watched: %v", err)
	}
}

// A job of a project that is purged has nowhere to go on.
func TestJobs_endWithTheirProject(t *testing.T) {
	b := open(t)
	write := func(ctx context.Context, key string) error {
		at := time.Now()
		return b.store.AddEntry(ctx, ledger.Entry{
			ID: ledger.ID{Kind: "test", Project: b.project, Key: key}, CreatedAt: at, ExpiresAt: at.Add(time.Minute),
		})
	}
	wrote, gone, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	job := b.start(func(ctx context.Context, _ func(int, int)) (any, error) {
		if err := write(ctx, "before"); err != nil {
			t.Errorf("while the project is there: %v", err)
		}
		close(wrote)
		<-gone
		if err := write(context.WithoutCancel(ctx), "after"); !errors.Is(err, episodic.ErrOvertaken) {
			t.Errorf("once it was purged: %v", err)
		}
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	})
	<-wrote
	e, err := ledger.Get(t.Context(), b.store, ledger.ID{Kind: "job", Project: b.project, Key: job.Key})
	b.must(err)
	b.must(b.store.RemoveEntry(t.Context(), e.ID, e.Version))
	close(gone)
	select {
	case <-ended:
	case <-time.After(2 * time.Minute):
		t.Fatal("the work goes on")
	}
	if _, err := b.second.Cancel(t.Context(), b.project, job.Key); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("cancelled: %v", err)
	}
}

// A job that was cancelled finishes the transaction that it has begun.
func TestJobs_finishWhatTheyBegan(t *testing.T) {
	b := open(t)
	wrote := make(chan error, 1)
	job := b.start(func(ctx context.Context, _ func(int, int)) (any, error) {
		<-ctx.Done()
		at := time.Now()
		id := ledger.ID{Kind: "test", Project: b.project, Key: "last"}
		wrote <- b.store.AddEntry(context.WithoutCancel(ctx), ledger.Entry{ID: id, CreatedAt: at, ExpiresAt: at.Add(time.Minute)})
		return nil, ctx.Err()
	})
	_, err := b.second.Cancel(t.Context(), b.project, job.Key)
	b.must(err)
	b.must(<-wrote)
}

// After the clock was set back a job that lives goes on, for every service, and one whose process
// died reads as interrupted and can be canceled.
func TestJobs_afterTheClockWasSetBack(t *testing.T) {
	b := open(t)
	job := b.start(untilEnd)
	e, err := ledger.Get(t.Context(), b.store, ledger.ID{Kind: "job", Project: b.project, Key: job.Key})
	b.must(err)
	dead := e
	dead.Key += "-dead"
	b.must(b.store.AddEntry(t.Context(), dead))
	b.offset.Store(int64(-24 * time.Hour))
	if got, err := b.first.Get(t.Context(), b.project, job.Key); err != nil || got.State != jobs.StateRunning {
		t.Errorf("at once, where it runs: %+v, %v", got, err)
	}
	time.Sleep(1500 * time.Millisecond) // it gives a sign of life by the new clock
	for _, s := range []*jobs.Service{b.first, b.second} {
		if got, err := s.Get(t.Context(), b.project, job.Key); err != nil || got.State != jobs.StateRunning {
			t.Errorf("the one that lives: %+v, %v", got, err)
		}
		got, err := s.Cancel(t.Context(), b.project, dead.Key)
		if err != nil || got.State != jobs.StateInterrupted || got.FinishedAt.After(time.Now().Add(-23*time.Hour)) {
			t.Errorf("the dead one: %+v, %v", got, err)
		}
	}
	_, err = b.second.Cancel(t.Context(), b.project, job.Key)
	b.must(err)
	if ended := b.wait(job); ended.State != jobs.StateCancelled {
		t.Errorf("ended as %+v", ended)
	}
}
