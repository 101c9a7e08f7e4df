package vectorcode_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/internal/vectorcode"
)

// TestProduct_isTheSum compares both ways to add up products with one product after the other, at every length that ends
// differently, and with the greatest numbers, whose products have to fit.
func TestProduct_isTheSum(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	kinds := map[string]func() int8{
		"random":   func() int8 { return int8(random.IntN(255) - 127) },
		"greatest": func() int8 { return math.MaxInt8 },
		"least":    func() int8 { return math.MinInt8 },
	}
	for name, number := range kinds {
		for n := range 200 {
			// Two places before the first, so that lists begin anywhere.
			a, b := make([]int8, n+2), make([]int8, n+2)
			want := int32(0)
			for i := range a {
				a[i], b[i] = number(), number()
				if i >= 2 {
					want += int32(a[i]) * int32(b[i])
				}
			}
			for way, product := range map[string]func(a, b []int8) int32{"here": vectorcode.Product, "anywhere": vectorcode.PlainProduct} {
				if got := product(a[2:], b[2:]); got != want {
					t.Fatalf("%s numbers, %d of them, %s: %d, want %d", name, n, way, got, want)
				}
			}
		}
	}
}
