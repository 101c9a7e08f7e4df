package estimation

const (
	// leastInStratum is how many rows of a stratum have to have made the choice for it to count
	// as covered.
	leastInStratum = 5
	// pull is how many rows the share over all strata counts for in each of them.
	pull = .5
)

// Stratum is the part of the rows that agree in the adjustment set.
type Stratum struct {
	// States are those of the columns of the adjustment set.
	States []int
	// N is how many rows it has, Weight their share. Chosen is how many of them made the choice
	// and tell the target, Reached how many of these reached it.
	N               int
	Weight          float64
	Chosen, Reached int
	// Rows are those that made the choice and tell the target.
	Rows []int
	// p is the share that counts for it.
	p float64
}

// Stratified is a back-door adjusted estimate with what it is made of.
type Stratified struct {
	Estimate

	// Adjustment are the columns that the strata agree in.
	Adjustment []int
	// Strata are those of the rows that have what is given, by their states.
	Strata []Stratum
	// Of is the number of each row's stratum, -1 for a row that is in none.
	Of []int32
	// Chosen is how many rows made the choice, Overlap the share of the rows in strata in which
	// enough did.
	Chosen  int
	Overlap float64
}

// Stratify estimates P(target | do, given) by adjusting for columns that block every back door
// (Pearl 1993): the share that reached the target among those that made the choice, by stratum,
// weighed with how frequent the strata are. A row counts for the weights when it tells the
// adjustment set, and for the shares when it tells the choice and the target too. A stratum in
// which few made the choice is drawn to the share over all. Columns of Do and Given that are in
// the adjustment set do no harm.
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

// without leaves out of an adjustment set what is set or held anyway, and the target.
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

// count finds the strata and counts in them.
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

// combine weighs the shares of the strata. The variance is that of the shares, with Jeffreys'
// prior so that a stratum without a failure is not taken for certain, and that of the weights.
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

// variance is that of the share of a stratum.
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
