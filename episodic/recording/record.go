package recording

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Revisions returns recorded contents of those episodes, by id, latest first: that part of each list.
func (s *Service) Revisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error) {
	found, err := s.store.ListRevisions(ctx, project, ids, part)
	if err != nil {
		return nil, fmt.Errorf("list revisions in %s: %w", project, err)
	}
	return found, nil
}

// OfSessions returns the present episodes with one of the ids or of one of the sessions; of a session at
// most maxOfSession, latest first.
func (s *Service) OfSessions(ctx context.Context, project string, ids, sessions []string) ([]episodic.Episode, error) {
	found, err := s.store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("read episodes of %s: %w", project, err)
	}
	for _, session := range sessions {
		more, err := s.store.ListEpisodes(ctx, episodic.EpisodeQuery{
			Project: project, Filter: episodic.EpisodeFilter{Session: session}, Page: episodic.Page{Limit: maxOfSession},
		})
		if err != nil {
			return nil, fmt.Errorf("list the episodes of session %q: %w", session, err)
		}
		found = append(found, more...)
	}
	out := make([]episodic.Episode, len(found))
	for i, e := range found {
		out[i] = e.Episode
	}
	return out, nil
}

// maxOfSession is the number of episodes of a session that are looked at.
const maxOfSession = 10

// Record stores one episode durably and then indexes it. It returns a [problem.InvalidError] and
// stores nothing if the episode breaks a rule. Links to occurrences of other episodes that are not
// recorded yet stay pending, and the receipt names them. If only the indexing failed, the receipt says
// so and there is no error. wait is the state to reach before the call returns; the rest follows in the
// background.
func (s *Service) Record(ctx context.Context, project string, e episodic.Episode, wait episodic.State) (episodic.Receipt, error) {
	receipts, err := s.RecordAll(ctx, project, []episodic.Episode{e}, false, wait)
	if err != nil {
		return episodic.Receipt{}, err
	}
	return receipts[0], nil
}

// RecordAll stores episodes in one transaction, all or none, and indexes them, in the same one if the
// engines are one; receipts are in the given order. See [episodic.Store.RecordEpisodes] for strict and Record for wait. With several
// episodes the paths of problems begin with "episodes[i].".
func (s *Service) RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, wait episodic.State) ([]episodic.Receipt, error) {
	if err := intake.ValidateProject(project); err != nil {
		return nil, err
	}
	prepared, err := s.prepareAll(episodes)
	if err != nil {
		return nil, err
	}
	return s.index.Record(ctx, project, prepared, strict, wait)
}

// prepareAll screens and prepares episodes.
func (s *Service) prepareAll(episodes []episodic.Episode) ([]episodic.Prepared, error) {
	kept, err := s.screen.episodes(episodes)
	if err != nil {
		return nil, err
	}
	return prepareAll(kept)
}

func prepareAll(episodes []episodic.Episode) ([]episodic.Prepared, error) {
	prepared := make([]episodic.Prepared, len(episodes))
	first := map[string]int{}
	var c problem.Checker
	for i, e := range episodes {
		p, err := intake.Prepare(e)
		var invalid *problem.InvalidError
		if errors.As(err, &invalid) {
			c.Add(intake.InBatch(invalid.Problems, i, len(episodes))...)
			continue
		}
		if err != nil {
			return nil, err
		}
		if j, twice := first[p.Episode.ID]; twice {
			c.Add(problem.Problem{
				Path: fmt.Sprintf("episodes[%d].id", i), Code: problem.CodeDuplicateID,
				Message: fmt.Sprintf("episode %q is already at episodes[%d]; ids in one call are distinct", p.Episode.ID, j),
			})
		}
		first[p.Episode.ID] = i
		prepared[i] = p
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return prepared, nil
}

// Delete hides an episode from every read and removes it from the index; Restore brings it back.
func (s *Service) Delete(ctx context.Context, project, id string) error {
	if err := s.store.DeleteEpisode(ctx, project, id, s.now()); err != nil {
		return episodic.Absent(ctx, s.store, project, fmt.Errorf("delete episode %q: %w", id, err))
	}
	s.index.IndexTasks(ctx, []episodic.IndexTask{{Project: project, Episode: id, Gone: true}}, s.index.IndexEpisodes)
	return nil
}

// Restore undoes Delete.
func (s *Service) Restore(ctx context.Context, project, id string) (episodic.Receipt, error) {
	receipt, err := s.store.RestoreEpisode(ctx, project, id, s.now())
	if err != nil {
		return episodic.Receipt{}, episodic.Absent(ctx, s.store, project, fmt.Errorf("restore episode %q: %w", id, err))
	}
	receipts := []episodic.Receipt{receipt}
	s.index.IndexReceipts(ctx, project, receipts, nil, episodic.StateIndexed)
	return receipts[0], nil
}

// RetryRestore is Restore after an attempt that may have restored the episode already: it returns a
// present episode unchanged.
func (s *Service) RetryRestore(ctx context.Context, project, id string) (episodic.Receipt, error) {
	receipt, err := s.Restore(ctx, project, id)
	if !errors.Is(err, episodic.ErrNotFound) {
		return receipt, err
	}
	heads, failed := s.store.GetHeads(ctx, project, []string{id})
	if failed != nil {
		return episodic.Receipt{}, fmt.Errorf("restore episode %q again: %w", id, failed)
	}
	if head := heads[id]; head.Present {
		return episodic.Receipt{Project: project, Episode: id, Revision: head.Revision, Hash: head.Hash, Change: episodic.ChangeUnchanged, State: episodic.StateApplied}, nil
	}
	return episodic.Receipt{}, err
}

// Purge removes every trace of an episode from both engines. It purges the index first, so that a
// purge that fails half-way can be repeated.
func (s *Service) Purge(ctx context.Context, project, id string) error {
	release, err := s.index.Evict(ctx, project, id)
	if err != nil {
		return err
	}
	defer release()
	if err := s.store.PurgeEpisode(ctx, project, id); err != nil {
		return episodic.Absent(ctx, s.store, project, fmt.Errorf("purge episode %q: %w", id, err))
	}
	return nil
}

// PurgeProject removes a project from both engines.
func (s *Service) PurgeProject(ctx context.Context, project string) error {
	if err := s.index.DropProject(ctx, project); err != nil {
		return err
	}
	if err := s.store.PurgeProject(ctx, project); err != nil {
		return fmt.Errorf("purge project %q: %w", project, err)
	}
	s.index.ForgetState(project)
	return nil
}
