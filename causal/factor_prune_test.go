package causal_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal"
)

// TestHideReason goes through what a grade depends on: a link has a reason exactly when some
// rule hides it.
func TestHideReason(t *testing.T) {
	for _, c := range []struct {
		why  string
		link causal.FactorLink
		want causal.HideReason
	}{
		{"many episodes refute it", causal.FactorLink{Measure: causal.Measure{Unsupported: true}, Pair: causal.PairCounts{N10: 30}}, causal.HideRefuted},
		{"few episodes refute it", causal.FactorLink{Measure: causal.Measure{Unsupported: true}, Pair: causal.PairCounts{N10: 29}, Evidence: causal.BasisCounts{Temporal: 9}}, causal.HideNotBorneOut},
		{"one episode states it", causal.FactorLink{Measure: causal.Measure{Unmeasured: true}, Evidence: causal.BasisCounts{Temporal: 1}}, causal.HideOneEpisode},
		{"two episodes state it", causal.FactorLink{Measure: causal.Measure{Unmeasured: true}, Evidence: causal.BasisCounts{Temporal: 2}}, ""},
		{"the counts bear it out", causal.FactorLink{Evidence: causal.BasisCounts{Temporal: 1}}, ""},
		{"many episodes refute what somebody stated", causal.FactorLink{Measure: causal.Measure{Unsupported: true}, Pair: causal.PairCounts{N10: 30}, Statements: 9}, causal.HideRefuted},
		{"few episodes refute what somebody stated", causal.FactorLink{Measure: causal.Measure{Unsupported: true}, Pair: causal.PairCounts{N10: 29}, Statements: 9}, causal.HideNotBorneOut},
		{"one statement states it", causal.FactorLink{Measure: causal.Measure{Unmeasured: true}, Statements: 1}, causal.HideOneEpisode},
		{"an episode and a statement state it", causal.FactorLink{Measure: causal.Measure{Unmeasured: true}, Evidence: causal.BasisCounts{Temporal: 1}, Statements: 1}, ""},
	} {
		got := c.link.HideReason()
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if hidden := c.link.Grade() < causal.ShowStrict.Grade(); hidden != (got != "") {
			t.Errorf("%s: the reason is %q, and the strictest rule hides it: %v", c.why, got, hidden)
		}
		if got != "" && got.InWords() == "" {
			t.Errorf("%s: the reason has no words", c.why)
		}
	}
}
