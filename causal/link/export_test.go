package link

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
