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
	// known are the contents to write, by id, if they need not be read.
	known map[string]episodic.Stored
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
		project: project, needs: always, vectors: s.instantVectors(project), generations: episodic.IndexState.Live,
		failed: map[string]error{}, pending: map[string]bool{}, unembedded: map[string]error{},
	}
}

// IndexReceipts indexes what was just recorded, up to the requested state, and raises the state of
// the receipts accordingly; a failure becomes the receipt's reason and stays in the backlog.
// episodes has the content of each receipt; nil if the store must be asked.
func (s *Service) IndexReceipts(ctx context.Context, project string, receipts []episodic.Receipt, episodes []episodic.Episode, wait episodic.State) {
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
	w.known = justRecorded(receipts, episodes)
	s.IndexEpisodes(ctx, w, ids)
	s.raise(ctx, w, receipts, wait)
}

// raise raises the state of receipts to what w has done of their episodes, with the vectors if wait
// asks for them.
func (s *Service) raise(ctx context.Context, w *indexing, receipts []episodic.Receipt, wait episodic.State) {
	if wait == episodic.StateEmbedded {
		s.embedReceipts(ctx, w, receipts)
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

// justRecorded returns the contents of receipts by id. It leaves out what did not change, because only
// the store knows what is indexed of it.
func justRecorded(receipts []episodic.Receipt, episodes []episodic.Episode) map[string]episodic.Stored {
	known := make(map[string]episodic.Stored, len(episodes))
	for i, e := range episodes {
		if r := receipts[i]; r.Change != episodic.ChangeUnchanged {
			known[r.Episode] = episodic.Stored{Project: r.Project, Episode: e, Revision: r.Revision}
		}
	}
	return known
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
		moved, err := s.indexOnce(ctx, w, ids, needs)
		if err != nil || len(moved) == 0 {
			return err
		}
		ids, needs, w.known = moved, always, nil
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
// those whose revision has changed meanwhile.
func (s *Service) indexOnce(ctx context.Context, w *indexing, ids []string, needs func(episodic.Stored) bool) (moved []string, err error) {
	state, err := s.indexState(ctx, w.project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		// The project is gone from the graph; remove the rest from the index.
		state, err = episodic.FirstIndexState(), nil
	}
	if err != nil {
		return nil, err
	}
	b, err := s.indexBatch(ctx, w, ids, needs)
	if err != nil {
		return nil, err
	}
	generations := w.generations(state)
	last := len(generations) - 1
	for i, g := range generations {
		marking, ok := s.engine.(episodic.MarkingIndex)
		if ok && i == last && !w.unmarked && len(b.chunks) > 0 {
			s.changed.add(w.project)
			return s.putMarked(ctx, w, marking, g, b)
		}
		if err := s.writeGeneration(ctx, w, g, b); err != nil {
			return nil, err
		}
	}
	s.changed.add(w.project)
	written := b.written(w)
	if err := s.markIndexed(ctx, w, written); err != nil {
		return nil, err
	}
	return s.movedOn(ctx, w.project, written)
}

// batch is what one update of the index writes.
type batch struct {
	// gone are the episodes that are deleted or unknown, sorted.
	gone    []string
	present []episodic.Stored
	// chunks are those of present, in the same order.
	chunks []episodic.EpisodeChunks
}

// indexBatch reads the episodes, unless they are known, and cuts those that need it into chunks.
func (s *Service) indexBatch(ctx context.Context, w *indexing, ids []string, needs func(episodic.Stored) bool) (batch, error) {
	found, err := s.contents(ctx, w, ids)
	if err != nil {
		return batch{}, err
	}
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = true
		delete(w.pending, id)
	}
	var b batch
	for _, e := range found {
		delete(missing, e.Episode.ID)
		if needs(e) {
			b.present, b.chunks = append(b.present, e), append(b.chunks, chunk.Chunks(e))
		}
	}
	b.gone = slices.Sorted(maps.Keys(missing))
	return b, nil
}

// contents returns the present episodes with those ids.
func (s *Service) contents(ctx context.Context, w *indexing, ids []string) ([]episodic.Stored, error) {
	known := make([]episodic.Stored, 0, len(ids))
	for _, id := range ids {
		if e, ok := w.known[id]; ok {
			known = append(known, e)
		}
	}
	if len(known) == len(ids) {
		return known, nil
	}
	found, err := s.store.GetEpisodes(ctx, w.project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes to index: %w", err)
	}
	return found, nil
}

// written returns the revisions of a batch that the index took, 0 for those that are gone.
func (b batch) written(w *indexing) map[string]int {
	written := map[string]int{}
	for _, id := range b.gone {
		written[id] = 0
	}
	for _, e := range b.present {
		if w.failed[e.Episode.ID] == nil {
			written[e.Episode.ID] = e.Revision
		}
	}
	return written
}

// putMarked writes a batch to a generation and marks it in one transaction.
func (s *Service) putMarked(ctx context.Context, w *indexing, engine episodic.MarkingIndex, g episodic.Generation, b batch) (moved []string, err error) {
	at := episodic.IndexGeneration{Project: w.project, Generation: g.Number}
	if err := s.removeGone(ctx, at, b.gone); err != nil {
		return nil, err
	}
	filled := fillVectors(ctx, w, g, b)
	moved, err = engine.PutMarked(ctx, at, filled, s.marks(w, b.written(w)))
	if err != nil {
		return nil, fmt.Errorf("write %d episodes to the index: %w", len(filled), err)
	}
	return moved, nil
}

// writeGeneration removes the deleted episodes from a generation and writes the chunks of the
// present ones. It records the rejected episodes.
func (s *Service) writeGeneration(ctx context.Context, w *indexing, g episodic.Generation, b batch) error {
	at := episodic.IndexGeneration{Project: w.project, Generation: g.Number}
	if err := s.removeGone(ctx, at, b.gone); err != nil || len(b.chunks) == 0 {
		return err
	}
	refused, err := s.engine.PutEpisodes(ctx, at, fillVectors(ctx, w, g, b))
	if err != nil {
		return fmt.Errorf("write %d episodes to the index: %w", len(b.chunks), err)
	}
	for id, err := range refused {
		w.failed[id] = err
	}
	return nil
}

// removeGone removes deleted episodes from a generation.
func (s *Service) removeGone(ctx context.Context, at episodic.IndexGeneration, gone []string) error {
	if len(gone) == 0 {
		return nil
	}
	if err := s.engine.DeleteEpisodes(ctx, at, gone); err != nil {
		return fmt.Errorf("remove %d episodes from the index: %w", len(gone), err)
	}
	return nil
}

// fillVectors returns the chunks of a batch with their vectors for a generation. It records the
// episodes whose vectors follow.
func fillVectors(ctx context.Context, w *indexing, g episodic.Generation, b batch) []episodic.EpisodeChunks {
	filled := make([]episodic.EpisodeChunks, len(b.chunks))
	for i, c := range b.chunks {
		var known bool
		if filled[i], known = withVectors(ctx, g, b.present[i].Episode, c, w.vectors); !known {
			w.pending[c.Episode] = true
		}
	}
	return filled
}

// markIndexed marks the written revisions in the store; a build of a generation that is not
// active marks nothing.
func (s *Service) markIndexed(ctx context.Context, w *indexing, written map[string]int) error {
	if len(written) == 0 || w.unmarked {
		return nil
	}
	if err := s.store.MarkIndexed(ctx, s.marks(w, written)); err != nil {
		return fmt.Errorf("note what is indexed: %w", err)
	}
	return nil
}

// marks returns what the store is to note about written revisions.
func (s *Service) marks(w *indexing, written map[string]int) []episodic.IndexTask {
	tasks := make([]episodic.IndexTask, 0, len(written))
	for _, id := range slices.Sorted(maps.Keys(written)) {
		t := episodic.IndexTask{Project: w.project, Episode: id, Revision: written[id], Gone: written[id] == 0}
		if w.pending[id] && !t.Gone {
			t.VectorsDue = s.now()
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// movedOn returns the episodes whose revision has changed since the write, sorted.
func (s *Service) movedOn(ctx context.Context, project string, written map[string]int) ([]string, error) {
	if len(written) == 0 {
		return nil, nil
	}
	ids := slices.Sorted(maps.Keys(written))
	heads, err := s.store.GetHeads(ctx, project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes indexed: %w", err)
	}
	return slices.DeleteFunc(ids, func(id string) bool {
		current := 0
		if h := heads[id]; h.Present {
			current = h.Revision
		}
		return current == written[id]
	}), nil
}

// noteAll records err for the ids without a failure.
func noteAll(failed map[string]error, ids []string, err error) {
	for _, id := range ids {
		if failed[id] == nil {
			failed[id] = err
		}
	}
}
