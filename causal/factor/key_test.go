package factor_test

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/factor"
)

func TestKey_IsAHashOfTheParts(t *testing.T) {
	for _, i := range []factor.Identity{
		causaltest.Identity("retry", "yes"), causaltest.Identity("", ""), causaltest.Identity("a", "bc"), causaltest.Identity("ab", "c"),
		causaltest.Identity(strings.Repeat("ä", 300), strings.Repeat("long ", 200)),
	} {
		sum := sha256.Sum256([]byte(i.Variable + "\x00" + i.State + "\x00"))
		if got, want := i.Key(), hex.EncodeToString(sum[:8]); got != want {
			t.Errorf("%.20q: %s, want %s", i.Label(), got, want)
		}
	}
}

func BenchmarkKey(b *testing.B) {
	i := causaltest.Identity("milestone: Adversarial review round <n> returned five findings", factor.StateOccurred)
	b.ReportAllocs()
	for b.Loop() {
		i.Key()
	}
}
