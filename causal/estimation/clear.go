package estimation

import "math"

// z90 is the standard normal quantile of a two-sided interval of 90 %.
const z90 = 1.6448536269514722

// halvings are the steps of a search by bisection, far more than a number has digits.
const halvings = 60

// GivenClear is the end near 0 of the 95 % interval of a number that is told only because its interval
// excludes 0. Of such numbers about nothing every plain interval is wrong. This one holds the truth in
// 95 of 100 of those that are told: it inverts the tests that accept the 95 % most probable of the
// numbers that would be told (Weinstein, Fithian and Benjamini 2013). near is the end near 0 of the
// plain interval, on the side of the value. The other end needs no correction.
func GivenClear(value, near float64) float64 {
	scale := (value - near) / z95
	if scale == 0 {
		return near
	}
	z := value / scale // of the sign of scale, as value is: z > z95
	low, high := -z95, z
	for range halvings {
		if middle := (low + high) / 2; acceptsClear(middle, z) {
			high = middle
		} else {
			low = middle
		}
	}
	if scale < 0 {
		return max(near, high*scale)
	}
	return min(near, high*scale)
}

// acceptsClear reports whether z is among the 95 % most probable of the normal numbers around a lower
// mean that lie beyond ±z95.
func acceptsClear(mean, z float64) bool {
	beyond := upper(z95-mean) + upper(z95+mean)
	nearer := upper(max(z95, 2*mean-z)-mean) - upper(z-mean)
	if 2*mean-z < -z95 {
		nearer += upper(z95+mean) - upper(z-mean)
	}
	return nearer <= .95*beyond
}

// upper is the probability that a standard normal number is larger.
func upper(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
