package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

//go:embed sql/index/list_places_of.sql
var listPlacesOf statement

// Similarities implements [episodic.Index]. Where a place has more than [exactVectors], it compares codes, whose cosines are
// off by some thousandths.
func (x *Index) Similarities(ctx context.Context, q episodic.SimilarityQuery) (out []episodic.ChunkSimilarity, err error) {
	v, err := newVectorQuery(q.IndexGeneration, q.Vector, q.Name)
	if err == nil && v.vector != nil && len(q.Episodes) > 0 {
		v.answer = func(x *indexTx, set *vectorSet) (err error) {
			out, err = x.similarities(v.vector, q.Episodes, set)
			return err
		}
		err = x.store.searchVectors(ctx, v)
	}
	if err != nil {
		return nil, fmt.Errorf("compare chunks of %d episodes: %w", len(q.Episodes), err)
	}
	return out, nil
}

// similarities compares a vector with those of the chunks of some episodes, in a set that is up to date.
func (x *indexTx) similarities(vector []float32, ids []string, set *vectorSet) (out []episodic.ChunkSimilarity, err error) {
	var places []int
	err = x.query(listPlacesOf, params{"project": x.place, "ids": ids}, func(r *row) {
		if at, found := slices.BinarySearch(set.chunks, r.int64("number")); found {
			places = append(places, at)
			out = append(out, episodic.ChunkSimilarity{Episode: r.text("id"), Number: r.integer("position")})
		}
	})
	if err != nil {
		return nil, err
	}
	if set.codes != nil {
		for i, cosine := range set.codes.Similarities(vector, places) {
			out[i].Cosine = cosine
		}
		return out, nil
	}
	for i, at := range places {
		out[i].Cosine = similarity(vector, set.value(at))
	}
	return out, nil
}
