package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Maintained is the result of one round of [Service.Maintain] for one project.
type Maintained struct {
	Project string
	// Generation is the active generation.
	Generation episodic.Generation
	// Err says why the build failed; the next round tries again.
	Err error
}

// Maintain maintains the indexes of all projects: it resumes interrupted builds, builds the next
// generation if the recipe or the model requires it, and drops what dead processes left behind.
// With all it checks every project, otherwise those that this process has written to and those
// whose state has changed since the last round. It returns what it built or failed to build; the
// error says that the store does not answer.
func (s *Service) Maintain(ctx context.Context, all bool) ([]Maintained, error) {
	changed := s.changed.take()
	states, err := s.store.ListIndexStates(ctx)
	if err != nil {
		s.changed.add(slices.Collect(maps.Keys(changed))...)
		return nil, fmt.Errorf("list the states of the indexes: %w", err)
	}
	var done []Maintained
	for _, project := range slices.Sorted(maps.Keys(states)) {
		state := states[project]
		look := all || state.Building.Number != 0 || s.swept.differs(project, state.Version)
		if !changed[project] && (!look || s.takeChanged(state)) {
			continue
		}
		built, err := s.maintain(ctx, project, state)
		switch {
		case errors.Is(err, episodic.ErrIndexMoved) || errors.Is(err, ErrBuilding) || errors.Is(err, episodic.ErrProjectNotFound):
		case err != nil:
			s.changed.add(project)
			done = append(done, Maintained{Project: project, Generation: state.Active, Err: err})
		case built.Number != 0:
			done = append(done, Maintained{Project: project, Generation: built})
		}
	}
	return done, ctx.Err()
}

// takeChanged reports whether another process may be working on the index.
func (s *Service) takeChanged(state episodic.IndexState) bool {
	return !state.ChangedAt.IsZero() && s.now().Sub(state.ChangedAt) < cutOffAfter
}

// maintain builds the next generation of one project if needed, and returns it; otherwise it drops
// what is left of earlier ones, once for each state.
func (s *Service) maintain(ctx context.Context, project string, state episodic.IndexState) (built episodic.Generation, err error) {
	wanted := state.Building.Number != 0
	if !wanted {
		wanted, err = s.wantsGeneration(ctx, project, state.Active)
	}
	if err == nil && wanted {
		if err = s.Reindex(ctx, project, nil); err == nil {
			state, err = s.indexState(ctx, project)
			built = state.Active
		}
		return built, err
	}
	if err != nil || s.takeChanged(state) || !s.swept.differs(project, state.Version) {
		return episodic.Generation{}, err
	}
	if err := s.dropOthers(ctx, project, state); err != nil {
		return episodic.Generation{}, err
	}
	s.swept.replace(project, state.Version)
	return episodic.Generation{}, nil
}
