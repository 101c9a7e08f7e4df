package decisive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/text"
)

const (
	// mostSame is how many runs of one task are read, the latest first.
	mostSame = 200
	// mostAlike is how many runs are looked for by their words, the most alike first.
	mostAlike = episodic.MaxPage
	// taskVariable is the variable of the context that names the task which several runs try.
	taskVariable = "task"
	// leastAlike is the least that the words of a run of another task have in common with a run to be listed as like it, as a share of what the run
	// has in common with itself: a tenth is soon in common, as runs of agents are told alike.
	leastAlike = .15
)

// SimilarRun is a run like another.
type SimilarRun struct {
	Stored episodic.Stored
	// SameTask says that both tried the same task: the variable "task" of their contexts has the same state, or, where
	// one of them has none, the texts of their tasks are the same.
	SameTask bool

	// far says that the words have hardly anything in common.
	far bool
}

// SimilarRuns returns the runs of the same task as an episode, the latest first, and then those most alike in words, unless they have hardly
// a word in common, at most limit together. It returns [episodic.ErrNotFound], or [episodic.ErrProjectNotFound] if the project is unknown.
func (s *Service) SimilarRuns(ctx context.Context, project, episode string, limit int) ([]SimilarRun, error) {
	e, err := s.get(ctx, project, episode)
	if err != nil {
		return nil, err
	}
	found, err := s.similar(ctx, project, e)
	found = slices.DeleteFunc(found, func(r SimilarRun) bool { return r.far })
	return found[:min(limit, len(found))], err
}

// get returns a present episode.
func (s *Service) get(ctx context.Context, project, id string) (episodic.Episode, error) {
	found, err := s.runs.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return episodic.Episode{}, fmt.Errorf("get episode %s: %w", id, err)
	}
	if len(found) == 0 {
		return episodic.Episode{}, episodic.Absent(ctx, s.runs, project, fmt.Errorf("episode %q: %w", id, episodic.ErrNotFound))
	}
	return found[0].Episode, nil
}

// similar returns the runs of the same task, then those most alike.
func (s *Service) similar(ctx context.Context, project string, e episodic.Episode) ([]SimilarRun, error) {
	var same, others []SimilarRun
	known := map[string]bool{}
	if e.Task != "" {
		found, err := s.runs.ListEpisodes(ctx, episodic.EpisodeQuery{
			Project: project, Filter: episodic.EpisodeFilter{Task: e.Task}, Page: episodic.Page{Limit: mostSame},
		})
		if err != nil {
			return nil, fmt.Errorf("list the runs of the task of %s: %w", e.ID, err)
		}
		for _, o := range found {
			if o.Episode.ID != e.ID && sameTask(e, o.Episode) {
				known[o.Episode.ID] = true
				same = append(same, SimilarRun{Stored: o, SameTask: true})
			}
		}
	}
	answer, err := s.searcher.Recall(ctx, recall.Question{Project: project, Like: e.ID, Limit: mostAlike})
	if err != nil {
		return nil, err
	}
	words := slices.ContainsFunc(answer.Hits, func(h recall.Hit) bool { return h.Terms.WordShare != nil })
	for _, h := range answer.Hits {
		switch {
		case known[h.Episode]:
		case sameTask(e, h.Stored.Episode):
			same = append(same, SimilarRun{Stored: h.Stored, SameTask: true})
		default:
			others = append(others, SimilarRun{Stored: h.Stored, far: words && (h.Terms.WordShare == nil || *h.Terms.WordShare < leastAlike)})
		}
	}
	return slices.Concat(same, others), nil
}

// sameTask reports whether two runs tried the same task.
func sameTask(a, b episodic.Episode) bool {
	if x, y := a.Context[taskVariable], b.Context[taskVariable]; x != "" && y != "" {
		return x == y
	}
	x, y := plainTask(a), plainTask(b)
	return x != "" && x == y
}

// plainTask is the text of a task without what two people write differently.
func plainTask(e episodic.Episode) string { return strings.ToLower(text.OneLine(e.Task)) }

// siblingsOf sorts runs by how they ended. Runs of unknown outcome say nothing.
func siblingsOf(found []SimilarRun) Siblings {
	var out Siblings
	for _, r := range found {
		e := r.Stored.Episode
		switch {
		case e.Outcome == episodic.OutcomeUnknown:
		case !r.SameTask:
			out.Others = append(out.Others, e)
		case e.Outcome == episodic.OutcomeSuccess:
			out.Good = append(out.Good, e)
		default:
			out.Failed = append(out.Failed, e)
		}
	}
	return out
}
