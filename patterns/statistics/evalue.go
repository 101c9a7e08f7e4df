package statistics

import "math"

// EValue returns the decimal logarithm of the e-value of k successes in n trials against a rate of at
// most p (Robbins 1970): how many times likelier the trials are under a rate uniform above p than under
// p. It stays valid however often one looks: at a rate of at most p, it ever reaches 1/alpha with
// probability at most alpha. It is 0 without a trial, and NaN outside 0 <= k <= n and 0 < p < 1.
func EValue(k, n int, p float64) float64 {
	if !(Share{k, n}).valid() || !(p > 0 && p < 1) {
		return math.NaN()
	}
	return mixture(float64(k), float64(n), p, 1-p) / math.Ln10
}

// EValueBelow returns the decimal logarithm of the e-value against a rate of at least p.
func EValueBelow(k, n int, p float64) float64 { return EValue(n-k, n, 1-p) }

// mixture is the natural logarithm of [EValue]; q is 1-p, and the counts need not be whole.
func mixture(k, n, p, q float64) float64 {
	above := logAbove(k+1, n-k+1, p)
	return above - math.Log(q) - math.Log(n+1) - logDensity(k, n, p, q)
}

// Sequence describes the e-value over a sequence of trials.
type Sequence struct {
	// Last is the decimal logarithm of the e-value after the last trial, Greatest that of the greatest
	// after any trial.
	Last, Greatest float64
	// P is min(1, 1/greatest): a p-value that is valid at any stopping time.
	P float64
	// Rejected is the number of the trial, from 1, after which P first was at most alpha; 0 if none.
	Rejected int
}

// EValues computes the e-value against a rate of at most p over a sequence of trials, in order. Without
// a trial it is 0, with a p-value of 1.
func EValues(trials []bool, p, alpha float64) Sequence {
	s, k := Sequence{Greatest: math.Inf(-1), P: 1}, 0
	for i, success := range trials {
		if success {
			k++
		}
		s.Last = EValue(k, i+1, p)
		s.Greatest = max(s.Greatest, s.Last)
		s.P = min(1, math.Pow(10, -s.Greatest))
		if s.Rejected == 0 && s.P <= alpha {
			s.Rejected = i + 1
		}
	}
	if len(trials) == 0 {
		s.Greatest = 0
	}
	return s
}
