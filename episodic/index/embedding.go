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

// embedBatch is the number of episodes embedded before they are written to the index.
const embedBatch = 20

// embedEpisodes writes episodes to the index with their vectors. It makes the vectors before it
// locks the episodes, because that may take long. Texts changed in between keep their words and
// wait for the next round.
func (s *Service) embedEpisodes(ctx context.Context, w *indexing, ids []string) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	for len(ids) > 0 {
		batch := ids[:min(embedBatch, len(ids))]
		if err := s.embedSplit(ctx, w, batch); err != nil {
			noteAll(w.failed, ids, err)
			return
		}
		ids = ids[len(batch):]
	}
}

// embedSplit embeds and writes a batch; if the model rejects one of its texts, it splits the batch
// in halves.
func (s *Service) embedSplit(ctx context.Context, w *indexing, ids []string) error {
	memo, err := s.embedMemo(ctx, w, ids)
	switch {
	case err == nil:
		w.vectors = memo.source
		return s.indexSplit(ctx, w, ids)
	case unanswered(ctx, err):
		return err
	case len(ids) == 1:
		noteAll(w.failed, ids, err)
		return nil
	}
	half := len(ids) / 2
	if err := s.embedSplit(ctx, w, ids[:half]); err != nil {
		return err
	}
	return s.embedSplit(ctx, w, ids[half:])
}

// embedMemo makes the vectors of some episodes for every generation that is written to.
func (s *Service) embedMemo(ctx context.Context, w *indexing, ids []string) (vectorMemo, error) {
	state, err := s.indexState(ctx, w.project)
	if err != nil {
		return nil, err
	}
	found, err := s.store.GetEpisodes(ctx, w.project, ids)
	if err != nil {
		return nil, fmt.Errorf("read the episodes to embed: %w", err)
	}
	var texts []namedText
	for _, e := range found {
		texts = append(texts, vectorTexts(e.Episode, chunk.Chunks(e).Chunks)...)
	}
	memo := vectorMemo{}
	if len(texts) == 0 {
		return memo, nil
	}
	for _, g := range w.generations(state) {
		m, err := s.Model(ctx, w.project, g)
		if errors.Is(err, ErrNoVectors) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := memo.embed(ctx, m, g, texts); err != nil {
			s.NoteChange(w.project, err)
			return nil, err
		}
	}
	return memo, nil
}

// embedReceipts embeds what was just indexed.
func (s *Service) embedReceipts(ctx context.Context, w *indexing, receipts []episodic.Receipt) {
	var left []string
	for _, r := range receipts {
		if w.pending[r.Episode] && w.failed[r.Episode] == nil {
			left = append(left, r.Episode)
		}
	}
	if len(left) == 0 || s.embedder == nil {
		return
	}
	embed := s.newIndexing(w.project)
	s.embedEpisodes(ctx, embed, left)
	for _, id := range left {
		if embed.failed[id] == nil && !embed.pending[id] {
			delete(w.pending, id)
		}
	}
	maps.Copy(w.unembedded, embed.failed)
}

// raiseEmbedded raises the state of the receipts that have vectors, and says why the others have
// none.
func (s *Service) raiseEmbedded(ctx context.Context, w *indexing, receipts []episodic.Receipt) {
	state, err := s.indexState(ctx, w.project)
	for i, r := range receipts {
		switch {
		case r.State != episodic.StateIndexed:
		case s.embedder == nil:
			receipts[i].Reason = "no embedding is configured, so that it is found by its words"
		case err != nil || w.pending[r.Episode]:
			receipts[i].Reason = "its vectors follow: " + episodic.IndexReason(w.unembedded[r.Episode])
		case state.Active.Fingerprint == "":
			receipts[i].Reason = "the project has no vectors yet, so that it is found by its words"
		default:
			receipts[i].State = episodic.StateEmbedded
		}
	}
}
