package episodic

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Maintained says what became of the index of a project in one round of [Service.Maintain].
type Maintained struct {
	Project string
	// Generation is the one that is active now.
	Generation Generation
	// Err says why it could not be built; it is tried again in the next round.
	Err error
}

// Maintain looks after the indexes of all projects: it takes up builds that were cut off,
// builds the next generation where the recipe or the model asks for it, and drops what ended
// processes left. all looks at every project, else at those that this process has written to
// and those whose state has changed since the last look.
// It returns what it built or could not build; the error says that the store does not answer.
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
		if !changed[project] && (!look || s.justChanged(state)) {
			continue
		}
		built, err := s.maintain(ctx, project, state)
		switch {
		case errors.Is(err, ErrIndexMoved) || errors.Is(err, ErrBuilding) || errors.Is(err, ErrProjectNotFound):
		case err != nil:
			s.changed.add(project)
			done = append(done, Maintained{Project: project, Generation: state.Active, Err: err})
		case built.Number != 0:
			done = append(done, Maintained{Project: project, Generation: built})
		}
	}
	return done, ctx.Err()
}

// justChanged reports whether somebody else may be at work on the index.
func (s *Service) justChanged(state IndexState) bool {
	return !state.ChangedAt.IsZero() && s.now().Sub(state.ChangedAt) < cutOffAfter
}

// maintain builds the next generation of one project if that is wanted, and returns it; else it
// drops what is left of earlier ones, once for each state.
func (s *Service) maintain(ctx context.Context, project string, state IndexState) (built Generation, err error) {
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
	if err != nil || s.justChanged(state) || !s.swept.differs(project, state.Version) {
		return Generation{}, err
	}
	if err := s.dropOthers(ctx, project, state); err != nil {
		return Generation{}, err
	}
	s.swept.set(project, state.Version)
	return Generation{}, nil
}

// wantsGeneration reports whether the active generation of a project is out of date.
func (s *Service) wantsGeneration(ctx context.Context, project string, active Generation) (bool, error) {
	if active.Recipe != IndexRecipe {
		return true, nil
	}
	if s.embedder == nil {
		return active.Fingerprint != "", nil
	}
	if _, err := s.model(ctx, project, active); errors.Is(err, ErrModelChanged) {
		return true, nil
	}
	count, err := s.index.CountChunks(ctx, Place{project, active.Number})
	if err != nil {
		return false, fmt.Errorf("count the chunks of %s: %w", project, err)
	}
	return s.embedder.Wants(active, count.Chunks), nil
}
