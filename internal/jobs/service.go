package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/google/uuid"
)

// ErrTooMany means that this service already runs the maximum number of jobs.
var ErrTooMany = errors.New("as many jobs run already as are allowed; wait until one has ended, or cancel one")

// The reasons why the context of a job ends.
var (
	errCancelled = errors.New("the job was cancelled")
	errStopped   = errors.New("the service is stopping")
	errSilent    = errors.New("the job could give no sign of life")
	errGone      = errors.New("the job is not kept any more")
)

// Work is the work of a job. It reports how many of its parts are done, and stops soon after the
// context ends. The report is stored as JSON, even with an error; nil for none.
type Work func(ctx context.Context, progress func(done, total int)) (report any, err error)

// Options configure a Service. All are required.
type Options struct {
	Store ledger.Store
	Now   func() time.Time
	// Most is the maximum number of concurrent jobs of this service.
	Most int
	// Explain converts the error of a job for its caller.
	Explain func(error) Failure
	Log     *slog.Logger
}

// Service runs jobs. It is safe for concurrent use.
type Service struct {
	Options

	mu      sync.Mutex
	running map[string]*run
	stopped bool
	// halted is closed when the service ends and interrupts its jobs.
	halted chan struct{}
	halt   func()
	all    sync.WaitGroup
}

// New returns a Service.
func New(o Options) *Service {
	s := &Service{Options: o, running: map[string]*run{}, halted: make(chan struct{})}
	s.halt = sync.OnceFunc(func() { close(s.halted) })
	return s
}

// Start begins a job and returns at once. The work continues when the context of the call ends. It
// returns ErrTooMany if too many jobs run already or the service is stopping.
func (s *Service) Start(ctx context.Context, project string, kind Kind, total int, work Work) (Job, error) {
	key, err := uuid.NewV7()
	if err != nil {
		return Job{}, fmt.Errorf("name the job: %w", err)
	}
	now := s.Now()
	working, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	r := &run{service: s, cancel: cancel, finished: make(chan struct{}), confirmed: now}
	r.held = record{Beat: now, Job: Job{
		Project: project, Key: key.String(), Kind: kind, State: StateRunning, Total: total, CreatedAt: now, StartedAt: now,
	}}
	if err := s.admit(r); err != nil {
		cancel(err)
		return Job{}, err
	}
	if err := r.add(ctx); err != nil {
		cancel(err)
		s.leave(r)
		return Job{}, fmt.Errorf("begin the job: %w", err)
	}
	job := r.held.Job
	go func() {
		defer s.leave(r)
		r.do(working, work)
	}()
	return job, nil
}

// admit takes a slot for a running job.
func (s *Service) admit(r *run) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || len(s.running) >= s.Most {
		return ErrTooMany
	}
	s.running[r.held.Key] = r
	s.all.Add(1)
	return nil
}

// leave frees the slot and wakes those who wait for the job.
func (s *Service) leave(r *run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, r.held.Key)
	close(r.finished)
	s.all.Done()
}

// Running returns the number of jobs that run in this service.
func (s *Service) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.running)
}

// Stop lets the jobs of this service continue for a while, then interrupts them, and returns when
// all have ended. It starts no further job.
func (s *Service) Stop(grace time.Duration) {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	timer := time.AfterFunc(grace, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.halt()
		for _, r := range s.running {
			r.cancel(errStopped)
		}
	})
	defer timer.Stop()
	s.all.Wait()
}

// Fetch returns the jobs with those keys, in no particular order; missing ones are left out.
func (s *Service) Fetch(ctx context.Context, project string, keys []string) ([]Job, error) {
	found, err := s.Store.GetEntries(ctx, jobKind, project, keys)
	if err != nil {
		return nil, fmt.Errorf("get %d jobs: %w", len(keys), err)
	}
	return s.decodeAll(found)
}

// Get returns one job. It returns [episodic.ErrNotFound] if there is none.
func (s *Service) Get(ctx context.Context, project, key string) (Job, error) {
	found, err := s.Fetch(ctx, project, []string{key})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("job %q: %w", key, episodic.ErrNotFound)
	}
	if err != nil {
		return Job{}, err
	}
	return found[0], nil
}

// List returns a page of a project's jobs with smaller keys than before, latest first.
func (s *Service) List(ctx context.Context, project, before string, limit int) ([]Job, error) {
	found, err := s.Store.ListEntries(ctx, ledger.Query{Kind: jobKind, Project: project, Before: before, Limit: limit})
	if err != nil {
		return nil, fmt.Errorf("list the jobs of %s: %w", project, err)
	}
	return s.decodeAll(found)
}

func (s *Service) decodeAll(entries []ledger.Entry) ([]Job, error) {
	out := make([]Job, 0, len(entries))
	for _, e := range entries {
		r, err := decode(e)
		if err != nil {
			return nil, err
		}
		out = append(out, s.shown(r))
	}
	return out, nil
}

// shown returns the current job.
func (s *Service) shown(r record) Job { return r.shown(s.Now(), s.ended(r.Key) != nil) }

// Reports returns the reports of the jobs with those keys as JSON, by key; jobs without one are
// left out.
func (s *Service) Reports(ctx context.Context, project string, keys []string) (map[string]json.RawMessage, error) {
	found, err := s.Store.GetEntries(ctx, reportKind, project, keys)
	if err != nil {
		return nil, fmt.Errorf("get the reports of %d jobs: %w", len(keys), err)
	}
	out := make(map[string]json.RawMessage, len(found))
	for _, e := range found {
		if out[e.Key], err = unpacked(e.Data); err != nil {
			return nil, fmt.Errorf("read the report of job %q: %w", e.Key, err)
		}
	}
	return out, nil
}

// Cancel asks a job to end, even one without a recent heartbeat; a job that has ended stays as it
// is. Its writes remain. It returns [episodic.ErrNotFound] if there is no such job.
func (s *Service) Cancel(ctx context.Context, project, key string) (Job, error) {
	for {
		e, err := ledger.Get(ctx, s.Store, ledger.ID{Kind: jobKind, Project: project, Key: key})
		if errors.Is(err, ledger.ErrNotFound) {
			err = episodic.ErrNotFound
		}
		if err != nil {
			return Job{}, fmt.Errorf("cancel job %q: %w", key, err)
		}
		r, err := decode(e)
		if err != nil || r.State.Final() {
			return r.Job, err
		}
		r.Cancel = true
		if e.Data, err = json.Marshal(r); err != nil {
			return Job{}, fmt.Errorf("cancel job %q: %w", key, err)
		}
		e.Version, e.Holder = e.Version+1, key
		if err = s.Store.ReplaceEntry(ctx, e); err == nil {
			s.end(key)
			return s.shown(r), nil
		}
		if !errors.Is(err, ledger.ErrMoved) {
			return Job{}, fmt.Errorf("cancel job %q: %w", key, err)
		}
	}
}

// end ends the work of a job of this service.
func (s *Service) end(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running[key]; r != nil {
		r.cancel(errCancelled)
	}
}
