package causal

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// modelTries is how often a model is read anew because the layer changed meanwhile.
const modelTries = 3

// model returns what a project knows of how the targets come about, and what is done; both are
// names of variables, of which those that the project does not have are left out. It returns
// ErrProjectNotFound, and an error that wraps [episodic.ErrConflict] when the layer keeps changing.
func (s *Service) model(ctx context.Context, project string, targets, actions []string) (*model, error) {
	for range modelTries {
		d, err := s.factors.GetDerivation(ctx, project)
		if err != nil {
			return nil, fmt.Errorf("learn from project %q: %w", project, err)
		}
		m, err := newModelView(s.factors, project, d, emptyTold()).build(ctx, append(append([]string{}, targets...), actions...))
		if err == nil {
			return m, nil
		}
		if !errors.Is(err, errMoved) {
			return nil, fmt.Errorf("learn from project %q: %w", project, err)
		}
	}
	return nil, fmt.Errorf("the factors of project %q change all the time: %w", project, episodic.ErrConflict)
}
