package statistics

// LogAbove lets tests compare the continued fraction with other methods.
func LogAbove(a, b, x float64) float64 { return logAbove(a, b, x) }
