package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// relevancePool is the number of most similar episodes that are reordered by relevance; the rest
// keeps its order behind them.
const relevancePool = 100

// The weights and the decay of seed 002 §2.4.
const (
	similarityWeight = .5
	recencyWeight    = .2
	recencyDays      = 30
	successWeight    = .15
	accessWeight     = .1
	domainWeight     = .05
)

// rankByRelevance reorders the first hits by relevance.
func (s *Service) rankByRelevance(ctx context.Context, q Question, hits []Hit) error {
	pool := hits[:min(relevancePool, len(hits))]
	ids := make([]string, len(pool))
	for i, h := range pool {
		ids[i] = h.Episode
	}
	reads, err := s.store.GetAccess(ctx, q.Project, ids)
	if err != nil {
		return fmt.Errorf("read how often the episodes were read: %w", err)
	}
	for i := range pool {
		r := relevanceOf(pool[i], reads[pool[i].Episode].Count, q.Domain, s.now())
		pool[i].Terms.Relevance = &r
		pool[i].Score = r.sum()
	}
	slices.SortStableFunc(pool, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	for i := len(pool); i < len(hits); i++ {
		hits[i].Score = min(hits[i].Score, hits[i-1].Score)
	}
	return nil
}

// relevanceOf computes the known terms of a hit's relevance.
func relevanceOf(h Hit, reads int64, domain string, now time.Time) Relevance {
	e := h.Stored.Episode
	r := Relevance{
		Similarity: similarityWeight * h.Score,
		Access:     accessWeight * min(math.Log1p(float64(reads))/10, 1),
	}
	if !e.StartedAt.IsZero() {
		days := max(now.Sub(e.StartedAt.Time).Hours()/24, 0)
		recency := recencyWeight * math.Exp(-math.Floor(days)/recencyDays)
		r.Recency = &recency
	}
	if e.Outcome != episodic.OutcomeUnknown && e.Outcome != "" {
		r.Success = weighed(successWeight, e.Outcome == episodic.OutcomeSuccess)
	}
	if domain != "" && e.Domain != "" {
		r.Domain = weighed(domainWeight, e.Domain == domain)
	}
	return r
}

func weighed(weight float64, holds bool) *float64 {
	if !holds {
		weight = 0
	}
	return &weight
}

// sum adds the known terms.
func (r Relevance) sum() float64 {
	total := r.Similarity + r.Access
	for _, term := range []*float64{r.Recency, r.Success, r.Domain} {
		if term != nil {
			total += *term
		}
	}
	return total
}
