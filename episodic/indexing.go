package episodic

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// indexBatch is how many episodes are indexed at once.
const indexBatch = 100

// indexReceipts indexes what was just recorded and raises the state of the receipts it
// reached; a failure becomes the receipt's reason and stays in the backlog.
func (s *Service) indexReceipts(ctx context.Context, project string, receipts []Receipt) {
	ids := make([]string, len(receipts))
	unchanged := map[string]bool{}
	for i, r := range receipts {
		ids[i] = r.Episode
		unchanged[r.Episode] = r.Change == ChangeUnchanged
	}
	failed := s.indexEpisodes(ctx, project, ids, func(e Stored) bool {
		return !unchanged[e.Episode.ID] || e.IndexedRevision != e.Revision
	})
	for i, r := range receipts {
		if err := failed[r.Episode]; err != nil {
			receipts[i].Reason = indexReason(err)
			continue
		}
		receipts[i].State = StateIndexed
	}
}

// Reindex writes every present episode of a project anew to the index and removes what
// should not be there. progress, unless nil, is called after each batch. Episodes that are written
// meanwhile are indexed by their writers, and searches go on. It returns
// ErrProjectNotFound for an unknown project.
func (s *Service) Reindex(ctx context.Context, project string, progress func(done, total int)) error {
	total, err := s.store.CountEpisodes(ctx, EpisodeQuery{Project: project})
	if err != nil {
		return fmt.Errorf("count episodes of %s: %w", project, err)
	}
	if total == 0 {
		if err := s.absent(ctx, project, nil); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	q := EpisodeQuery{Project: project, Page: Page{Limit: MaxPage}}
	for {
		page, err := s.store.ListEpisodes(ctx, q)
		if err != nil {
			return fmt.Errorf("list episodes of %s: %w", project, err)
		}
		if len(page) == 0 {
			return s.removeUnknown(ctx, project, seen)
		}
		ids := make([]string, len(page))
		for i, e := range page {
			ids[i] = e.Episode.ID
			seen[ids[i]] = true
		}
		if err := firstFailure(s.indexEpisodes(ctx, project, ids, always)); err != nil {
			return fmt.Errorf("reindex %s: %w", project, err)
		}
		if progress != nil {
			progress(len(seen), max(total, len(seen)))
		}
		q.Page.After = page[len(page)-1].SortKey
	}
}

// removeUnknown looks again at the episodes that the index has and the list had not: most
// are to be removed, some were recorded meanwhile.
func (s *Service) removeUnknown(ctx context.Context, project string, listed map[string]bool) error {
	held, err := s.index.ListEpisodes(ctx, Place{project, 1})
	if err != nil {
		return fmt.Errorf("list what the index has of %s: %w", project, err)
	}
	unknown := slices.DeleteFunc(held, func(id string) bool { return listed[id] })
	if err := firstFailure(s.indexEpisodes(ctx, project, unknown, always)); err != nil {
		return fmt.Errorf("remove from the index of %s: %w", project, err)
	}
	return nil
}

func always(Stored) bool { return true }

// firstFailure returns the failure of the first key, so that the same failures give the
// same message.
func firstFailure(failed map[string]error) error {
	for _, key := range slices.Sorted(maps.Keys(failed)) {
		return fmt.Errorf("index episode %s: %w", key, failed[key])
	}
	return nil
}

// indexEpisodes makes the index hold what the store holds of those episodes: the current
// revision, or nothing. needs says whether a present episode has to be written. It returns
// what failed, by id.
func (s *Service) indexEpisodes(ctx context.Context, project string, ids []string, needs func(Stored) bool) map[string]error {
	failed := map[string]error{}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for batch := range slices.Chunk(ids, indexBatch) {
		if err := s.indexSplit(ctx, project, batch, needs, failed); err != nil {
			// An engine that does not answer would only be waited for again.
			noteAll(failed, ids, err)
			return failed
		}
	}
	return failed
}

// indexSplit indexes a sorted batch. When it fails as a whole, its halves are tried, so that
// one episode that cannot be indexed keeps no other from it; only an engine that does not
// answer, or a caller that gave up, is an error.
func (s *Service) indexSplit(ctx context.Context, project string, ids []string, needs func(Stored) bool, failed map[string]error) error {
	err := s.indexLocked(ctx, project, ids, needs, failed)
	if err == nil || unanswered(ctx, err) {
		return err
	}
	if len(ids) == 1 {
		noteAll(failed, ids, err)
		if errors.Is(err, ErrTimeout) {
			// Too much work in it, or too busy an engine: the others are not tried to tell.
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		return nil
	}
	half := len(ids) / 2
	if err := s.indexSplit(ctx, project, ids[:half], needs, failed); err != nil {
		return err
	}
	return s.indexSplit(ctx, project, ids[half:], needs, failed)
}

// unanswered reports whether an error says nothing about an episode: the engine did not
// answer, or the caller gave up.
func unanswered(ctx context.Context, err error) bool {
	return errors.Is(err, ErrUnavailable) || ctx.Err() != nil
}

// indexLocked indexes a sorted batch while no other goroutine does, and again those that
// another process changed in between: its own write to the index may have come first. Who
// wrote last finds nothing changed, so this ends.
func (s *Service) indexLocked(ctx context.Context, project string, ids []string, needs func(Stored) bool, failed map[string]error) error {
	defer s.lockEpisodes(project, ids)()
	for {
		written, err := s.indexOnce(ctx, project, ids, needs, failed)
		if err != nil {
			return err
		}
		if ids, err = s.movedOn(ctx, project, written); err != nil || len(ids) == 0 {
			return err
		}
		needs = always
	}
}

// lockEpisodes waits until no other goroutine indexes one of the episodes. The ids are
// sorted, so that two batches never wait for each other.
func (s *Service) lockEpisodes(project string, ids []string) (unlock func()) {
	unlocks := make([]func(), len(ids))
	for i, id := range ids {
		unlocks[i] = s.indexing.lock(project + "/" + id)
	}
	return func() {
		for _, unlock := range unlocks {
			unlock()
		}
	}
}

// indexOnce writes or removes the chunks of the episodes and returns which revision it
// wrote, 0 for those that are gone.
func (s *Service) indexOnce(ctx context.Context, project string, ids []string, needs func(Stored) bool, failed map[string]error) (map[string]int, error) {
	found, err := s.store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes to index: %w", err)
	}
	written := map[string]int{}
	for _, id := range ids {
		written[id] = 0
	}
	var chunks []EpisodeChunks
	for _, e := range found {
		delete(written, e.Episode.ID)
		if needs(e) {
			chunks = append(chunks, Chunks(e))
		}
	}
	if err := s.removeChunks(ctx, project, slices.Sorted(maps.Keys(written))); err != nil {
		return nil, err
	}
	refused, err := s.putChunks(ctx, project, chunks)
	if err != nil {
		return nil, err
	}
	for _, c := range chunks {
		if err := refused[c.Episode]; err != nil {
			failed[c.Episode] = err
			continue
		}
		written[c.Episode] = c.Revision
	}
	return written, s.markIndexed(ctx, project, written)
}

func (s *Service) removeChunks(ctx context.Context, project string, gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	if err := s.index.DeleteEpisodes(ctx, Place{project, 1}, gone); err != nil {
		return fmt.Errorf("remove %d episodes from the index: %w", len(gone), err)
	}
	return nil
}

func (s *Service) putChunks(ctx context.Context, project string, chunks []EpisodeChunks) (map[string]error, error) {
	if len(chunks) == 0 {
		return map[string]error{}, nil
	}
	refused, err := s.index.PutEpisodes(ctx, Place{project, 1}, chunks)
	if err != nil {
		return nil, fmt.Errorf("write %d episodes to the index: %w", len(chunks), err)
	}
	return refused, nil
}

func (s *Service) markIndexed(ctx context.Context, project string, written map[string]int) error {
	if len(written) == 0 {
		return nil
	}
	tasks := make([]IndexTask, 0, len(written))
	for _, id := range slices.Sorted(maps.Keys(written)) {
		tasks = append(tasks, IndexTask{Project: project, Episode: id, Revision: written[id], Gone: written[id] == 0})
	}
	if err := s.store.MarkIndexed(ctx, tasks); err != nil {
		return fmt.Errorf("note what is indexed: %w", err)
	}
	return nil
}

// movedOn returns the episodes whose revision is no longer the one written, sorted.
func (s *Service) movedOn(ctx context.Context, project string, written map[string]int) ([]string, error) {
	if len(written) == 0 {
		return nil, nil
	}
	ids := slices.Sorted(maps.Keys(written))
	found, err := s.store.GetEpisodes(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes indexed: %w", err)
	}
	current := map[string]int{}
	for _, e := range found {
		current[e.Episode.ID] = e.Revision
	}
	return slices.DeleteFunc(ids, func(id string) bool { return current[id] == written[id] }), nil
}

// noteAll notes err for the ids that have no failure yet.
func noteAll(failed map[string]error, ids []string, err error) {
	for _, id := range ids {
		if failed[id] == nil {
			failed[id] = err
		}
	}
}
