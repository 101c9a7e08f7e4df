package estimation

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGivenClear_HoldsTheTruth draws numbers and keeps those that exclude 0: the corrected intervals of
// these hold the truth as often as they say, and the plain ones do not.
func TestGivenClear_HoldsTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, truth := range []float64{0, .3, 1, 2, 3.5, -1.5} {
		clear, held, plain := 0, 0, 0
		for clear < 20_000 {
			value := truth + r.NormFloat64()
			size := math.Abs(value)
			if size <= z95 {
				continue
			}
			clear++
			own := truth * math.Copysign(1, value) // the truth on the side of the value
			if GivenClear(size, size-z95) <= own && own <= size+z95 {
				held++
			}
			if size-z95 <= own && own <= size+z95 {
				plain++
			}
		}
		if share := float64(held) / float64(clear); share < .945 || share > .985 {
			t.Errorf("%v: %v of the corrected intervals hold the truth, %v of the plain ones", truth, share, float64(plain)/float64(clear))
		}
		if truth == 0 && plain > 0 {
			t.Errorf("%d plain intervals that exclude 0 hold it", plain)
		}
	}
}

// TestGivenClear_Ends wants the correction to turn with the sign and the scale, to be small far from 0,
// and never to shorten an interval.
func TestGivenClear_Ends(t *testing.T) {
	for _, z := range []float64{1.97, 2.3, 3, 4, 8, 40} {
		near := z - z95
		end := GivenClear(z, near)
		if mirrored := GivenClear(-z, -near); math.Abs(mirrored+end) > 1e-9 {
			t.Errorf("z %v: %v, mirrored %v", z, end, mirrored)
		}
		if scaled := GivenClear(z/10, near/10); math.Abs(10*scaled-end) > 1e-9 {
			t.Errorf("z %v: %v, a tenth of it %v", z, end, scaled)
		}
		if end > near || (end > 0) != (z > 3.03) || z > 6 && near-end > 1e-3 {
			t.Errorf("z %v: %v, plain %v", z, end, near)
		}
	}
	if end := GivenClear(.2, .2); end != .2 {
		t.Errorf("an interval without width: %v", end)
	}
}
