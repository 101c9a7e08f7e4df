package decisive

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
)

// Runs reads episodes.
type Runs interface {
	// GetEpisodes returns the present episodes with those ids, in no particular order.
	GetEpisodes(ctx context.Context, project string, ids []string) ([]episodic.Stored, error)
	// ListEpisodes returns a page, latest first.
	ListEpisodes(ctx context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error)
	// GetProject returns [episodic.ErrProjectNotFound] for an unknown project.
	GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error)
}

// Searcher finds episodes by their words, as [recall.Service.Recall] does.
type Searcher interface {
	Recall(ctx context.Context, q recall.Question) (recall.Answer, error)
}

// Service answers which steps decided, over the runs of a project. It is safe for concurrent use.
type Service struct {
	runs     Runs
	searcher Searcher
	patterns Patterns
}

// New returns a Service over its parts; without patterns no step goes against one.
func New(runs Runs, searcher Searcher, known Patterns) *Service {
	return &Service{runs: runs, searcher: searcher, patterns: known}
}

// Steps ranks the steps of an episode as [Rank] does, beside the runs of the same task and those most alike, and the validated patterns. It returns
// [episodic.ErrNotFound], or [episodic.ErrProjectNotFound] if the project is unknown.
func (s *Service) Steps(ctx context.Context, project, episode string) (Answer, error) {
	e, err := s.get(ctx, project, episode)
	if err != nil {
		return Answer{}, err
	}
	found, err := s.similar(ctx, project, e)
	if err != nil {
		return Answer{}, err
	}
	siblings := siblingsOf(found)
	if s.patterns != nil && e.Outcome != episodic.OutcomeSuccess {
		if siblings.Against, err = s.contradictions(ctx, project, e); err != nil {
			return Answer{}, err
		}
	}
	return Rank(e, siblings), nil
}

// Compare aligns an episode with another as the function [Compare] does, beside the good runs of the task. It returns
// [episodic.ErrNotFound], or [episodic.ErrProjectNotFound] if the project is unknown.
func (s *Service) Compare(ctx context.Context, project, episode, other string) (Comparison, error) {
	e, err := s.get(ctx, project, episode)
	if err != nil {
		return Comparison{}, err
	}
	o, err := s.get(ctx, project, other)
	if err != nil {
		return Comparison{}, err
	}
	found, err := s.similar(ctx, project, e)
	if err != nil {
		return Comparison{}, err
	}
	return Compare(e, o, siblingsOf(found).Good), nil
}
