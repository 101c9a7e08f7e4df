package recall

import (
	"math"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// compared is the number of chunks whose cosine is looked up where cosines rank: more than are fused.
	compared = 1_000
	// fewNearest is the number of nearest chunks below which none can stand out among them.
	fewNearest = 10
)

// questionEvidence is what a whole question says about its hits.
type questionEvidence struct {
	rarity rarity
	// provider is that of the vectors searched; empty if words alone were searched.
	provider string
	// near are the nearest chunks, mean and deviation those of the cosines of the first candidates; the deviation is 0 for
	// too few.
	near            []episodic.ChunkHit
	mean, deviation float64
}

// setVectors keeps what the nearest chunks say.
func (e *questionEvidence) setVectors(provider string, near []episodic.ChunkHit) {
	e.provider, e.near = provider, near
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

// setCosines gives the hits without one their cosine. One that is not among the nearest compared has at most the least of these.
func (e questionEvidence) setCosines(hits []Hit, key func(episodic.ChunkHit) chunkKey) {
	if len(e.near) == 0 {
		return
	}
	cosines := make(map[chunkKey]*float64, len(e.near))
	for i, h := range e.near {
		if _, known := cosines[key(h)]; !known {
			cosines[key(h)] = &e.near[i].Score
		}
	}
	for i, h := range hits {
		if h.Terms.Similarity != nil {
			continue
		}
		hits[i].Terms.Similarity = &e.near[len(e.near)-1].Score
		if cosine, known := cosines[key(h.Best)]; known {
			hits[i].Terms.Similarity = cosine
		}
	}
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
