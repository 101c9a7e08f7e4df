package episodic

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Service records episodes, finds them again and removes them. It is safe for concurrent use.
type Service struct {
	store Store
	index Index
	// fallback is nil when the index cannot fail without the store.
	fallback Fallback
	embedder Embedder
	tokens   TokenCounter
	adviser  Adviser
	now      Clock
	// indexing keeps two goroutines from writing the chunks of one episode at once.
	indexing keyedMutex
	reads    accessCounter
	states   stateCache
	models   modelCache
	// changed are the projects whose index was written since they were last maintained.
	changed projectSet
	// swept are the states with which nothing is left of earlier generations.
	swept projectVersions
	terms Cache[[]string]
	// questions are vectors of questions by fingerprint and text.
	questions Cache[[]float32]
}

// Parts are what a Service is made of.
type Parts struct {
	Store Store
	Index Index
	// Fallback answers in place of an index that is unavailable; nil when both are one
	// engine, so that it would not answer either.
	Fallback Fallback
	// Embedder makes vectors; nil for words only.
	Embedder Embedder
	// Terms remembers analysed questions, Questions their vectors; nil remembers nothing.
	Terms     Cache[[]string]
	Questions Cache[[]float32]
	// Tokens counts what [Service.ContextFor] answers with, which refuses without it.
	Tokens TokenCounter
	// Adviser gives [Service.ContextFor] its patterns; nil for none.
	Adviser Adviser
}

// NewService returns a Service over its engines.
func NewService(parts Parts, now Clock) *Service {
	return &Service{
		store: parts.Store, index: parts.Index, fallback: parts.Fallback, embedder: parts.Embedder,
		terms: parts.Terms, questions: parts.Questions, tokens: parts.Tokens,
		adviser: parts.Adviser, now: now,
	}
}

// Record stores one episode durably and then indexes it. The error is an [InvalidError]
// when the episode breaks a rule; nothing is stored then. When only the indexing failed,
// the receipt says so and there is no error. wait is the state to try to reach before the
// call returns; what is left follows in the background.
func (s *Service) Record(ctx context.Context, project string, e Episode, wait State) (Receipt, error) {
	receipts, err := s.RecordAll(ctx, project, []Episode{e}, true, wait)
	if err != nil {
		return Receipt{}, err
	}
	return receipts[0], nil
}

// RecordAll stores episodes in one transaction, all or none, and then indexes them;
// receipts are in the order given. For strict see [Store.RecordEpisodes], for wait Record.
// With several episodes the paths of problems begin with "episodes[i].".
func (s *Service) RecordAll(ctx context.Context, project string, episodes []Episode, strict bool, wait State) ([]Receipt, error) {
	if err := ValidateProject(project); err != nil {
		return nil, err
	}
	prepared, err := prepareAll(episodes)
	if err != nil {
		return nil, err
	}
	receipts, err := s.store.RecordEpisodes(ctx, project, prepared, strict, s.now())
	if err != nil {
		return nil, fmt.Errorf("record %d episodes in %s: %w", len(episodes), project, err)
	}
	s.indexReceipts(ctx, project, receipts, wait)
	return receipts, nil
}

func prepareAll(episodes []Episode) ([]Prepared, error) {
	prepared := make([]Prepared, len(episodes))
	first := map[string]int{}
	var problems []Problem
	for i, e := range episodes {
		p, err := Prepare(e)
		var invalid *InvalidError
		if errors.As(err, &invalid) {
			problems = append(problems, inBatch(invalid.Problems, i, len(episodes))...)
			continue
		}
		if err != nil {
			return nil, err
		}
		if j, twice := first[p.Episode.ID]; twice {
			problems = append(problems, Problem{
				Path: fmt.Sprintf("episodes[%d].id", i), Code: CodeDuplicateID,
				Message: fmt.Sprintf("episode %q is already at episodes[%d]; ids in one call are distinct", p.Episode.ID, j),
			})
		}
		first[p.Episode.ID] = i
		prepared[i] = p
	}
	if len(problems) > 0 {
		return nil, &InvalidError{Problems: problems}
	}
	return prepared, nil
}

func inBatch(problems []Problem, i, n int) []Problem {
	if n == 1 {
		return problems
	}
	out := make([]Problem, len(problems))
	for k, p := range problems {
		p.Path = fmt.Sprintf("episodes[%d].%s", i, p.Path)
		out[k] = p
	}
	return out
}

// Get returns a present episode and counts the read. It returns ErrNotFound when there is
// none, ErrProjectNotFound when there is not even the project.
func (s *Service) Get(ctx context.Context, project, id string) (Stored, error) {
	found, err := s.store.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return Stored{}, fmt.Errorf("get episode %s: %w", id, err)
	}
	if len(found) == 0 {
		return Stored{}, Absent(ctx, s.store, project, fmt.Errorf("episode %q: %w", id, ErrNotFound))
	}
	s.reads.add(project, id)
	return found[0], nil
}

// List returns a page of episodes, latest first. It returns an [InvalidError] for a range of
// time that ends before it begins, ErrProjectNotFound for an unknown project.
func (s *Service) List(ctx context.Context, q EpisodeQuery) ([]Stored, error) {
	var c questionCheck
	if c.filter(q.Filter); len(c.problems) > 0 {
		return nil, c.err()
	}
	found, err := s.store.ListEpisodes(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list episodes of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, Absent(ctx, s.store, q.Project, nil)
	}
	return found, nil
}

// Delete takes an episode out of every read and out of the index; Restore brings it back.
func (s *Service) Delete(ctx context.Context, project, id string) error {
	if err := s.store.DeleteEpisode(ctx, project, id, s.now()); err != nil {
		return Absent(ctx, s.store, project, fmt.Errorf("delete episode %q: %w", id, err))
	}
	s.indexTasks(ctx, []IndexTask{{Project: project, Episode: id, Gone: true}}, s.indexEpisodes)
	return nil
}

// Restore undoes Delete.
func (s *Service) Restore(ctx context.Context, project, id string) (Receipt, error) {
	receipt, err := s.store.RestoreEpisode(ctx, project, id, s.now())
	if err != nil {
		return Receipt{}, Absent(ctx, s.store, project, fmt.Errorf("restore episode %q: %w", id, err))
	}
	receipts := []Receipt{receipt}
	s.indexReceipts(ctx, project, receipts, StateIndexed)
	return receipts[0], nil
}

// RestoreAgain is Restore where an attempt before may have restored the episode already: a
// present one is answered as it is.
func (s *Service) RestoreAgain(ctx context.Context, project, id string) (Receipt, error) {
	receipt, err := s.Restore(ctx, project, id)
	if !errors.Is(err, ErrNotFound) {
		return receipt, err
	}
	heads, failed := s.store.GetHeads(ctx, project, []string{id})
	if failed != nil {
		return Receipt{}, fmt.Errorf("restore episode %q again: %w", id, failed)
	}
	if head := heads[id]; head.Present {
		return Receipt{Project: project, Episode: id, Revision: head.Revision, Hash: head.Hash, Change: ChangeUnchanged, State: StateApplied}, nil
	}
	return Receipt{}, err
}

// Purge removes every trace of an episode from both engines. The index goes first, so that
// a purge that fails half-way can be repeated.
func (s *Service) Purge(ctx context.Context, project, id string) error {
	release, err := s.evict(ctx, project, id)
	if err != nil {
		return err
	}
	defer release()
	if err := s.store.PurgeEpisode(ctx, project, id); err != nil {
		return Absent(ctx, s.store, project, fmt.Errorf("purge episode %q: %w", id, err))
	}
	return nil
}

// PurgeProject removes a project from both engines.
func (s *Service) PurgeProject(ctx context.Context, project string) error {
	if err := s.dropProject(ctx, project); err != nil {
		return err
	}
	if err := s.store.PurgeProject(ctx, project); err != nil {
		return fmt.Errorf("purge project %q: %w", project, err)
	}
	s.forgetState(project)
	return nil
}

// FlushAccess writes the reads counted since the last call. Its caller decides how often;
// reads not yet written are lost with the process.
func (s *Service) FlushAccess(ctx context.Context) error {
	for project, reads := range s.reads.take() {
		if err := s.store.RecordAccess(ctx, project, reads, s.now()); err != nil {
			return fmt.Errorf("record reads of %s: %w", project, err)
		}
	}
	return nil
}

// keyedMutex is one mutex per key; the zero value is ready. A key that nobody holds or
// waits for takes no memory.
type keyedMutex struct {
	mu   sync.Mutex
	held map[string]*heldKey
}

type heldKey struct {
	mu    sync.Mutex
	users int
}

func (k *keyedMutex) lock(key string) (unlock func()) {
	k.mu.Lock()
	if k.held == nil {
		k.held = map[string]*heldKey{}
	}
	h := k.held[key]
	if h == nil {
		h = &heldKey{}
		k.held[key] = h
	}
	h.users++
	k.mu.Unlock()
	h.mu.Lock()
	return func() {
		h.mu.Unlock()
		k.mu.Lock()
		defer k.mu.Unlock()
		if h.users--; h.users == 0 {
			delete(k.held, key)
		}
	}
}

// accessCounter gathers reads between two flushes; the zero value is ready.
type accessCounter struct {
	mu    sync.Mutex
	reads map[string]map[string]int64
}

func (c *accessCounter) add(project, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reads == nil {
		c.reads = map[string]map[string]int64{}
	}
	if c.reads[project] == nil {
		c.reads[project] = map[string]int64{}
	}
	c.reads[project][id]++
}

func (c *accessCounter) take() map[string]map[string]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.reads
	c.reads = nil
	return taken
}
