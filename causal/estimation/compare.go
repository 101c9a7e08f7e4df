package estimation

import "math"

// twinShare is the share of the rows with a known state that must record a twin.
const twinShare = .9

// MutualInformation is the mutual information of two columns, in nats, over the rows that know both.
func MutualInformation(x, y Column) float64 {
	counts, total := make([]float64, x.States*y.States), 0.0
	ofX, ofY := make([]float64, x.States), make([]float64, y.States)
	for row, state := range x.Of {
		if other := y.Of[row]; state != Unknown && other != Unknown {
			counts[int(state)*y.States+int(other)]++
			ofX[state]++
			ofY[other]++
			total++
		}
	}
	sum := 0.0
	for cell, n := range counts {
		if n > 0 {
			sum += n / total * math.Log(n*total/(ofX[cell/y.States]*ofY[cell%y.States]))
		}
	}
	return sum
}

// Twins reports whether two columns map one to one, and nearly all rows that know the first know
// both.
func Twins(first, other Column) bool {
	there, back := unmapped(first.States), unmapped(other.States)
	known, both := 0, 0
	for row, a := range first.Of {
		if a == Unknown {
			continue
		}
		known++
		b := other.Of[row]
		if b == Unknown {
			continue
		}
		both++
		if there[a] == Unknown && back[b] == Unknown {
			there[a], back[b] = b, a
		}
		if there[a] != b || back[b] != a {
			return false
		}
	}
	pairs := 0
	for _, b := range there {
		if b != Unknown {
			pairs++
		}
	}
	return pairs > 1 && both >= leastKnown && float64(both) >= twinShare*float64(known)
}

// unmapped are that many states without a counterpart.
func unmapped(states int) []int16 {
	out := make([]int16, states)
	for i := range out {
		out[i] = Unknown
	}
	return out
}
