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

// relevantHits returns the first hits, up to wanted, whose episode is in the store. It reads the traits of the episodes and no content.
func (s *Service) relevantHits(ctx context.Context, project string, hits []Hit, wanted int) ([]Hit, error) {
	return firstHits(hits, wanted, func(ids []string) (func(h *Hit) bool, error) {
		has, err := s.store.GetTraits(ctx, project, ids)
		if err != nil {
			return nil, fmt.Errorf("look up what ranks the episodes found: %w", err)
		}
		return func(h *Hit) (ok bool) {
			h.traits, ok = has[h.Episode]
			return ok
		}, nil
	})
}

// rankByRelevance reorders the first hits by relevance.
func rankByRelevance(hits []Hit, domain string, now time.Time) {
	pool := hits[:min(relevancePool, len(hits))]
	for i, h := range pool {
		r := relevanceOf(h.alike(), h.traits, domain, now)
		pool[i].Terms.Relevance = &r
		pool[i].Score = r.sum()
	}
	slices.SortStableFunc(pool, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	for i := len(pool); i < len(hits); i++ {
		hits[i].Score = min(hits[i].Score, hits[i-1].Score)
	}
}

// alike returns how much a hit is like the question, from 0 to 1, comparable between questions: the cosine of the vectors, or
// without one the share of the question's words.
func (h Hit) alike() float64 {
	switch {
	case h.Terms.Similarity != nil:
		return max(*h.Terms.Similarity, 0)
	case h.Terms.Coverage != nil:
		return *h.Terms.Coverage
	default:
		return 0
	}
}

// relevanceOf computes the known terms of the relevance of an episode that is so much like the question.
func relevanceOf(alike float64, e episodic.Traits, domain string, now time.Time) Relevance {
	r := Relevance{
		Similarity: similarityWeight * alike,
		Access:     accessWeight * min(math.Log1p(float64(e.Reads))/10, 1),
	}
	if !e.StartedAt.IsZero() {
		days := max(now.Sub(e.StartedAt).Hours()/24, 0)
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
