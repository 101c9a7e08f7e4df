package estimation

// The methods of estimates without a network.
const (
	// Observed is the share among the rows that made the choice.
	Observed = "observed share"
	// BackDoor is back-door adjustment by strata.
	BackDoor = "back-door stratification"
)

// Observe returns the share of rows that reached the target among those that have the states of Do
// and Given. It is an association, not an effect.
func Observe(s Sample, q Question) Estimate {
	do, given := want(q.Do), want(q.Given)
	n, reached := 0, 0
	for row, state := range s.Columns[q.Target].Of {
		if state == Unknown || !do.in(s, row) || !given.in(s, row) {
			continue
		}
		n++
		if int(state) == q.State {
			reached++
		}
	}
	if n == 0 {
		return nothing(Observed)
	}
	p := float64(reached) / float64(n)
	return estimate(p, p*(1-p)/float64(n), n, Observed)
}
