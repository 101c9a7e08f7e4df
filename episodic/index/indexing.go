package index

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// indexBatch is the number of episodes indexed at once.
const indexBatch = 100

// indexing describes one update of the index from the store.
type indexing struct {
	project string
	// needs reports whether a present episode must be written.
	needs func(episodic.Stored) bool
	// vectors returns the available vectors.
	vectors vectorSource
	// generations returns where to write; unmarked means that the store is not updated.
	generations func(episodic.IndexState) []episodic.Generation
	unmarked    bool
	// failed has the failures by episode; pending the episodes with indexed words whose vectors
	// follow.
	failed  map[string]error
	pending map[string]bool
	// unembedded says why vectors could not be made.
	unembedded map[string]error
}

// newIndexing writes to all live generations, with instant vectors.
func (s *Service) newIndexing(project string) *indexing {
	return &indexing{
		project: project, needs: always, vectors: s.instantVectors(project), generations: live,
		failed: map[string]error{}, pending: map[string]bool{}, unembedded: map[string]error{},
	}
}

// IndexReceipts indexes what was just recorded, up to the requested state, and raises the state of
// the receipts accordingly; a failure becomes the receipt's reason and stays in the backlog.
func (s *Service) IndexReceipts(ctx context.Context, project string, receipts []episodic.Receipt, wait episodic.State) {
	if wait == episodic.StateApplied {
		return
	}
	ids := make([]string, len(receipts))
	unchanged := map[string]bool{}
	for i, r := range receipts {
		ids[i] = r.Episode
		unchanged[r.Episode] = r.Change == episodic.ChangeUnchanged
	}
	w := s.newIndexing(project)
	w.needs = func(e episodic.Stored) bool { return !unchanged[e.Episode.ID] || e.IndexedRevision != e.Revision }
	s.IndexEpisodes(ctx, w, ids)
	if wait == episodic.StateEmbedded {
		s.embedReceipts(ctx, w, ids)
	}
	for i, r := range receipts {
		if err := w.failed[r.Episode]; err != nil {
			receipts[i].Reason = episodic.IndexReason(err)
			continue
		}
		receipts[i].State = episodic.StateIndexed
	}
	if wait == episodic.StateEmbedded {
		s.raiseEmbedded(ctx, w, receipts)
	}
}

func always(episodic.Stored) bool { return true }

// firstFailure returns the failure of the first key, so that the same failures yield the same
// message.
func firstFailure(failed map[string]error) error {
	for _, key := range slices.Sorted(maps.Keys(failed)) {
		return fmt.Errorf("index episode %s: %w", key, failed[key])
	}
	return nil
}

// IndexEpisodes makes the index hold the current revision of those episodes, or nothing if they are
// gone.
func (s *Service) IndexEpisodes(ctx context.Context, w *indexing, ids []string) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for batch := range slices.Chunk(ids, indexBatch) {
		if err := s.indexSplit(ctx, w, batch); err != nil {
			// Waiting again for an engine that does not answer is pointless.
			noteAll(w.failed, ids, err)
			return
		}
	}
}

// indexSplit indexes a sorted batch. If it fails as a whole, its halves are tried, so that one bad
// episode does not block others. It returns an error only if an engine does not answer or the
// caller gave up.
func (s *Service) indexSplit(ctx context.Context, w *indexing, ids []string) error {
	err := s.indexLocked(ctx, w, ids)
	if err == nil || unanswered(ctx, err) {
		return err
	}
	if len(ids) == 1 {
		noteAll(w.failed, ids, err)
		if errors.Is(err, episodic.ErrTimeout) {
			// The batch is too large or the engine too busy; trying the halves would not tell
			// which.
			return fmt.Errorf("%w: %w", episodic.ErrUnavailable, err)
		}
		return nil
	}
	half := len(ids) / 2
	if err := s.indexSplit(ctx, w, ids[:half]); err != nil {
		return err
	}
	return s.indexSplit(ctx, w, ids[half:])
}

// unanswered reports whether an error says nothing about an episode: the engine did not answer, the
// model has changed, or the caller gave up.
func unanswered(ctx context.Context, err error) bool {
	return errors.Is(err, episodic.ErrUnavailable) || errors.Is(err, episodic.ErrModelChanged) || ctx.Err() != nil
}

// indexLocked indexes a sorted batch while no other goroutine does, and repeats it for episodes
// that another process changed in between: that process may have written to the index first. The
// last writer finds nothing changed, so this terminates.
func (s *Service) indexLocked(ctx context.Context, w *indexing, ids []string) error {
	defer s.lockEpisodes(w.project, ids)()
	needs := w.needs
	for {
		written, err := s.indexOnce(ctx, w, ids, needs)
		if err != nil {
			return err
		}
		if ids, err = s.movedOn(ctx, w.project, written); err != nil || len(ids) == 0 {
			return err
		}
		needs = always
	}
}

// lockEpisodes locks the episodes for indexing. The ids are sorted, so that two batches cannot
// deadlock.
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

// indexOnce writes or removes the chunks of the episodes in every live generation, and returns
// the revisions it wrote, 0 for deleted episodes.
func (s *Service) indexOnce(ctx context.Context, w *indexing, ids []string, needs func(episodic.Stored) bool) (map[string]int, error) {
	state, err := s.indexState(ctx, w.project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		// The project is gone from the graph; remove the rest from the index.
		state, err = episodic.FirstIndexState(), nil
	}
	if err != nil {
		return nil, err
	}
	found, err := s.store.GetEpisodes(ctx, w.project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes to index: %w", err)
	}
	written := map[string]int{}
	for _, id := range ids {
		written[id] = 0
		delete(w.pending, id)
	}
	var present []episodic.Stored
	for _, e := range found {
		delete(written, e.Episode.ID)
		if needs(e) {
			present = append(present, e)
		}
	}
	gone := slices.Sorted(maps.Keys(written))
	chunks := make([]episodic.EpisodeChunks, len(present))
	for i, e := range present {
		chunks[i] = chunk.Chunks(e)
	}
	for _, g := range w.generations(state) {
		if err := s.writeGeneration(ctx, w, g, gone, present, chunks); err != nil {
			return nil, err
		}
	}
	for _, e := range present {
		if w.failed[e.Episode.ID] == nil {
			written[e.Episode.ID] = e.Revision
		}
	}
	s.changed.add(w.project)
	return written, s.markIndexed(ctx, w, written)
}

// writeGeneration removes the deleted episodes from a generation and writes the chunks of the
// present ones. It records the rejected episodes and those whose vectors follow.
func (s *Service) writeGeneration(ctx context.Context, w *indexing, g episodic.Generation, gone []string, present []episodic.Stored, chunks []episodic.EpisodeChunks) error {
	at := episodic.IndexGeneration{Project: w.project, Generation: g.Number}
	if len(gone) > 0 {
		if err := s.engine.DeleteEpisodes(ctx, at, gone); err != nil {
			return fmt.Errorf("remove %d episodes from the index: %w", len(gone), err)
		}
	}
	if len(chunks) == 0 {
		return nil
	}
	filled := make([]episodic.EpisodeChunks, len(chunks))
	for i, c := range chunks {
		var known bool
		if filled[i], known = withVectors(ctx, g, present[i].Episode, c, w.vectors); !known {
			w.pending[c.Episode] = true
		}
	}
	refused, err := s.engine.PutEpisodes(ctx, at, filled)
	if err != nil {
		return fmt.Errorf("write %d episodes to the index: %w", len(chunks), err)
	}
	for id, err := range refused {
		w.failed[id] = err
	}
	return nil
}

// markIndexed marks the written revisions in the store; a build of a generation that is not
// active marks nothing.
func (s *Service) markIndexed(ctx context.Context, w *indexing, written map[string]int) error {
	if len(written) == 0 || w.unmarked {
		return nil
	}
	tasks := make([]episodic.IndexTask, 0, len(written))
	for _, id := range slices.Sorted(maps.Keys(written)) {
		t := episodic.IndexTask{Project: w.project, Episode: id, Revision: written[id], Gone: written[id] == 0}
		if w.pending[id] && !t.Gone {
			t.VectorsDue = s.now()
		}
		tasks = append(tasks, t)
	}
	if err := s.store.MarkIndexed(ctx, tasks); err != nil {
		return fmt.Errorf("note what is indexed: %w", err)
	}
	return nil
}

// movedOn returns the episodes whose revision has changed since the write, sorted.
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

// noteAll records err for the ids without a failure.
func noteAll(failed map[string]error, ids []string, err error) {
	for _, id := range ids {
		if failed[id] == nil {
			failed[id] = err
		}
	}
}
