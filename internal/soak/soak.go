package soak

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// rapidSeed is the seed of rapid's checks without SOAK_SEED; rapid takes 0 for a random one.
const rapidSeed = 9

// Rand returns the source of one round of a property test. Tests choose different streams, so
// that no two of them draw the same.
func Rand(stream, round uint64) *rand.Rand {
	return rand.New(rand.NewPCG(stream, round^setting("SOAK_SEED", 0)))
}

// short is the part of the rounds that a run with -short makes: one in so many.
const short = 10

// Rounds returns how many rounds a test makes that makes n on a full run. With -short it makes a tenth of
// them, and at least one.
func Rounds(n int) int {
	n *= int(setting("SOAK_ROUNDS", 1))
	if testing.Short() {
		return (n + short - 1) / short
	}
	return n
}

// Check is [rapid.Check] with a number of checks and the seed of this run.
func Check(tb testing.TB, checks int, property func(*rapid.T)) {
	tb.Helper()
	SetRapid(tb, checks)
	rapid.Check(tb, property)
}

// SetRapid sets those flags of rapid that the command line does not, until the test ends: the
// number of checks, the seed, and that no files are written into the tree.
func SetRapid(tb testing.TB, checks int) {
	tb.Helper()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	checks = Rounds(checks)
	if testing.Short() {
		checks *= 5 // rapid takes a fifth of the flag then
	}
	for name, value := range map[string]string{
		"rapid.checks": strconv.Itoa(checks), "rapid.seed": strconv.FormatUint(rapidSeed^setting("SOAK_SEED", 0), 10),
		"rapid.nofailfile": "true", "rapid.shrinktime": "1ms",
	} {
		// Set on the value itself, so that flag.Visit goes on telling what was given.
		f := flag.Lookup(name)
		if given[name] {
			continue
		}
		before := f.Value.String()
		if err := f.Value.Set(value); err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() { _ = f.Value.Set(before) })
	}
}

// setting is a whole number of the environment. A typo must not pass for the usual run.
func setting(name string, otherwise uint64) uint64 {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		panic(fmt.Sprintf("%s=%s is not a whole number below 2^32", name, text))
	}
	return n
}
