package episodic

import (
	"context"
	"fmt"
)

// evict removes an episode from every generation of the index, and keeps others from indexing it
// until release is called.
func (s *Service) evict(ctx context.Context, project, id string) (release func(), err error) {
	release = s.indexing.lock(project + "/" + id)
	state, err := s.indexState(ctx, project)
	if err != nil {
		release()
		return nil, fmt.Errorf("purge episode %q: %w", id, err)
	}
	for _, g := range state.live() {
		if err := s.index.DeleteEpisodes(ctx, Place{project, g.Number}, []string{id}); err != nil {
			release()
			return nil, fmt.Errorf("purge episode %q from the index: %w", id, err)
		}
	}
	return release, nil
}

// dropProject removes a project from the index.
func (s *Service) dropProject(ctx context.Context, project string) error {
	if err := s.index.DropProject(ctx, project); err != nil {
		return fmt.Errorf("purge project %q from the index: %w", project, err)
	}
	return nil
}

// forgetState makes the next search read which generations a project has.
func (s *Service) forgetState(project string) { s.states.forget(project) }
