package statistics

// Stratified is a comparison within strata.
type Stratified struct {
	// Used is how many strata told something: both sides and both outcomes are in them.
	Used int
	// P is the two-sided p-value of the Cochran-Mantel-Haenszel test that success has nothing to
	// do with it in any stratum, Greater and Less the one-sided ones; 1 when no stratum is used.
	P, Greater, Less Tail
	// Exact says that they are of the exact conditional distribution, and not of the normal one
	// with the correction for continuity, which takes over for many episodes.
	Exact bool
	// Difference is the Mantel-Haenszel difference of the rates, held fixed by stratum, with its
	// interval of 95 % (variance of Sato 1989); nil when no stratum has both sides.
	Difference, Low, High *float64
}

// CochranMantelHaenszel compares with and without within strata.
func CochranMantelHaenszel(strata []Table) Stratified { return Stratified{} }
