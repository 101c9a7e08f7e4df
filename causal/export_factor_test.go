package causal

import "context"

// The tests of package causal_test see the parts of factors that nothing outside needs.

// Template is template.
func Template(text string, most int) string { return template(text, most) }

// Degenerate is Factor.degenerate.
func Degenerate(f Factor) bool { return f.degenerate() }

// Suggest is suggest.
func Suggest(factors []Factor, rules Rules, least float64) ([]MergeSuggestion, error) {
	return suggest(context.Background(), factors, rules, least)
}

// GreaterWalk is greaterWalk for k of n and l of m.
func GreaterWalk(k, n, l, m int) float64 {
	a, b := proportion{k, n}.jeffreys()
	c, d := proportion{l, m}.jeffreys()
	return greaterWalk(a, b, c, d)
}

// GreaterQuadrature is greaterQuadrature for k of n and l of m.
func GreaterQuadrature(k, n, l, m int) float64 {
	a, b := proportion{k, n}.jeffreys()
	c, d := proportion{l, m}.jeffreys()
	return greaterQuadrature(a, b, c, d)
}
