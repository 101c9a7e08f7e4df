package recall_test

import (
	"math"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestRelevance(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	ago := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	tests := map[string]struct {
		why    string
		score  float64
		traits episodic.Traits
		domain string
		want   recall.Relevance
		sum    float64
	}{
		"everything": {
			"all terms at their most but for the reads",
			1,
			episodic.Traits{StartedAt: ago(0), Outcome: episodic.OutcomeSuccess, Domain: "ops"},
			"ops",
			recall.Relevance{Similarity: .5, Recency: share(.2), Success: share(.15), Domain: share(.05)},
			.9,
		},
		"a month": {
			"e^-1 after 30 days",
			.5,
			episodic.Traits{StartedAt: ago(30), Outcome: episodic.OutcomeFailure, Domain: "ops"},
			"web",
			recall.Relevance{Similarity: .25, Recency: share(.2 / math.E), Success: share(0), Domain: share(0)},
			.25 + .2/math.E,
		},
		"unknown": {"what is unknown is no zero", .4, episodic.Traits{Outcome: episodic.OutcomeUnknown}, "ops", recall.Relevance{Similarity: .2}, .2},
		"reads": {
			"the logarithm of the reads",
			0,
			episodic.Traits{Outcome: episodic.OutcomePartial, Reads: 99},
			"",
			recall.Relevance{Access: .1 * math.Log(100) / 10, Success: share(0)},
			.1 * math.Log(100) / 10,
		},
		"many reads": {"bounded", 0, episodic.Traits{Reads: math.MaxInt64 - 1}, "", recall.Relevance{Access: .1}, .1},
		"tomorrow":   {"a clock that is ahead makes nothing more recent than now", 0, episodic.Traits{StartedAt: ago(-3)}, "", recall.Relevance{Recency: share(.2)}, .2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, sum := recall.RelevanceOf(tt.score, tt.traits, tt.domain, now)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" || math.Abs(sum-tt.sum) > 1e-12 {
				t.Errorf("%s: sum %v, want %v (-want +got):\n%s", tt.why, sum, tt.sum, diff)
			}
		})
	}
}
