package index

import (
	"context"
	"errors"

	"github.com/causeway-memory/causeway/episodic"
)

// wantsGeneration reports whether the active generation of a project is out of date.
func (s *Service) wantsGeneration(ctx context.Context, project string, active episodic.Generation) (bool, error) {
	if active.Recipe != episodic.IndexRecipe {
		return true, nil
	}
	if s.embedder == nil {
		return active.Fingerprint != "", nil
	}
	if _, err := s.Model(ctx, project, active); errors.Is(err, episodic.ErrModelChanged) {
		return true, nil
	}
	count, err := s.countChunks(ctx, project, active)
	if err != nil {
		return false, err
	}
	return s.embedder.Wants(active, count.Chunks) && !s.isFilled(project, active, count.Chunks), nil
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
