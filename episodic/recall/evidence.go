package recall

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// fewNearest is the number of nearest chunks below which none can stand out among them.
const fewNearest = 10

// questionEvidence is what a whole question says about its hits.
type questionEvidence struct {
	rarity rarity
	// provider is that of the vectors searched; empty if words alone were searched.
	provider string
	// vector is what was compared with the vectors of that generation and name; empty without vectors.
	vector episodic.SimilarityQuery
	// mean and deviation are those of the cosines of the nearest chunks; the deviation is 0 for too few.
	mean, deviation float64
}

// setVectors keeps what the nearest chunks of a query say.
func (e *questionEvidence) setVectors(provider string, q episodic.ChunkQuery, near []episodic.ChunkHit) {
	e.provider, e.vector = provider, episodic.SimilarityQuery{IndexGeneration: q.IndexGeneration, Vector: q.Vector, Name: q.Name}
	first := near[:min(candidates, len(near))]
	if len(first) < fewNearest {
		return
	}
	for _, h := range first {
		e.mean += h.Score / float64(len(first))
	}
	for _, h := range first {
		e.deviation += (h.Score - e.mean) * (h.Score - e.mean) / float64(len(first))
	}
	e.deviation = math.Sqrt(e.deviation)
}

// setCosines gives the hits that are not among the nearest their cosines: each that of the passage, or else the greatest of
// its episode. Those without a vector keep none.
func (s *Service) setCosines(ctx context.Context, vector episodic.SimilarityQuery, hits []Hit, each bool) error {
	for _, h := range hits {
		if h.Terms.Similarity == nil {
			vector.Episodes = append(vector.Episodes, h.Episode)
		}
	}
	if len(vector.Vector) == 0 || len(vector.Episodes) == 0 {
		return nil
	}
	slices.Sort(vector.Episodes) // passages may share an episode
	vector.Episodes = slices.Compact(vector.Episodes)
	found, err := s.engine.Similarities(ctx, vector)
	if err != nil {
		return fmt.Errorf("compare the episodes found with the question: %w", err)
	}
	key := byEpisode
	if each {
		key = byChunk
	}
	cosines := make(map[chunkKey]float64, len(found))
	for _, c := range found {
		k := key(episodic.ChunkHit{Episode: c.Episode, Number: c.Number})
		if known, ok := cosines[k]; !ok || c.Cosine > known {
			cosines[k] = c.Cosine
		}
	}
	for i, h := range hits {
		if cosine, known := cosines[key(h.Best)]; known && h.Terms.Similarity == nil {
			hits[i].Terms.Similarity = &cosine
		}
	}
	return nil
}

// Evidence are the numbers that the probability of a hit follows from. Vectors count as 0 where they were not searched, or the
// hit is not among the nearest.
type Evidence struct {
	// Coverage is the share of the question's terms that the hit has, Missed how much more of them the best chunk by words has,
	// Absent the share that no chunk has; rare terms count more.
	Coverage, Missed, Absent float64
	// Cosine is that of the hit's vector and the question's, Above how many standard deviations it lies above the mean of the
	// hundred nearest.
	Cosine, Above float64
}

// of returns the evidence of a hit; dated says that it has the days of the question.
func (e questionEvidence) of(h Hit, dated bool) Evidence {
	v := Evidence{Coverage: e.rarity.share(dated, h.Best.Text, h.Episode, dayOf(h.traits.StartedAt)), Absent: e.rarity.absent}
	v.Missed = max(e.rarity.coverage-v.Coverage, 0)
	if cosine := h.Terms.Similarity; cosine != nil {
		v.Cosine = max(*cosine, 0)
		if e.deviation > 0 {
			v.Above = (*cosine - e.mean) / e.deviation
		}
	}
	return v
}

// dayOf returns a day in the words that chunks are found by.
func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly + " Monday 2 January")
}
