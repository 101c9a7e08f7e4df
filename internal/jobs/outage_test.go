package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/internal/ledger"
)

var errAway = errors.New("the engine is away")

// entries is a ledger in memory whose failures a test chooses, for times that no test waits for.
type entries struct {
	ledger.Store
	mu   sync.Mutex
	held map[ledger.ID]ledger.Entry
	// fail is asked before each call.
	fail failing
}

type failing func(ctx context.Context, call string, id ledger.ID) error

func (s *entries) failWith(f failing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = f
}

// change does something with an entry that may be there.
func (s *entries) change(ctx context.Context, call string, id ledger.ID, do func(e ledger.Entry, found bool) error) error {
	s.mu.Lock()
	fail := s.fail
	s.mu.Unlock()
	if fail != nil {
		if err := fail(ctx, call, id); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e, found := s.held[id]
	return do(e, found)
}

func (s *entries) AddEntry(ctx context.Context, e ledger.Entry) error {
	return s.change(ctx, "add", e.ID, func(_ ledger.Entry, found bool) error {
		if found {
			return ledger.ErrExists
		}
		e.Version = 1
		s.held[e.ID] = e
		return nil
	})
}

func (s *entries) GetEntries(ctx context.Context, kind, project string, keys []string) (out []ledger.Entry, err error) {
	for _, key := range keys {
		err = errors.Join(err, s.change(ctx, "get", ledger.ID{Kind: kind, Project: project, Key: key}, func(e ledger.Entry, found bool) error {
			if found {
				out = append(out, e)
			}
			return nil
		}))
	}
	return out, err
}

func (s *entries) ListEntries(_ context.Context, q ledger.Query) (out []ledger.Entry, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, e := range s.held {
		if id.Kind == q.Kind && id.Project == q.Project && (q.Before == "" || id.Key < q.Before) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b ledger.Entry) int { return strings.Compare(b.Key, a.Key) })
	return out[:min(len(out), q.Limit)], nil
}

func (s *entries) ReplaceEntry(ctx context.Context, e ledger.Entry) error {
	return s.change(ctx, "replace", e.ID, func(was ledger.Entry, found bool) error {
		switch {
		case !found:
			return ledger.ErrNotFound
		case was.Version != e.Version-1:
			return ledger.ErrMoved
		}
		was.Version, was.Data, was.ExpiresAt = e.Version, e.Data, e.ExpiresAt
		s.held[e.ID] = was
		return nil
	})
}

func (s *entries) RemoveEntry(ctx context.Context, id ledger.ID, _ int) error {
	return s.change(ctx, "remove", id, func(_ ledger.Entry, found bool) error {
		if !found {
			return ledger.ErrNotFound
		}
		delete(s.held, id)
		return nil
	})
}

// away is the engine that does not answer from a time on until another.
func away(from, to time.Duration) failing {
	begun := time.Now()
	return func(ctx context.Context, _ string, _ ledger.ID) error {
		if at := time.Since(begun); at >= from && at < to {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Until(begun.Add(to))):
				return errAway
			}
		}
		return nil
	}
}

// inMemory is a bench of two services over such a ledger, whose clocks may differ. The time of
// the test passes at once.
func inMemory(t *testing.T, ahead time.Duration, test func(b *bench, s *entries)) {
	synctest.Test(t, func(t *testing.T) {
		s := &entries{held: map[ledger.ID]ledger.Entry{}}
		b := &bench{t: t, store: s, project: "p"}
		service := func(store ledger.Store, ahead time.Duration) *jobs.Service {
			return jobs.New(jobs.Options{
				Store: store, Most: 2, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Now().Add(ahead + time.Duration(b.offset.Load())) },
				Explain: func(err error) jobs.Failure { return jobs.Failure{Code: "TEST", Message: err.Error()} },
			})
		}
		b.first, b.second = service(s, 0), service(s, ahead)
		test(b, s)
		b.first.Stop(time.Minute)
	})
}

// after is work that takes so long and then ends like that.
func after(d time.Duration, report any, err error) jobs.Work {
	return func(context.Context, func(int, int)) (any, error) {
		time.Sleep(d)
		return report, err
	}
}

func TestJobs_endWhileTheEngineIsAway(t *testing.T) {
	inMemory(t, 0, func(b *bench, s *entries) {
		job := b.start(after(10*time.Second, "some", errAway))
		s.failWith(away(10*time.Second, time.Minute))
		time.Sleep(90 * time.Second)
		if ended := b.wait(job); ended.State != jobs.StateFailed || b.report(job) != `"some"` {
			b.t.Errorf("ended as %+v with the report %s", ended, b.report(job))
		}
	})
}

func TestJobs_endWithoutTheirReport(t *testing.T) {
	inMemory(t, 0, func(b *bench, s *entries) {
		s.failWith(func(_ context.Context, call string, id ledger.ID) error {
			if call == "add" && id.Kind == "report" {
				return errAway
			}
			return nil
		})
		job := b.start(after(time.Second, "too much", nil))
		time.Sleep(30 * time.Second)
		if ended := b.wait(job); ended.State != jobs.StateSucceeded || b.report(job) != "" {
			b.t.Errorf("ended as %+v with the report %s", ended, b.report(job))
		}
	})
}

// When the service ends too, a job that cannot note its end is given up.
func TestJobs_stopWhileTheEngineIsAway(t *testing.T) {
	inMemory(t, 0, func(b *bench, s *entries) {
		b.start(after(time.Second, "all", nil))
		s.failWith(away(0, time.Hour))
		begun := time.Now()
		b.first.Stop(time.Second)
		if took := time.Since(begun); took > 30*time.Second {
			b.t.Errorf("the service took %s to end", took)
		}
	})
}

// A job that the others take for interrupted does nothing more.
func TestJobs_endWithoutSignsOfLife(t *testing.T) {
	for why, length := range map[string]time.Duration{"the engine is away for a moment": jobs.Lease / 2, "it is away for long": 2 * jobs.Lease} {
		inMemory(t, 0, func(b *bench, s *entries) {
			stopped := make(chan time.Time, 1)
			job := b.start(func(ctx context.Context, progress func(int, int)) (any, error) {
				select {
				case <-ctx.Done():
					stopped <- time.Now()
					return nil, ctx.Err()
				case <-time.After(4 * jobs.Lease):
					return nil, nil
				}
			})
			s.failWith(away(0, length))
			time.Sleep(5 * jobs.Lease)
			got := b.wait(job)
			if long := length > jobs.Lease; long != (got.State == jobs.StateInterrupted) {
				b.t.Errorf("%s: ended as %+v", why, got)
			}
			if length < jobs.Lease {
				return
			}
			select {
			case at := <-stopped:
				if took := at.Sub(job.StartedAt); took > jobs.Lease+6*time.Second {
					b.t.Errorf("%s: the work ended after %s", why, took)
				}
			default:
				b.t.Errorf("%s: the work went on", why)
			}
		})
	}
}

// A job that stood still for longer than a lease goes on once its engine takes a sign of life.
func TestJobs_afterTheMachineSlept(t *testing.T) {
	inMemory(t, 0, func(b *bench, _ *entries) {
		job := b.start(after(10*time.Second, "all", nil))
		time.Sleep(1200 * time.Millisecond) // between two looks of the job, which come each half second
		b.offset.Store(int64(3 * jobs.Lease))
		if got, err := b.second.Get(b.t.Context(), b.project, job.Key); err != nil || got.State != jobs.StateInterrupted {
			b.t.Errorf("before its sign of life: %+v, %v", got, err)
		}
		time.Sleep(time.Second)
		if got, err := b.second.Get(b.t.Context(), b.project, job.Key); err != nil || got.State != jobs.StateRunning {
			b.t.Errorf("after its sign of life: %+v, %v", got, err)
		}
		if ended := b.wait(job); ended.State != jobs.StateSucceeded || b.report(job) != `"all"` {
			b.t.Errorf("ended as %+v with the report %s", ended, b.report(job))
		}
	})
}

// A job that lives is cancelled, even by who takes it for interrupted.
func TestJobs_cancelledWhileSlow(t *testing.T) {
	inMemory(t, jobs.Lease+5*time.Second, func(b *bench, _ *entries) {
		job := b.start(untilEnd)
		asked, err := b.second.Cancel(b.t.Context(), b.project, job.Key)
		if err != nil || asked.State != jobs.StateInterrupted {
			b.t.Errorf("asked: %+v, %v", asked, err)
		}
		time.Sleep(2 * time.Second)
		if ended, err := b.first.Get(b.t.Context(), b.project, job.Key); err != nil || ended.State != jobs.StateCancelled {
			b.t.Errorf("ended as %+v, %v", ended, err)
		}
		b.first.Stop(0)
	})
}

// The report of a job whose project is purged while it ends is not left.
func TestJobs_endDuringAPurge(t *testing.T) {
	inMemory(t, 0, func(b *bench, s *entries) {
		job := b.start(after(time.Second, "all", nil))
		s.failWith(func(ctx context.Context, call string, id ledger.ID) error {
			if call == "add" && id.Kind == "report" {
				s.failWith(nil)
				return s.RemoveEntry(ctx, ledger.ID{Kind: "job", Project: b.project, Key: job.Key}, 0)
			}
			return nil
		})
		time.Sleep(10 * time.Second)
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.held) != 0 {
			b.t.Errorf("left is %+v", s.held)
		}
	})
}

func TestJobs_endAll(t *testing.T) {
	inMemory(t, 0, func(b *bench, s *entries) {
		b.wait(b.start(after(0, nil, nil)))
		var atWork atomic.Int64
		for range 2 {
			atWork.Add(1)
			b.start(func(ctx context.Context, _ func(int, int)) (any, error) {
				<-ctx.Done()
				time.Sleep(3 * time.Second)
				atWork.Add(-1)
				return nil, ctx.Err()
			})
		}
		hurried, cancel := context.WithTimeout(b.t.Context(), 2*time.Second)
		defer cancel()
		if err := b.second.EndAll(hurried, b.project); !errors.Is(err, context.DeadlineExceeded) {
			b.t.Errorf("in a hurry: %v", err)
		}
		b.must(b.second.EndAll(b.t.Context(), b.project))
		if n := atWork.Load(); n != 0 {
			b.t.Errorf("%d are at work", n)
		}
		b.must(b.second.EndAll(b.t.Context(), "unknown"))
		page, err := b.second.List(b.t.Context(), b.project, "", 3)
		b.must(err)
		if page[0].State != jobs.StateCancelled || page[1].State != jobs.StateCancelled || page[2].State != jobs.StateSucceeded {
			b.t.Errorf("ended as %+v", page)
		}
		if _, err := b.second.Get(b.t.Context(), b.project, "unknown"); !errors.Is(err, episodic.ErrNotFound) {
			b.t.Errorf("an unknown job: %v", err)
		}
	})
}
