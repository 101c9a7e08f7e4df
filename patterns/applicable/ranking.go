package applicable

import (
	"fmt"
	"math"
	"time"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Term is one part of a score.
type Term struct {
	Name   string
	Weight float64
	// Value is from 0 to 1; nil when it is not known, which counts as 0.
	Value *float64
	// Points are the value times its weight.
	Points float64
	// Why says what the value is made from, or why there is none.
	Why string
}

// The names of the terms of the ranking (seed 002 §3.5).
const (
	TermConfidence = "confidence"
	TermRate       = "success rate"
	TermUsage      = "usage"
	TermRecency    = "recency"
	TermMatch      = "feature match"
)

// recencyDays is after how many days a validation counts for 1/e.
const recencyDays = 90

// The places of the terms.
const (
	atConfidence = iota
	atRate
	atUsage
	atRecency
	atMatch
	termCount
)

// weights are those of seed 002.
func weights() [termCount]float64 { return [termCount]float64{.4, .3, .15, .1, .05} }

// values are those of the terms. For the confidence stands the lower bound of Wilson's interval;
// an anti-pattern is borne out by failures, so its share of failures is taken.
func values(p patterns.Pattern, fit condition.Assessment, now time.Time) (out [termCount]*float64) {
	if n := p.Counts.Trials(); n > 0 {
		k, _ := bornOut(p)
		low, _ := statistics.Wilson(k, n)
		out[atConfidence], out[atRate] = &low, new(float64(k)/float64(n))
	}
	out[atUsage] = new(math.Min(math.Log1p(float64(p.Counts.Applications))/10, 1))
	if p.Last != nil {
		out[atRecency] = new(math.Exp(-validatedDays(p, now) / recencyDays))
	}
	out[atMatch] = fit.Quality
	return out
}

// bornOut is how many trials bear the pattern out, and how they ended.
func bornOut(p patterns.Pattern) (k int, ended string) {
	if p.AntiPattern {
		return p.Counts.Failures, "failed"
	}
	return p.Counts.Successes, "succeeded"
}

// validatedDays is how many whole days ago it was validated.
func validatedDays(p patterns.Pattern, now time.Time) float64 {
	return max(0, math.Floor(now.Sub(p.Last.At).Hours()/24))
}

// score is the sum of the terms.
func score(p patterns.Pattern, fit condition.Assessment, now time.Time) float64 {
	sum, of := 0.0, values(p, fit, now)
	for i, weight := range weights() {
		if of[i] != nil {
			sum += weight * *of[i]
		}
	}
	return sum
}

// terms tell what the score is made of.
func terms(p patterns.Pattern, fit condition.Assessment, now time.Time) []Term {
	names := [termCount]string{TermConfidence, TermRate, TermUsage, TermRecency, TermMatch}
	whys, of, out := whys(p, fit, now), values(p, fit, now), make([]Term, termCount)
	for i, weight := range weights() {
		out[i] = Term{Name: names[i], Weight: weight, Value: of[i], Why: whys[i]}
		if of[i] != nil {
			out[i].Points = weight * *of[i]
		}
	}
	return out
}

// whys say what the values are made from.
func whys(p patterns.Pattern, fit condition.Assessment, now time.Time) (out [termCount]string) {
	out[atConfidence], out[atRate] = "no trial with a known outcome", "no trial with a known outcome"
	if n := p.Counts.Trials(); n > 0 {
		k, ended := bornOut(p)
		out[atRate] = fmt.Sprintf("%d of %d trials %s", k, n, ended)
		out[atConfidence] = "the lower bound of Wilson's interval of 95 %: " + out[atRate]
	}
	out[atUsage] = fmt.Sprintf("%d recorded applications", p.Counts.Applications)
	out[atRecency] = "never validated"
	if p.Last != nil {
		out[atRecency] = fmt.Sprintf("validated %.0f days ago", validatedDays(p, now))
	}
	out[atMatch] = "the share of what the task tells that the pattern asks for"
	if fit.Quality == nil {
		out[atMatch] = "the task tells nothing"
	}
	return out
}
