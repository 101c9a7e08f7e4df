package embedding_test

import (
	"testing"

	"github.com/causeway-memory/causeway/internal/embedding"
)

func TestToHalf_knownValues(t *testing.T) {
	for _, c := range []struct {
		why   string
		value float64
		want  uint16
	}{
		{"zero", 0, 0x0000},
		{"one", 1, 0x3c00},
		{"minus one", -1, 0xbc00},
		{"a third, rounded down", 1.0 / 3, 0x3555},
		{"the least normal number", 0x1p-14, 0x0400},
		{"the greatest subnormal number", 0x1p-14 - 0x1p-24, 0x03ff},
		{"the least number", 0x1p-24, 0x0001},
		{"half of the least number goes to the even zero", 0x1p-25, 0x0000},
		{"a tie goes to the even number", 1 - 3*0x1p-12, 0x3bfe},
		{"what rounds up to the next power", 1 - 0x1p-13, 0x3c00},
	} {
		if got := embedding.ToHalf(c.value); got != c.want {
			t.Errorf("%s: %v is %#04x, want %#04x", c.why, c.value, got, c.want)
		}
	}
}

// Every finite 16-bit float up to 1 rounds to itself, and the midpoint of two neighbors rounds to
// the even one.
func TestHalf_roundTrip(t *testing.T) {
	for h := uint16(0); h <= 0x3c00; h++ {
		value := float64(embedding.FromHalf(h))
		if got := embedding.ToHalf(value); got != h {
			t.Fatalf("%#04x is %v, which is %#04x", h, value, got)
		}
		if got := embedding.FromHalf(h | 0x8000); float64(got) != -value {
			t.Fatalf("the negative of %v is %v", value, got)
		}
		if h == 0 {
			continue
		}
		below := float64(embedding.FromHalf(h - 1))
		even := h - h%2
		if h%2 == 1 {
			even = h - 1
		}
		if got := embedding.ToHalf((value + below) / 2); got != even {
			t.Fatalf("between %v and %v: %#04x, want %#04x", below, value, got, even)
		}
		if got := embedding.ToHalf((value+below)/2 + 1e-3*(value-below)); got != h {
			t.Fatalf("above the middle of %v and %v: %#04x", below, value, got)
		}
	}
}
