package link_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/link"
)

// TestHideReason goes through what a grade depends on: a link has a reason exactly when some
// rule hides it.
func TestHideReason(t *testing.T) {
	for _, c := range []struct {
		why  string
		link link.FactorLink
		want link.HideReason
	}{
		{"many episodes refute it", link.FactorLink{Measure: link.Measure{Unsupported: true}, Pair: link.PairCounts{N10: 30}}, link.HideRefuted},
		{"few episodes refute it", link.FactorLink{Measure: link.Measure{Unsupported: true}, Pair: link.PairCounts{N10: 29}, Evidence: link.BasisCounts{Temporal: 9}}, link.HideNotBorneOut},
		{"one episode states it", link.FactorLink{Measure: link.Measure{Unmeasured: true}, Evidence: link.BasisCounts{Temporal: 1}}, link.HideOneEpisode},
		{"two episodes state it", link.FactorLink{Measure: link.Measure{Unmeasured: true}, Evidence: link.BasisCounts{Temporal: 2}}, ""},
		{"the counts bear it out", link.FactorLink{Evidence: link.BasisCounts{Temporal: 1}}, ""},
		{"many episodes refute what somebody stated", link.FactorLink{Measure: link.Measure{Unsupported: true}, Pair: link.PairCounts{N10: 30}, Statements: 9}, link.HideRefuted},
		{"few episodes refute what somebody stated", link.FactorLink{Measure: link.Measure{Unsupported: true}, Pair: link.PairCounts{N10: 29}, Statements: 9}, link.HideNotBorneOut},
		{"one statement states it", link.FactorLink{Measure: link.Measure{Unmeasured: true}, Statements: 1}, link.HideOneEpisode},
		{"an episode and a statement state it", link.FactorLink{Measure: link.Measure{Unmeasured: true}, Evidence: link.BasisCounts{Temporal: 1}, Statements: 1}, ""},
	} {
		got := c.link.HideReason()
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
		if hidden := c.link.Grade() < link.ShowStrict.Grade(); hidden != (got != "") {
			t.Errorf("%s: the reason is %q, and the strictest rule hides it: %v", c.why, got, hidden)
		}
		if got != "" && got.InWords() == "" {
			t.Errorf("%s: the reason has no words", c.why)
		}
	}
}
