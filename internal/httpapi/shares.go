package httpapi

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/semaphore"
)

// errNoShare means that others have what a caller wants, and that too many wait for it already.
var errNoShare = errors.New("too much is under way already")

// shares hands out parts of something that all callers have together, like memory. No caller gets more
// than half of it, so that one alone cannot keep the others waiting. It is safe for concurrent use.
type shares struct {
	all     *semaphore.Weighted
	most    int64
	waiting int

	mu      sync.Mutex
	callers map[string]*sharer
	// given is closed, and replaced, when a part is given back.
	given chan struct{}
}

// sharer is one caller that holds or wants something.
type sharer struct {
	own *semaphore.Weighted
	// calls are those that hold or wait, waiting those that wait.
	calls, waiting int
}

// newShares hands out size in all. Of one caller that many calls may wait; further ones are refused.
func newShares(size int64, waiting int) *shares {
	return &shares{all: semaphore.NewWeighted(size), most: size / 2, waiting: waiting, callers: map[string]*sharer{}, given: make(chan struct{})}
}

// take waits for a part, which must not be more than half. It returns a function that gives the part back, to
// be called once, or [errNoShare], also when ctx ended before.
func (s *shares) take(ctx context.Context, caller string, size int64) (func(), error) {
	c, err := s.enter(caller)
	if err != nil {
		return nil, err
	}
	err = c.own.Acquire(ctx, size)
	if err == nil {
		if err = s.all.Acquire(ctx, size); err != nil {
			c.own.Release(size)
		}
	}
	s.mu.Lock()
	c.waiting--
	s.mu.Unlock()
	if err != nil {
		s.leave(caller, c)
		return nil, errNoShare
	}
	return func() { s.give(caller, c, size) }, nil
}

// try takes a part if it is there now.
func (s *shares) try(caller string, size int64) (func(), bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sharer(caller)
	if !c.own.TryAcquire(size) {
		s.forget(caller, c)
		return nil, false
	}
	if !s.all.TryAcquire(size) {
		c.own.Release(size)
		s.forget(caller, c)
		return nil, false
	}
	c.calls++
	return func() { s.give(caller, c, size) }, true
}

// freed returns a channel that is closed when a part is given back.
func (s *shares) freed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.given
}

// give gives a part back and wakes those who wait for [shares.freed].
func (s *shares) give(caller string, c *sharer, size int64) {
	s.all.Release(size)
	c.own.Release(size)
	s.leave(caller, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.given)
	s.given = make(chan struct{})
}

func (s *shares) sharer(caller string) *sharer {
	c, known := s.callers[caller]
	if !known {
		c = &sharer{own: semaphore.NewWeighted(s.most)}
		s.callers[caller] = c
	}
	return c
}

// enter counts a call that waits.
func (s *shares) enter(caller string) (*sharer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.sharer(caller)
	if c.waiting >= s.waiting {
		return nil, errNoShare
	}
	c.calls++
	c.waiting++
	return c, nil
}

// leave ends a call.
func (s *shares) leave(caller string, c *sharer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.calls--
	s.forget(caller, c)
}

// forget forgets a caller who holds nothing and wants nothing.
func (s *shares) forget(caller string, c *sharer) {
	if c.calls == 0 {
		delete(s.callers, caller)
	}
}
