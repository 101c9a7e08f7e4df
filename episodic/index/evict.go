package index

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// Evict removes an episode from every generation of the index, and blocks others from indexing it
// until release is called. The episode joins the backlog before, so that the index gets it back if it
// is not purged in the end.
func (s *Service) Evict(ctx context.Context, project, id string) (release func(), err error) {
	release = s.indexing.lock(project + "/" + id)
	state, err := s.indexState(ctx, project)
	if err == nil {
		err = s.store.MarkUnindexed(ctx, project, id, s.now())
	}
	if err != nil {
		release()
		return nil, fmt.Errorf("purge episode %q: %w", id, err)
	}
	for _, g := range state.Live() {
		if err := s.engine.DeleteEpisodes(ctx, episodic.IndexGeneration{Project: project, Generation: g.Number}, []string{id}); err != nil {
			release()
			return nil, fmt.Errorf("purge episode %q from the index: %w", id, err)
		}
	}
	return release, nil
}

// DropProject removes the episodes and execution events of a project from the index.
func (s *Service) DropProject(ctx context.Context, project string) error {
	if err := s.engine.DropProject(ctx, project); err != nil {
		return fmt.Errorf("purge project %q from the index: %w", project, err)
	}
	if err := s.engine.DropProject(ctx, episodic.ExecutionIndex(project)); err != nil {
		return fmt.Errorf("purge the execution events of project %q from the index: %w", project, err)
	}
	return nil
}

// ForgetState drops the cached state of a project, so that the next search reads it again.
func (s *Service) ForgetState(project string) { s.states.forget(project) }
