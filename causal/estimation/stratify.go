package estimation

import "slices"

const (
	// leastInStratum is the least number of rows of a stratum that made the choice for it to count as
	// covered.
	leastInStratum = 5
	// pull is the weight, in rows, of the share over all strata in each of them.
	pull = .5
)

// Stratum is the set of rows with the same states of the adjustment set.
type Stratum struct {
	// States are the states of the adjustment set.
	States []int
	// N is its number of rows, Weight their share. Chosen is the number of them that made the choice
	// and know the target, Reached the number of those that reached it.
	N               int
	Weight          float64
	Chosen, Reached int
	// Rows are the rows that made the choice and know the target.
	Rows []int
	// p is its smoothed share.
	p float64
}

// Stratified is an estimate by back-door adjustment, with its strata.
type Stratified struct {
	Estimate

	// Adjustment are the columns of the adjustment set.
	Adjustment []int
	// Strata are the strata of the rows with the given states, ordered by their states.
	Strata []Stratum
	// Of is the stratum of each row, -1 for a row in none.
	Of []int32
	// Chosen is the number of rows that made the choice, Overlap the share of the rows in strata where
	// enough did.
	Chosen  int
	Overlap float64
}

// Stratify estimates P(target | do, given) by back-door adjustment (Pearl 1993): the share of each
// stratum that reached the target among the rows that made the choice, weighted by the frequency of
// the strata. A row counts for the weights when it knows the adjustment set, and for the shares
// when it also knows the choice and the target. The share of a stratum in which few made the choice
// is pulled to the share over all. Columns of Do and Given in the adjustment set do no harm.
func Stratify(s Sample, q Question, adjustment []int) Stratified {
	r := Stratified{Adjustment: without(adjustment, q)}
	r.count(s, q)
	n := 0
	for _, t := range r.Strata {
		n += t.N
		r.Chosen += t.Chosen
	}
	if r.Chosen == 0 {
		r.Estimate = nothing(BackDoor)
		r.weigh(n)
		return r
	}
	r.weigh(n)
	p, variance := r.combine(n)
	r.Estimate = estimate(p, variance, n, BackDoor)
	return r
}

// without removes the columns of Do and Given and the target from an adjustment set.
func without(adjustment []int, q Question) []int {
	var kept []int
	for _, c := range adjustment {
		_, set := q.Do[c]
		_, held := q.Given[c]
		if !set && !held && c != q.Target {
			kept = append(kept, c)
		}
	}
	return kept
}

// count finds the strata and counts their rows.
func (r *Stratified) count(s Sample, q Question) {
	g := s.groups(r.Adjustment)
	do, given := want(q.Do), want(q.Given)
	strata := make([]Stratum, len(g.states))
	for row, group := range g.of {
		if group < 0 || !given.in(s, row) {
			g.of[row] = -1
			continue
		}
		t := &strata[group]
		t.N++
		state := s.Columns[q.Target].Of[row]
		if state == Unknown || !do.in(s, row) {
			continue
		}
		t.Chosen++
		t.Rows = append(t.Rows, row)
		if int(state) == q.State {
			t.Reached++
		}
	}
	number := make([]int32, len(strata))
	for i, t := range strata {
		if t.N == 0 {
			continue
		}
		number[i] = int32(len(r.Strata)) //nolint:gosec // there are no more strata than rows
		for _, state := range g.states[i] {
			t.States = append(t.States, int(state))
		}
		r.Strata = append(r.Strata, t)
	}
	for row, group := range g.of {
		if group >= 0 {
			g.of[row] = number[group]
		}
	}
	r.Of = g.of
}

// weigh sets the weights and the overlap.
func (r *Stratified) weigh(n int) {
	for i := range r.Strata {
		t := &r.Strata[i]
		t.Weight = float64(t.N) / float64(n)
		if t.Chosen >= leastInStratum {
			r.Overlap += t.Weight
		}
	}
	r.Overlap = min(r.Overlap, 1)
}

// combine averages the shares of the strata by weight. The variance is that of the shares, with
// Jeffreys' prior so that a stratum without a failure is not certain, and that of the weights.
func (r *Stratified) combine(n int) (p, variance float64) {
	reached := 0
	for _, t := range r.Strata {
		reached += t.Reached
	}
	pool := float64(reached) / float64(r.Chosen)
	for i := range r.Strata {
		t := &r.Strata[i]
		t.p = (float64(t.Reached) + pull*pool) / (float64(t.Chosen) + pull)
		p += t.Weight * t.p
		variance += t.Weight * t.Weight * t.variance()
	}
	for _, t := range r.Strata {
		variance += t.Weight * (t.p - p) * (t.p - p) / float64(n)
	}
	return p, variance
}

// variance is the variance of the share of a stratum.
func (t Stratum) variance() float64 {
	n := float64(t.Chosen)
	p := (float64(t.Reached) + .5) / (n + 1)
	return p * (1 - p) / max(n, 1)
}

// Minus compares two choices by the same strata of the same rows.
func (r Stratified) Minus(other Stratified) Interval {
	if r.N == 0 || other.N == 0 || len(r.Strata) != len(other.Strata) {
		return Interval{Value: r.P - other.P, Low: -1, High: 1, Error: 1}
	}
	covariance := 0.0 // by the weights, which both share
	for i, t := range r.Strata {
		covariance += t.Weight * (t.p - r.P) * (other.Strata[i].p - other.P) / float64(r.N)
	}
	return difference(r.Estimate, other.Estimate, covariance)
}

// OnTreated compares two choices by the same strata among the rows that made the first of them: the
// average effect on the treated. The overlap is the share of these rows in strata where enough made the
// other choice.
func (r Stratified) OnTreated(other Stratified) (difference Interval, overlap float64) {
	if r.Chosen == 0 || other.Chosen == 0 || len(r.Strata) != len(other.Strata) {
		return Interval{Low: -1, High: 1, Error: 1}, 0
	}
	treated, control := r.among(r), other.among(r)
	return treated.Minus(control), control.Overlap
}

// among is the same estimate with the strata weighted by the rows that made another choice.
func (r Stratified) among(other Stratified) Stratified {
	out := r
	out.Strata, out.Overlap = slices.Clone(r.Strata), 0
	for i := range out.Strata {
		out.Strata[i].N = other.Strata[i].Chosen
	}
	out.weigh(other.Chosen)
	p, variance := out.combine(other.Chosen)
	out.Estimate = estimate(p, variance, other.Chosen, BackDoor)
	return out
}
