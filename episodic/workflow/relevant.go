package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/problem"
)

const (
	// MaxRelevant is the maximum number of relevant events of one answer.
	MaxRelevant = 1000
	// fewExact is the number of exact hits below which similar events fill the answer.
	fewExact = 10
	// leastCosine is the cosine above which events are similar: a distance below .25 (seed 000).
	leastCosine = .75
)

// Question asks for the events that matter in a context.
type Question struct {
	Project string
	// Context is compared by its key ([execution.ContextKey]).
	Context map[string]any
	// Types restricts the answer to some types; empty means all.
	Types []execution.Type
	// First is the maximum number of hits.
	First int
	// Fallback allows similar events where there are few of the very context.
	Fallback bool
}

// Hit is one event of an answer.
type Hit struct {
	execution.Stored
	// Similar says that the event has another context and was found by its words; Cosine compares its
	// vector with that of the question then.
	Similar bool
	Cosine  float64
}

// Answer are the events that matter in a context: exact ones, newest first, then similar ones, most
// similar first.
type Answer struct {
	ContextKey string
	Hits       []Hit
	// Degraded says that similar events were looked for in vain because there are no vectors;
	// Reason says why.
	Degraded bool
	Reason   string
}

// Relevant returns the events that matter in a context. It returns ErrProjectNotFound.
func (s *Service) Relevant(ctx context.Context, q Question) (Answer, error) {
	if q.First < 1 || q.First > MaxRelevant {
		return Answer{}, problem.Refuse("first", "it is %d; from 1 to %d are possible", q.First, MaxRelevant)
	}
	answer := Answer{ContextKey: execution.ContextKey(q.Context)}
	found, err := s.parts.Store.ListEvents(ctx, execution.Query{Project: q.Project, ContextKey: answer.ContextKey, Types: q.Types, Limit: q.First})
	if err = s.known(ctx, q.Project, len(found), err); err != nil {
		return Answer{}, fmt.Errorf("find relevant execution events: %w", err)
	}
	for _, e := range found {
		answer.Hits = append(answer.Hits, Hit{Stored: e})
	}
	if !q.Fallback || len(found) >= min(fewExact, q.First) {
		return answer, nil
	}
	similar, err := s.similar(ctx, q, answer.ContextKey)
	if err != nil {
		if ctx.Err() != nil {
			return Answer{}, err
		}
		answer.Degraded, answer.Reason = true, withoutVectors(err)
		return answer, nil
	}
	answer.Hits = append(answer.Hits, similar[:min(len(similar), q.First-len(found))]...)
	return answer, nil
}

// similar returns events of other contexts whose words are similar to the values of the context, most
// similar first.
func (s *Service) similar(ctx context.Context, q Question, key string) ([]Hit, error) {
	state, err := s.parts.Index.SearchedState(ctx, q.Project)
	if err != nil {
		return nil, err
	}
	model, err := s.parts.Index.Model(ctx, q.Project, state.Active)
	if err != nil {
		return nil, err
	}
	vectors, err := model.Embed(ctx, []episodic.EmbedText{embedText(contextWords(q.Context))})
	if err != nil || vectors[0] == nil {
		return nil, err
	}
	query := episodic.ChunkQuery{
		IndexGeneration: episodic.IndexGeneration{Project: episodic.ExecutionIndex(q.Project), Generation: state.Active.Number},
		Vector:          vectors[0], Name: episodic.VectorChunk, Limit: q.First + fewExact,
	}
	for _, t := range q.Types {
		query.Filter.Tags = append(query.Filter.Tags, string(t))
	}
	found, err := s.parts.Engine.Nearest(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.hits(ctx, q.Project, key, found)
}

// hits reads the events that were found. Those of the very context are left out, and those that
// retention has removed since.
func (s *Service) hits(ctx context.Context, project, key string, found []episodic.ChunkHit) ([]Hit, error) {
	found = slices.DeleteFunc(found, func(h episodic.ChunkHit) bool { return h.Score <= leastCosine })
	if len(found) == 0 {
		return nil, nil
	}
	ids := make([]string, len(found))
	for i, h := range found {
		ids[i] = h.Episode
	}
	events, err := s.parts.Store.GetEvents(ctx, project, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]execution.Stored, len(events))
	for _, e := range events {
		byID[e.ID] = e
	}
	var out []Hit
	for _, h := range found {
		if e, there := byID[h.Episode]; there && e.ContextKey != key {
			out = append(out, Hit{Stored: e, Similar: true, Cosine: h.Score})
		}
	}
	return out, nil
}

// withoutVectors tells callers why there are no similar events.
func withoutVectors(err error) string {
	const alone = ", so only events of the very context were found"
	switch {
	case errors.Is(err, index.ErrNoVectors):
		return "the project has no vectors" + alone
	case errors.Is(err, episodic.ErrModelChanged):
		return "the embedding model has changed and the index is built anew" + alone
	case errors.Is(err, episodic.ErrUnavailable):
		return "the search index or the embedding server is unavailable" + alone
	default:
		return "the index could not be searched" + alone
	}
}
