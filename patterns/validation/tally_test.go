package validation_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// BenchmarkSurvey counts what episodes of 30 variables are to patterns, without any store.
func BenchmarkSurvey(b *testing.B) {
	for _, size := range []struct{ patterns, episodes int }{{500, 2_000}, {5_000, 2_000}, {500, 20_000}, {5_000, 20_000}} {
		b.Run(fmt.Sprintf("%d patterns of %d episodes", size.patterns, size.episodes), func(b *testing.B) {
			factors, tries := manyTries(size.episodes)
			all := several(factors, size.patterns)
			for b.Loop() {
				validation.Tally(match.NewFactorResolver(contribution.Rules{}), factors, all, tries)
			}
		})
	}
}

// manyTries are episodes that tell two thirds of 30 variables of three states.
func manyTries(n int) (factors []factor.Identity, out []patterns.EpisodeStates) {
	random := rand.New(rand.NewPCG(3, 4))
	for v := range 30 {
		for s := range 3 {
			factors = append(factors, factor.Identity{Variable: fmt.Sprint("variable ", v), State: fmt.Sprint(s)})
		}
	}
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range n {
		e := patterns.EpisodeStates{Episode: fmt.Sprintf("e%06d", i), Seen: began.Add(time.Duration(i) * time.Minute), Outcome: episodic.OutcomeSuccess}
		if random.IntN(3) == 0 {
			e.Outcome = episodic.OutcomeFailure
		}
		for v := range 30 {
			if random.IntN(3) > 0 {
				e.States = append(e.States, layer.ObservedState{Factor: 3*v + random.IntN(3), Order: new(int64(v))})
			}
		}
		out = append(out, e)
	}
	return factors, out
}

func several(factors []factor.Identity, n int) []patterns.Pattern {
	random := rand.New(rand.NewPCG(5, 6))
	out := make([]patterns.Pattern, n)
	for i := range out {
		m := patterns.Match{Then: []factor.Identity{factors[len(factors)/2+random.IntN(len(factors)/2)]}}
		for range random.IntN(3) {
			m.Trigger = append(m.Trigger, factors[random.IntN(len(factors)/2)])
		}
		out[i] = patterns.Pattern{Key: fmt.Sprintf("%016x", i), Definition: patterns.Definition{Rule: patterns.RuleSuccess, Matches: []patterns.Match{m}}}
	}
	return out
}

// What is judged in numbers is what a reading says, closed worlds, merges and sequences included.
func TestSurvey_judgesAsReadingsDo(t *testing.T) {
	factors, episodes := manyTries(300)
	all := several(factors, 120)
	random := rand.New(rand.NewPCG(7, 8))
	for i := range all {
		m := &all[i].Matches[0]
		switch random.IntN(4) {
		case 0: // a sequence
			m.Then = []factor.Identity{factors[random.IntN(30)], factors[30+random.IntN(30)], factors[60+random.IntN(30)]}
		case 1: // the state of what is not told
			m.Trigger = []factor.Identity{{Variable: fmt.Sprint("variable ", random.IntN(15)), State: "none"}}
		case 2:
			all[i].Matches = append(all[i].Matches, all[random.IntN(i+1)].Matches[0])
		}
	}
	for i := range episodes {
		for j := range episodes[i].States {
			switch random.IntN(6) {
			case 0:
				episodes[i].States[j].Order = nil
			case 1:
				episodes[i].States = append(episodes[i].States, layer.ObservedState{Factor: random.IntN(len(factors)), Order: new(int64(random.IntN(30)))})
			}
		}
	}
	rules := contribution.Rules{Merges: []contribution.Merge{{From: factors[4], Into: factors[3]}, {From: factors[50], Into: factors[62]}}}
	for v := range 20 {
		rules.Closed = append(rules.Closed, contribution.Closed{Variable: fmt.Sprint("variable ", v), AbsentState: "none"})
	}
	w := match.NewFactorResolver(rules)
	seen := map[match.Result]int{}
	for i, figures := range validation.Tally(w, factors, all, episodes) {
		var want patterns.Figures
		for _, e := range episodes {
			one := patterns.Observed{Episode: e.Episode, Seen: e.Seen, Outcome: e.Outcome}
			for _, s := range e.States {
				one.Observations = append(one.Observations, contribution.Observation{Identity: factors[s.Factor], Order: s.Order})
			}
			h := w.Read(one).JudgeAny(all[i].Matches)
			seen[h]++
			patternstest.Count(&want.All, h, all[i].Rule.Verdict(e.Outcome, false, ""))
		}
		if figures.All != want.All {
			t.Errorf("pattern %d, %+v: %+v, want %+v", i, all[i].Matches, figures.All, want.All)
		}
	}
	for _, h := range []match.Result{match.ResultNeither, match.ResultTrial, match.ResultCompared, match.ResultUnclear} {
		if seen[h] < 100 {
			t.Errorf("holding %d was seen %d times only", h, seen[h])
		}
	}
}
