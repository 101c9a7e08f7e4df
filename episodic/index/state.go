package index

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// staleFor is how long searches use a cached state. A generation that is no longer active is
// dropped later than that.
const staleFor = 250 * time.Millisecond

// stateCache caches the states of indexes for searches; the zero value is ready.
type stateCache struct {
	mu     sync.Mutex
	states map[string]readState
}

type readState struct {
	state episodic.IndexState
	at    time.Time
}

// maxStates bounds the cache; when it is full, it is cleared.
const maxStates = 10_000

// get returns the cached state and whether it is fresh.
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

// indexState reads the generations of a project. Writers to the index read it after the graph has
// the episode: a build that begins later finds the episode in the graph.
func (s *Service) indexState(ctx context.Context, project string) (episodic.IndexState, error) {
	state, err := s.store.GetIndexState(ctx, project)
	if err != nil {
		return episodic.IndexState{}, fmt.Errorf("read the state of the index: %w", err)
	}
	s.states.put(project, state, s.now())
	return state, nil
}

// SearchedState returns the state for a search, which may be slightly stale.
func (s *Service) SearchedState(ctx context.Context, project string) (episodic.IndexState, error) {
	if state, _, fresh := s.states.get(project, s.now()); fresh {
		return state, nil
	}
	return s.indexState(ctx, project)
}

// AssumedState returns the cached state, however old, to start a search with. If it is not fresh,
// it is read again concurrently; refreshed waits for the result. After the search, callers must
// check whether the state was still current.
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

// setIndexState replaces a state by the next one and returns it. It returns ErrIndexMoved if
// another process replaced it first.
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

// Info describes the index of a project.
type Info struct {
	episodic.IndexState
	// Count counts the chunks of the active generation.
	Count episodic.ChunkCount
	// Episodes is the number of present episodes: the total of a build.
	Episodes int
}

// Infos describes the indexes of projects, by name; unknown projects are left out. The number of
// statements does not grow with the number of projects.
func (s *Service) Infos(ctx context.Context, projects []string) (map[string]Info, error) {
	states, err := s.statesOf(ctx, projects)
	if err != nil {
		return nil, err
	}
	places := make([]episodic.IndexGeneration, 0, len(states))
	for project, state := range states {
		places = append(places, episodic.IndexGeneration{Project: project, Generation: state.Active.Number})
	}
	counts, err := s.engine.CountChunks(ctx, places)
	if err != nil {
		return nil, fmt.Errorf("count the chunks of %d projects: %w", len(places), err)
	}
	episodes, err := s.store.CountPresent(ctx, projects)
	if err != nil {
		return nil, fmt.Errorf("count the episodes of %d projects: %w", len(projects), err)
	}
	out := make(map[string]Info, len(places))
	for _, at := range places {
		out[at.Project] = Info{IndexState: states[at.Project], Count: counts[at], Episodes: episodes[at.Project]}
	}
	return out, nil
}

// statesOf reads the states of the indexes of projects, by name. For more than one it reads those
// of all projects.
func (s *Service) statesOf(ctx context.Context, projects []string) (map[string]episodic.IndexState, error) {
	if len(projects) == 1 {
		state, err := s.indexState(ctx, projects[0])
		if errors.Is(err, episodic.ErrProjectNotFound) {
			return nil, nil
		}
		return map[string]episodic.IndexState{projects[0]: state}, err
	}
	all, err := s.store.ListIndexStates(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the states of the indexes: %w", err)
	}
	out := make(map[string]episodic.IndexState, len(projects))
	for _, project := range projects {
		if state, known := all[project]; known {
			out[project] = state
		}
	}
	return out, nil
}

// countChunks counts the chunks of one generation.
func (s *Service) countChunks(ctx context.Context, project string, of episodic.Generation) (episodic.ChunkCount, error) {
	at := episodic.IndexGeneration{Project: project, Generation: of.Number}
	counts, err := s.engine.CountChunks(ctx, []episodic.IndexGeneration{at})
	if err != nil {
		return episodic.ChunkCount{}, fmt.Errorf("count the chunks of %s: %w", project, err)
	}
	return counts[at], nil
}
