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
	return s.embedder.Wants(active, count.Chunks), nil
}
