package weaviateindex

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Nearest implements [episodic.Index]. Chunks of equal score are ordered by episode and number. It does
// not reach chunks beyond the best 10,000.
func (x *Index) Nearest(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	limit := pageLimit(q)
	where, possible := chunkFilter(q)
	if err := checkVector(q.Name, q.Vector); err != nil {
		return nil, fmt.Errorf("search chunks by vector: %w", err)
	}
	if limit <= 0 || !possible || !isNonzero(q.Vector) {
		return nil, nil
	}
	arguments, err := nearArguments(q, where)
	if err != nil {
		return nil, err
	}
	rows, err := x.best(ctx, ranking{"nearest", q.IndexGeneration, arguments, "distance", depths(q.Offset+limit, 0)}, q.Offset+limit)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(distance(a), distance(b)), cmp.Compare(a.text(propEpisode), b.text(propEpisode)),
			cmp.Compare(a.number(propNumber), b.number(propNumber)))
	})
	return mapped(page(rows, q.Offset, limit), func(r row) episodic.ChunkHit { return hit(r, 1-distance(r)) }), nil
}

// comparedEpisodes is of how many episodes the chunks are compared at once: no more than [maxResults] come back.
const comparedEpisodes = 100

// Similarities implements [episodic.Index]. Of more than 10,000 chunks of a hundred episodes the most similar come.
func (x *Index) Similarities(ctx context.Context, q episodic.SimilarityQuery) ([]episodic.ChunkSimilarity, error) {
	if err := x.EnsureSchema(ctx); err != nil {
		return nil, err
	}
	if err := checkVector(q.Name, q.Vector); err != nil {
		return nil, fmt.Errorf("compare chunks of %d episodes: %w", len(q.Episodes), err)
	}
	if !isNonzero(q.Vector) {
		return nil, nil
	}
	var out []episodic.ChunkSimilarity
	for ids := range slices.Chunk(storable(q.Episodes), comparedEpisodes) {
		near := episodic.ChunkQuery{Vector: q.Vector, Name: q.Name}
		arguments, err := nearArguments(near, textIn(propEpisode, ids))
		if err != nil {
			return nil, err
		}
		rows, err := x.query(ctx, "compare", q.IndexGeneration, fmt.Sprintf("%s,limit:%d", arguments, maxResults),
			propEpisode+" "+propNumber+" _additional{distance}")
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out = append(out, episodic.ChunkSimilarity{Episode: r.text(propEpisode), Number: r.number(propNumber), Cosine: 1 - distance(r)})
		}
	}
	return out, nil
}

// nearArguments are the arguments of a query for chunks near a vector. They filter for the chunks that
// have one: with a filter that leaves fewer chunks than its cutoff, the server compares all of them
// instead of walking its graph, which may miss some.
func nearArguments(q episodic.ChunkQuery, where *condition) (string, error) {
	vector, err := json.Marshal(q.Vector)
	if err != nil {
		return "", fmt.Errorf("write the vector of a question: %w", err)
	}
	with := hasVector(q.Name)
	if where != nil {
		with = allOf(with, where)
	}
	return fmt.Sprintf("nearVector:{vector:%s,targetVectors:%s},where:%s", vector, quoted([]string{string(q.Name)}), graphql(with)), nil
}

// hasVector matches the chunks that have a vector of that name.
func hasVector(name episodic.VectorName) *condition {
	return textIn(propVectors, []string{string(name)})
}

// distance is 1 minus the cosine of two vectors.
func distance(r row) float64 {
	d, _ := r.nested("_additional")["distance"].(float64)
	return d
}
