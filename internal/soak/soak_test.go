package soak_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/internal/soak"
)

func TestRand(t *testing.T) {
	t.Setenv("SOAK_SEED", "")
	if got, want := soak.Rand(3, 4).Uint64(), rand.New(rand.NewPCG(3, 4)).Uint64(); got != want {
		t.Errorf("%d without a seed, want %d", got, want)
	}
	drawn := map[uint64]bool{soak.Rand(3, 4).Uint64(): true}
	for _, seed := range []string{"1", "2"} {
		t.Setenv("SOAK_SEED", seed)
		first := soak.Rand(3, 4).Uint64()
		if first != soak.Rand(3, 4).Uint64() {
			t.Errorf("seed %s does not come back", seed)
		}
		drawn[first] = true
	}
	if len(drawn) != 3 {
		t.Errorf("three seeds draw %v", drawn)
	}
}

func TestRounds(t *testing.T) {
	for _, c := range []struct {
		set, short string
		n, want    int
	}{
		{"", "false", 40, 40},
		{"1", "false", 40, 40},
		{"25", "false", 40, 1_000},
		{"", "true", 40, 4},
		{"", "true", 41, 5},
		{"", "true", 1, 1},
		{"25", "true", 40, 100},
	} {
		t.Setenv("SOAK_ROUNDS", c.set)
		setShort(t, c.short)
		if got := soak.Rounds(c.n); got != c.want {
			t.Errorf("%d rounds with SOAK_ROUNDS=%q and -short=%s: %d, want %d", c.n, c.set, c.short, got, c.want)
		}
	}
}

// setShort sets -short until the test ends.
func setShort(t *testing.T, value string) {
	t.Helper()
	f := flag.Lookup("test.short")
	before := f.Value.String()
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(before) })
}

// TestCheck draws the same again without a seed, and something else with one.
func TestCheck(t *testing.T) {
	setShort(t, "false")
	before := flag.Lookup("rapid.checks").Value.String()
	draw := func(seed, rounds string) (drawn []uint64) {
		t.Run("seed "+seed, func(t *testing.T) {
			t.Setenv("SOAK_SEED", seed)
			t.Setenv("SOAK_ROUNDS", rounds)
			soak.Check(t, 5, func(r *rapid.T) { drawn = append(drawn, rapid.Uint64().Draw(r, "n")) })
		})
		return drawn
	}
	first, again, other := draw("", ""), draw("", ""), draw("77", "3")
	if len(first) != 5 || len(other) != 15 {
		t.Errorf("%d and %d checks, want 5 and 15", len(first), len(other))
	}
	if first[4] != again[4] || first[4] == other[4] {
		t.Errorf("drawn are %v, %v and %v", first, again, other)
	}
	setShort(t, "true")
	if few := draw("", "10"); !slices.Equal(few, first) {
		t.Errorf("a tenth of ten times the checks draws %v, want %v", few, first)
	}
	if after := flag.Lookup("rapid.checks").Value.String(); after != before {
		t.Errorf("rapid.checks stays %s", after)
	}
}

func TestRand_RefusesTypos(t *testing.T) {
	t.Setenv("SOAK_SEED", "1O")
	defer func() {
		if recover() == nil {
			t.Error("a seed that is no number is taken for none")
		}
	}()
	soak.Rand(1, 1)
}
