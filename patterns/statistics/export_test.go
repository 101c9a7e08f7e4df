package statistics

// LogAbove is the continued fraction, for tests to compare other ways with.
func LogAbove(a, b, x float64) float64 { return logAbove(a, b, x) }
