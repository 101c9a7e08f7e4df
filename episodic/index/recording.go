package index

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
)

// Record is [episodic.EpisodeWriter.RecordEpisodes] and then [Service.IndexReceipts], in one
// transaction if the index is in the engine of the store.
func (s *Service) Record(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, wait episodic.State,
) (receipts []episodic.Receipt, err error) {
	contents := make([]episodic.Episode, len(episodes))
	for i, p := range episodes {
		contents[i] = p.Episode
	}
	if marking, ok := s.engine.(episodic.MarkingIndex); ok && wait != episodic.StateApplied {
		w := s.newIndexing(project)
		var indexed bool
		receipts, indexed, err = s.recordMarked(ctx, marking, w, episodes, strict)
		if err == nil && indexed {
			s.raise(ctx, w, receipts, wait)
			return receipts, nil
		}
	} else {
		receipts, err = s.store.RecordEpisodes(ctx, project, episodes, strict, s.now())
	}
	if err != nil {
		return nil, fmt.Errorf("record %d episodes in %s: %w", len(episodes), project, err)
	}
	s.IndexReceipts(ctx, project, receipts, contents, wait)
	return receipts, nil
}

// recordMarked records episodes and indexes them in one transaction. Chunks and vectors are made
// before it, for the generations that are known; indexed is false if there are others by then.
func (s *Service) recordMarked(
	ctx context.Context, engine episodic.MarkingIndex, w *indexing, episodes []episodic.Prepared, strict bool,
) (receipts []episodic.Receipt, indexed bool, err error) {
	state, err := s.recordingState(ctx, w.project)
	if err != nil {
		return nil, false, err
	}
	ids := make([]string, len(episodes))
	for i, p := range episodes {
		ids[i] = p.Episode.ID
	}
	slices.Sort(ids)
	defer s.lockEpisodes(w.project, ids)()
	prepare := func() episodic.IndexWrite { return s.indexWrite(ctx, w, state, episodes) }
	receipts, indexed, err = engine.RecordMarked(ctx, w.project, episodes, strict, s.now(), prepare)
	if indexed {
		s.changed.add(w.project)
	}
	return receipts, indexed, err
}

// indexWrite cuts episodes into chunks, with vectors for each live generation of a state.
func (s *Service) indexWrite(ctx context.Context, w *indexing, state episodic.IndexState, episodes []episodic.Prepared) episodic.IndexWrite {
	var b batch
	for _, p := range episodes {
		e := episodic.Stored{Project: w.project, Episode: p.Episode}
		b.present, b.chunks = append(b.present, e), append(b.chunks, chunk.Chunks(e))
	}
	out := episodic.IndexWrite{State: state, Chunks: map[int][]episodic.EpisodeChunks{}}
	for _, g := range state.Live() {
		out.Chunks[g.Number] = fillVectors(ctx, w, g, b)
	}
	for _, e := range b.present {
		m := episodic.IndexTask{Project: w.project, Episode: e.Episode.ID}
		if w.pending[m.Episode] {
			m.VectorsDue = s.now()
		}
		out.Marks = append(out.Marks, m)
	}
	return out
}

// recordingState returns the state of an index that is known, which may be out of date.
func (s *Service) recordingState(ctx context.Context, project string) (episodic.IndexState, error) {
	if state, known, _ := s.states.get(project, s.now()); known {
		return state, nil
	}
	state, err := s.indexState(ctx, project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return episodic.FirstIndexState(), nil
	}
	return state, err
}
