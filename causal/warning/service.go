package warning

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/recent"
)

// Layer says which episodes changed.
type Layer interface {
	// GetDerivation returns how complete the layer of a project is. It returns ErrProjectNotFound.
	GetDerivation(ctx context.Context, project string) (layer.Derivation, error)
	// ScanStates calls each once for every episode of the layer whose contribution was stored after a revision of the graph.
	ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error)
}

// Episodes reads episodes.
type Episodes interface {
	// GetEpisodes returns the present episodes with those ids, in no particular order.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
}

// Service answers over the runs of projects. It is safe for concurrent use.
type Service struct {
	layer    Layer
	episodes Episodes
	projects *recent.Projects[project]
}

// New returns a Service over its parts.
func New(layer Layer, episodes Episodes) *Service {
	return &Service{layer: layer, episodes: episodes, projects: recent.New(maxProjects, 0, func(name string) project { return project{name: name} })}
}

// Check says whether runs that took an action failed more often than those that did not, as far as the evidence goes. It counts
// every episode that was acknowledged before. The first question about a project reads all its episodes; one that is given up
// meanwhile leaves the rest to the next. It returns [episodic.ErrProjectNotFound].
func (s *Service) Check(ctx context.Context, q Question) (Answer, error) {
	p, leave, err := s.projects.Enter(ctx, q.Project)
	if err != nil {
		return Answer{}, err
	}
	defer leave(0)
	if err := p.follow(ctx, s.layer, s.episodes); err != nil {
		return Answer{}, fmt.Errorf("count the runs of project %q: %w", q.Project, err)
	}
	return p.tally.check(q), nil
}
