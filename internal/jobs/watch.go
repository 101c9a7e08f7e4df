package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// answerTime is how long before the deadline of a call a wait ends, so that the answer still
// arrives.
const answerTime = time.Second

// Wait returns a job when it has ended, or its current state shortly before the deadline of the
// call.
func (s *Service) Wait(ctx context.Context, project, key string) (Job, error) {
	enough := make(<-chan time.Time)
	if deadline, ok := ctx.Deadline(); ok {
		timer := time.NewTimer(time.Until(deadline) - answerTime)
		defer timer.Stop()
		enough = timer.C
	}
	for {
		job, err := s.Get(ctx, project, key)
		if err != nil || job.State.Final() {
			return job, err
		}
		select {
		case <-enough:
			return job, nil
		case <-ctx.Done():
			return Job{}, ctx.Err()
		case <-s.ended(key):
		case <-time.After(look): // a job of another instance gives no signal here; the ledger knows its end
		}
	}
}

// listPage is the number of jobs that EndAll reads at once.
const listPage = 100

// EndAll cancels the jobs of a project and returns when none is running: each has stored its end,
// or sends no heartbeat. It gives up shortly before the deadline of the call.
func (s *Service) EndAll(ctx context.Context, project string) error {
	for job, err := range episodic.Items(listPage, func(page episodic.Page) ([]Job, error) {
		return s.List(ctx, project, page.After, page.Limit)
	}, func(job Job) string { return job.Key }) {
		if err != nil {
			return err
		}
		if err := s.endOne(ctx, job); err != nil && !errors.Is(err, episodic.ErrNotFound) {
			return fmt.Errorf("end job %q: %w", job.Key, err)
		}
	}
	return nil
}

// endOne cancels a job that may be running and waits for its end. An interrupted job may just have
// a late heartbeat.
func (s *Service) endOne(ctx context.Context, job Job) error {
	if job.State != StateRunning && job.State != StateInterrupted {
		return nil
	}
	_, err := s.Cancel(ctx, job.Project, job.Key)
	if err != nil {
		return err
	}
	if here := s.ended(job.Key); here != nil {
		select {
		case <-here:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if job, err = s.Wait(ctx, job.Project, job.Key); err == nil && !job.State.Final() {
		err = context.DeadlineExceeded
	}
	return err
}

// ended returns a channel that is closed when a job of this service has ended; nil if the job does
// not run here.
func (s *Service) ended(key string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running[key]; r != nil {
		return r.finished
	}
	return nil
}

// Watch returns a channel that receives the job now and after every change, and is closed after its
// end, or when ctx ends. It returns [episodic.ErrNotFound] if there is no such job. It retries an
// engine that does not answer.
func (s *Service) Watch(ctx context.Context, project, key string) (<-chan Job, error) {
	job, err := s.Get(ctx, project, key)
	if err != nil {
		return nil, err
	}
	out := make(chan Job)
	go func() {
		defer close(out)
		for s.tell(ctx, out, job) && !job.State.Final() {
			var changed bool
			if job, changed = s.next(ctx, job); !changed {
				return
			}
		}
	}()
	return out, nil
}

func (s *Service) tell(ctx context.Context, out chan<- Job, job Job) bool {
	select {
	case out <- job:
		return true
	case <-ctx.Done():
		return false
	}
}

// next waits until a job has changed; changed is false if the job is gone or ctx ends.
func (s *Service) next(ctx context.Context, was Job) (job Job, changed bool) {
	for {
		select {
		case <-ctx.Done():
			return was, false
		case <-s.ended(was.Key):
		case <-time.After(look): // progress is what the ledger has, from whichever instance
		}
		job, err := s.Get(ctx, was.Project, was.Key)
		if errors.Is(err, episodic.ErrNotFound) {
			return was, false
		}
		if err == nil && (job.State != was.State || job.Done != was.Done || job.Total != was.Total) {
			return job, true
		}
	}
}
