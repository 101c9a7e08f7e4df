package index

import (
	"context"
	"errors"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
)

// wantsGeneration reports whether the active generation of a project is out of date. One that an instance with other settings made
// since is not: the instance that started last decides, else two would build by turns.
func (s *Service) wantsGeneration(ctx context.Context, project string, active episodic.Generation) (bool, error) {
	if active.Recipe != episodic.IndexRecipe {
		return true, nil
	}
	if s.embedder == nil {
		if active.Fingerprint == "" {
			s.own.note(project, active)
		}
		return active.Fingerprint != "" && !s.own.replaced(project, active), nil
	}
	switch _, err := s.Model(ctx, project, active); {
	case errors.Is(err, episodic.ErrModelChanged):
		return !s.own.replaced(project, active), nil
	case err == nil:
		s.own.note(project, active)
	case errors.Is(err, ErrNoVectors) && s.embedder.Wants(active, active.Chunks) && s.own.replaced(project, active):
		return false, nil // an instance without vectors made it
	}
	count, err := s.countChunks(ctx, project, active)
	if err != nil {
		return false, err
	}
	return s.embedder.Wants(active, count.Chunks) && !s.isFilled(project, active, count.Chunks), nil
}

// ownGenerations remembers the last generation of each project that was made by the settings of this service; the zero value is ready.
type ownGenerations struct {
	mu   sync.Mutex
	last map[string]episodic.Generation
}

func (o *ownGenerations) note(project string, g episodic.Generation) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == nil {
		o.last = map[string]episodic.Generation{}
	}
	o.last[project] = g
}

// replaced reports whether a generation came after one of this service, with vectors of another kind.
func (o *ownGenerations) replaced(project string, by episodic.Generation) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	own, known := o.last[project]
	return known && by.Number > own.Number && (by.Provider != own.Provider || by.Model != own.Model)
}

const (
	// quicklyLearned is the number of chunks below which a model is learned in no time.
	quicklyLearned = 2000
	// tooLarge is how many times as many chunks as its model has seen a project may have while it is being filled.
	tooLarge = 8
	// filling is the share of its chunks by which a project grows between two looks while it is being filled.
	filling = .01
)

// isFilled reports whether an import is filling a large project: a model made now would soon be made again. The next
// round looks again.
func (s *Service) isFilled(project string, active episodic.Generation, chunks int) bool {
	if active.Fingerprint == "" || chunks < quicklyLearned || chunks < 2*active.Chunks || chunks >= tooLarge*active.Chunks {
		return false
	}
	before := s.looked.replace(project, chunks)
	if float64(chunks-before) <= filling*float64(chunks) {
		return false
	}
	s.changed.add(project)
	return true
}
