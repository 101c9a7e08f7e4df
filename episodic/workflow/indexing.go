package workflow

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/index"
)

// indexBatch is how many events are brought to the index at once.
const indexBatch = 200

// Index brings the events of a project that are not in the search index there. After a change of the
// model it begins anew. A project without vectors needs nothing. An event is found by its vector
// alone.
func (s *Service) Index(ctx context.Context, project string) error {
	state, err := s.parts.Index.SearchedState(ctx, project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	model, err := s.parts.Index.Model(ctx, project, state.Active)
	if errors.Is(err, index.ErrNoVectors) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("index execution events: %w", err)
	}
	progress, err := s.begun(ctx, project, state.Active)
	for more := true; more && err == nil; {
		more, err = s.indexSome(ctx, project, model, &progress)
	}
	if err != nil {
		return fmt.Errorf("index execution events: %w", err)
	}
	return nil
}

// begun returns how far the index has come in a generation; what an earlier one had is dropped.
func (s *Service) begun(ctx context.Context, project string, g episodic.Generation) (Progress, error) {
	progress, err := s.parts.Progress.GetProgress(ctx, project)
	if err != nil || progress.Generation == g.Number {
		return progress, err
	}
	if progress.Generation > 0 {
		if err := s.parts.Engine.DropGeneration(ctx, episodic.IndexGeneration{Project: episodic.ExecutionIndex(project), Generation: progress.Generation}); err != nil {
			return progress, err
		}
	}
	progress = Progress{Generation: g.Number}
	return progress, s.parts.Progress.PutProgress(ctx, project, progress)
}

// indexSome brings the next events to the index and reports whether there may be more.
func (s *Service) indexSome(ctx context.Context, project string, model episodic.Model, progress *Progress) (more bool, err error) {
	found, err := s.parts.Store.ListEvents(ctx, execution.Query{Project: project, Limit: indexBatch, After: execution.Place{Sequence: progress.Sequence}})
	if err != nil || len(found) == 0 {
		return false, err
	}
	chunks, err := embedded(ctx, model, found)
	if err != nil {
		return false, err
	}
	at := episodic.IndexGeneration{Project: episodic.ExecutionIndex(project), Generation: progress.Generation}
	failed, err := s.parts.Engine.PutEpisodes(ctx, at, chunks)
	if err != nil {
		return false, err
	}
	for id, refused := range failed {
		return false, fmt.Errorf("event %s: %w", id, refused)
	}
	progress.Sequence = found[len(found)-1].Sequence
	return len(found) == indexBatch, s.parts.Progress.PutProgress(ctx, project, *progress)
}

// embedded returns what the index is to hold of events; those without any known word have no entry.
func embedded(ctx context.Context, model episodic.Model, events []execution.Stored) ([]episodic.EpisodeChunks, error) {
	texts := make([]episodic.EmbedText, len(events))
	for i, e := range events {
		data, err := partsOf(e.Event)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", e.ID, err)
		}
		texts[i] = embedText(words(data))
	}
	vectors, err := model.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	var out []episodic.EpisodeChunks
	for i, e := range events {
		if vectors[i] == nil {
			continue
		}
		out = append(out, episodic.EpisodeChunks{Episode: e.ID, Revision: 1, Chunks: []episodic.Chunk{{
			Episode: e.ID, Revision: 1, Part: episodic.PartHead, Tags: []string{string(e.Type)}, StartedAt: episodic.At(e.At),
			Vectors: map[episodic.VectorName][]float32{episodic.VectorChunk: vectors[i]},
		}}})
	}
	return out, nil
}
