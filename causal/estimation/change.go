package estimation

import "math"

// Comparison are two choices, by the same strata of the same rows.
type Comparison struct{ Do, Against Stratified }

// Change is by how much the difference between two choices changes from one adjustment to another. Both
// rest on the same rows, so most of their errors cancel; the standard error is that of the sum of what
// each row contributes. The interval is of 90 %, for tests of equivalence at 5 % (Schuirmann 1987).
func Change(s Sample, q Question, from, to Comparison) Interval {
	by := make([]float64, s.Rows)
	to.Do.addInfluence(s, q, by, 1)
	to.Against.addInfluence(s, q, by, -1)
	from.Do.addInfluence(s, q, by, -1)
	from.Against.addInfluence(s, q, by, 1)
	variance := 0.0
	for _, one := range by {
		variance += one * one
	}
	change := Interval{Value: to.Do.P - to.Against.P - from.Do.P + from.Against.P, Error: math.Sqrt(variance)}
	change.Low, change.High = change.Value-z90*change.Error, change.Value+z90*change.Error
	return change
}

// addInfluence adds what each row contributes to the error of the estimate, so often.
func (r Stratified) addInfluence(s Sample, q Question, by []float64, times float64) {
	if r.N == 0 {
		return
	}
	target := s.Columns[q.Target].Of
	for _, t := range r.Strata {
		for _, row := range t.Rows {
			reached := 0.0
			if int(target[row]) == q.State {
				reached = 1
			}
			by[row] += times * t.Weight * (reached - t.p) / float64(t.Chosen)
		}
	}
	for row, at := range r.Of {
		if at >= 0 {
			by[row] += times * (r.Strata[at].p - r.P) / float64(r.N)
		}
	}
}
