package questions

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Judged is a hit that may answer a question.
type Judged struct {
	// Features are what a rule weighs, the first of them 1.
	Features []float64
	// Answers says that the hit is labelled as an answer.
	Answers bool
}

// The fit of a logistic rule.
const (
	ridge    = .3 // keeps weights small, so that few questions decide little; the first weight is free
	maxSteps = 50
	settled  = 1e-9
)

// mostLost is the share of the questions with a right best hit that may be told to have no answer.
const mostLost = .05

// Fit returns the rule that the hits of some questions make likeliest, and the probability from which on one of its hits has to
// answer for a question to count as answered: mostLost of those with a right best hit have less.
func Fit(list []Calibrating, features func(Evidence) []float64) (weights []float64, least float64, err error) {
	var hits []Judged
	for _, q := range list {
		for at, e := range q.Evidence {
			hits = append(hits, Judged{Features: features(e), Answers: slices.Contains(q.Answers, at)})
		}
	}
	if weights, err = Calibrate(hits); err != nil {
		return nil, 0, err
	}
	var best []float64
	for _, q := range list {
		if !slices.Contains(q.Answers, 0) {
			continue
		}
		most := 0.0
		for _, e := range q.Evidence {
			most = max(most, Logistic(weights, features(e)))
		}
		best = append(best, most)
	}
	slices.Sort(best)
	return weights, best[int(mostLost*float64(len(best)))], nil
}

// Calibrate returns the weights of the logistic rule that makes the hits likeliest, by Newton's method.
func Calibrate(hits []Judged) ([]float64, error) {
	n := len(hits[0].Features)
	weights := make([]float64, n)
	for range maxSteps {
		gradient, curve := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
		for j := 1; j < n; j++ {
			gradient.SetVec(j, -ridge*weights[j])
			curve.SetSym(j, j, ridge)
		}
		for _, h := range hits {
			p := Logistic(weights, h.Features)
			y := 0.0
			if h.Answers {
				y = 1
			}
			x := mat.NewVecDense(n, h.Features)
			gradient.AddScaledVec(gradient, y-p, x)
			curve.SymRankOne(curve, p*(1-p), x)
		}
		var step mat.VecDense
		if err := step.SolveVec(curve, gradient); err != nil {
			return nil, fmt.Errorf("fit a rule to %d hits: %w", len(hits), err)
		}
		most := 0.0
		for j := range n {
			weights[j] += step.AtVec(j)
			most = max(most, math.Abs(step.AtVec(j)))
		}
		if most < settled {
			return weights, nil
		}
	}
	return nil, fmt.Errorf("fit a rule to %d hits: it does not settle", len(hits))
}

// Logistic returns the probability of features by weights.
func Logistic(weights, features []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += w * features[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// Bin counts hits of like probability: those that answer, and the sum of what was said of all.
type Bin struct {
	Hits, Answers int
	Said          float64
}

// Reliability sorts hits by probability into bins of equal width.
func Reliability(probabilities []float64, answers []bool, bins int) []Bin {
	out := make([]Bin, bins)
	for i, p := range probabilities {
		b := &out[min(int(p*float64(bins)), bins-1)]
		b.Hits++
		b.Said += p
		if answers[i] {
			b.Answers++
		}
	}
	return out
}

// CalibrationError is the mean difference between the probability said and the share that answers, over bins by their hits.
func CalibrationError(bins []Bin) float64 {
	sum, hits := 0.0, 0
	for _, b := range bins {
		sum += math.Abs(b.Said - float64(b.Answers))
		hits += b.Hits
	}
	return sum / float64(max(hits, 1))
}
