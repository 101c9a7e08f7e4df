package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The pauses between two attempts to index an episode that the index refuses.
const (
	firstPause   = 5 * time.Second
	longestPause = 10 * time.Minute
)

// Round is what one round of [Service.IndexBacklog] came to.
type Round struct {
	// Taken is how many episodes were due, Done how many of them are up to date now.
	Taken, Done int
	// Refused is the first failure of one episode alone; such episodes are postponed.
	Refused error
}

// IndexBacklog works off up to limit episodes of the backlog that are due for their words.
// Those that the index refuses are tried again later and later, and keep no others from being
// indexed. The error says that an engine does not answer; nothing is postponed for that.
func (s *Service) IndexBacklog(ctx context.Context, limit int) (Round, error) {
	return s.workOff(ctx, episodic.StageWords, limit, s.IndexEpisodes)
}

// EmbedBacklog works off up to limit episodes whose words are indexed and whose vectors are
// due, like IndexBacklog. The error may also wrap [episodic.ErrModelChanged]: they have to wait for
// the next generation.
func (s *Service) EmbedBacklog(ctx context.Context, limit int) (Round, error) {
	if s.embedder == nil {
		return Round{}, nil
	}
	return s.workOff(ctx, episodic.StageVectors, limit, s.embedEpisodes)
}

// workOff brings what is due in a stage up to date.
func (s *Service) workOff(ctx context.Context, stage episodic.IndexStage, limit int, bring func(context.Context, *indexing, []string)) (Round, error) {
	tasks, err := s.store.Backlog(ctx, stage, s.now(), limit)
	if err != nil {
		return Round{}, fmt.Errorf("read the backlog of indexing: %w", err)
	}
	failed := s.IndexTasks(ctx, tasks, bring)
	round := Round{Taken: len(tasks), Done: len(tasks) - len(failed)}
	waiting, refused := map[string]error{}, map[string]error{}
	for key, err := range failed {
		if unanswered(ctx, err) {
			waiting[key] = err
			continue
		}
		refused[key] = err
	}
	round.Refused = firstFailure(refused)
	return round, errors.Join(firstFailure(waiting), s.postpone(ctx, tasks, refused))
}

// postpone notes the failures of those tasks that the index refused.
func (s *Service) postpone(ctx context.Context, tasks []episodic.IndexTask, refused map[string]error) error {
	byAttempts := map[int][]episodic.IndexTask{}
	for _, t := range tasks {
		if refused[key(t)] != nil {
			byAttempts[t.Attempts] = append(byAttempts[t.Attempts], t)
		}
	}
	for _, attempts := range slices.Sorted(maps.Keys(byAttempts)) {
		due := s.now().Add(pauseAfter(attempts + 1))
		if err := s.store.PostponeIndexing(ctx, byAttempts[attempts], due); err != nil {
			return fmt.Errorf("note what the index refuses: %w", err)
		}
	}
	return nil
}

// pauseAfter returns how long an episode waits once indexing it has failed so many times.
func pauseAfter(failures int) time.Duration {
	pause := firstPause
	for range failures - 1 {
		if pause *= 2; pause >= longestPause {
			return longestPause
		}
	}
	return pause
}

// key names the episode of a task among all projects.
func key(t episodic.IndexTask) string { return t.Project + "/" + t.Episode }

// IndexTasks brings the index up to date and returns the first failure by the key of the
// task. What fails stays in the backlog. An index that does not answer is asked no further.
func (s *Service) IndexTasks(ctx context.Context, tasks []episodic.IndexTask, bring func(context.Context, *indexing, []string)) map[string]error {
	byProject := map[string][]string{}
	for _, t := range tasks {
		byProject[t.Project] = append(byProject[t.Project], t.Episode)
	}
	failed := map[string]error{}
	var silent error
	for _, project := range slices.Sorted(maps.Keys(byProject)) {
		if silent != nil {
			for _, id := range byProject[project] {
				failed[project+"/"+id] = silent
			}
			continue
		}
		w := s.newIndexing(project)
		bring(ctx, w, byProject[project])
		for id, err := range w.failed {
			failed[project+"/"+id] = err
			if unanswered(ctx, err) && !errors.Is(err, episodic.ErrModelChanged) {
				silent = err
			}
		}
	}
	return failed
}
