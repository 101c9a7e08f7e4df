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

// The pauses between attempts to index an episode that the index rejects.
const (
	firstPause   = 5 * time.Second
	longestPause = 10 * time.Minute
)

// Round is the result of one round of [Service.IndexBacklog].
type Round struct {
	// Taken is the number of due episodes, Done the number of those that are up to date now.
	Taken, Done int
	// Refused is the first failure of a single episode; such episodes are postponed.
	Refused error
}

// IndexBacklog indexes the words of up to limit due episodes of the backlog. It retries the
// episodes that the index rejects at growing intervals, without blocking others. The error says
// that an engine does not answer; nothing is postponed in that case.
func (s *Service) IndexBacklog(ctx context.Context, limit int) (Round, error) {
	return s.workOff(ctx, episodic.StageWords, limit, s.IndexEpisodes)
}

// EmbedBacklog embeds up to limit due episodes whose words are indexed, like IndexBacklog. The
// error may also wrap [episodic.ErrModelChanged]: the episodes must wait for the next generation.
func (s *Service) EmbedBacklog(ctx context.Context, limit int) (Round, error) {
	if s.embedder == nil {
		return Round{}, nil
	}
	return s.workOff(ctx, episodic.StageVectors, limit, s.embedEpisodes)
}

// workOff updates the episodes that are due in a stage.
func (s *Service) workOff(ctx context.Context, stage episodic.IndexStage, limit int, update func(context.Context, *indexing, []string)) (Round, error) {
	tasks, err := s.store.Backlog(ctx, "", stage, s.now(), limit)
	if err != nil {
		return Round{}, fmt.Errorf("read the backlog of indexing: %w", err)
	}
	failed := s.IndexTasks(ctx, tasks, update)
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

// postpone records the failures of tasks that the index rejected.
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

// pauseAfter returns the pause before the next attempt after a number of failures.
func pauseAfter(failures int) time.Duration {
	pause := firstPause
	for range failures - 1 {
		if pause *= 2; pause >= longestPause {
			return longestPause
		}
	}
	return pause
}

// key identifies the episode of a task among all projects.
func key(t episodic.IndexTask) string { return t.Project + "/" + t.Episode }

// IndexTasks updates the index and returns the failures by the key of the task. Failed tasks stay
// in the backlog. It stops asking an index that does not answer.
func (s *Service) IndexTasks(ctx context.Context, tasks []episodic.IndexTask, update func(context.Context, *indexing, []string)) map[string]error {
	byProject := map[string][]string{}
	for _, t := range tasks {
		byProject[t.Project] = append(byProject[t.Project], t.Episode)
	}
	failed := map[string]error{}
	var unavailable error
	for _, project := range slices.Sorted(maps.Keys(byProject)) {
		if unavailable != nil {
			for _, id := range byProject[project] {
				failed[project+"/"+id] = unavailable
			}
			continue
		}
		w := s.newIndexing(project)
		update(ctx, w, byProject[project])
		for id, err := range w.failed {
			failed[project+"/"+id] = err
			if unanswered(ctx, err) && !errors.Is(err, episodic.ErrModelChanged) {
				unavailable = err
			}
		}
	}
	return failed
}
