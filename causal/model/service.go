package model

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/recent"
)

// Service learns models and caches them. It is safe for concurrent use.
type Service struct {
	factors layer.Reader
	layer   *layer.Service
	models  *recent.Projects[cachedModels]
	// mostNumbers is maxCachedNumbers.
	mostNumbers int
}

// New returns a Service over its parts.
func New(factors layer.Reader, reader *layer.Service) *Service {
	empty := func(project string) cachedModels { return cachedModels{project: project} }
	return &Service{factors: factors, layer: reader, models: recent.New(maxCachedProjects, maxCachedCells, empty), mostNumbers: maxCachedNumbers}
}

// modelTries is how often a model is learned anew because the layer changed meanwhile. A first
// question reads all episodes several times, and may have to follow the layer after each.
const modelTries = 8

// Model returns a model of the targets, the actions and everything upstream of them. Targets and
// actions name variables; the ones that the project does not have are ignored. The model is of the
// layer at the time of the question: cached parts are used as long as the layer is the same, and
// brought up to date otherwise. Model returns ErrProjectNotFound, and an error that wraps
// [episodic.ErrConflict] when the layer keeps changing.
func (s *Service) Model(ctx context.Context, project string, targets, actions []string) (*Model, error) {
	m, err := s.current(ctx, project, targets, actions)
	if err != nil {
		return nil, fmt.Errorf("learn from project %q: %w", project, err)
	}
	return m, nil
}

func (s *Service) current(ctx context.Context, project string, targets, actions []string) (*Model, error) {
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return nil, err
	}
	k, leave, err := s.models.Enter(ctx, project)
	if err != nil {
		return nil, err
	}
	defer func() { leave(k.weigh(s.mostNumbers)) }()
	for try := range modelTries {
		if try > 0 || k.newerThan(d) {
			if d, err = s.factors.GetDerivation(ctx, project); err != nil {
				return nil, err
			}
		}
		m, err := k.model(ctx, s.factors, d, targets, actions)
		if !errors.Is(err, errMoved) {
			return m, err
		}
	}
	return nil, fmt.Errorf("the layer keeps changing: %w", episodic.ErrConflict)
}
