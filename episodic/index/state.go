package index

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// staleFor is how long searches go on with a state that was read before. A generation that
// is no longer active is dropped later than that.
const staleFor = 250 * time.Millisecond

// stateCache remembers the states of indexes for searches; the zero value is ready.
type stateCache struct {
	mu     sync.Mutex
	states map[string]readState
}

type readState struct {
	state episodic.IndexState
	at    time.Time
}

// maxStates bounds the projects that are remembered; beyond it all are forgotten.
const maxStates = 10_000

// get returns the state that was read last, and whether that was just now.
func (c *stateCache) get(project string, now time.Time) (state episodic.IndexState, known, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	held, ok := c.states[project]
	age := now.Sub(held.at)
	return held.state, ok, ok && age >= 0 && age < staleFor
}

func (c *stateCache) put(project string, state episodic.IndexState, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.states == nil || len(c.states) >= maxStates {
		c.states = map[string]readState{}
	}
	c.states[project] = readState{state, now}
}

func (c *stateCache) forget(project string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.states, project)
}

// indexState reads which generations a project has. Who writes to the index reads it after
// the graph has the episode: a build that begins later finds the episode in the graph.
func (s *Service) indexState(ctx context.Context, project string) (episodic.IndexState, error) {
	state, err := s.store.GetIndexState(ctx, project)
	if err != nil {
		return episodic.IndexState{}, fmt.Errorf("read the state of the index: %w", err)
	}
	s.states.put(project, state, s.now())
	return state, nil
}

// SearchedState returns the state for a search, which may be a moment old.
func (s *Service) SearchedState(ctx context.Context, project string) (episodic.IndexState, error) {
	if state, _, fresh := s.states.get(project, s.now()); fresh {
		return state, nil
	}
	return s.indexState(ctx, project)
}

// AssumedState returns the state that is known, however old, to begin a search with, and has
// it read anew beside the search if it is not fresh; refreshed waits for that. Who searched
// has to look afterwards whether the state was still the one.
func (s *Service) AssumedState(ctx context.Context, project string) (state episodic.IndexState, refreshed func() error, err error) {
	state, known, fresh := s.states.get(project, s.now())
	switch {
	case fresh:
		return state, func() error { return nil }, nil
	case !known:
		state, err = s.indexState(ctx, project)
		return state, func() error { return nil }, err
	}
	reading := make(chan error, 1)
	go func() {
		_, err := s.indexState(ctx, project)
		reading <- err
	}()
	return state, func() error { return <-reading }, nil
}

// setIndexState replaces a state by the next one and returns that. It returns ErrIndexMoved
// when somebody else did so before.
func (s *Service) setIndexState(ctx context.Context, project string, next episodic.IndexState) (episodic.IndexState, error) {
	next.ChangedAt = s.now()
	return s.replaceState(ctx, project, next)
}

func (s *Service) replaceState(ctx context.Context, project string, next episodic.IndexState) (episodic.IndexState, error) {
	next.Version++
	s.states.forget(project)
	if err := s.store.SetIndexState(ctx, project, next); err != nil {
		return episodic.IndexState{}, fmt.Errorf("set the state of the index: %w", err)
	}
	return next, nil
}

// live returns the generations that are written to.
func live(s episodic.IndexState) []episodic.Generation {
	if s.Building.Number == 0 {
		return []episodic.Generation{s.Active}
	}
	return []episodic.Generation{s.Active, s.Building}
}

// Info says what the index of a project is and holds.
type Info struct {
	episodic.IndexState
	// Count is what the active generation holds.
	Count episodic.ChunkCount
	// Episodes is how many present episodes the project has: the total of a build.
	Episodes int
}

// IndexInfo returns how the index of a project stands. It returns ErrProjectNotFound for an
// unknown project.
func (s *Service) IndexInfo(ctx context.Context, project string) (Info, error) {
	state, err := s.indexState(ctx, project)
	if err != nil {
		return Info{}, err
	}
	count, err := s.engine.CountChunks(ctx, episodic.IndexGeneration{Project: project, Generation: state.Active.Number})
	if err != nil {
		return Info{}, fmt.Errorf("count the chunks of %s: %w", project, err)
	}
	episodes, err := s.store.CountEpisodes(ctx, episodic.EpisodeQuery{Project: project})
	if err != nil {
		return Info{}, fmt.Errorf("count the episodes of %s: %w", project, err)
	}
	return Info{IndexState: state, Count: count, Episodes: episodes}, nil
}
