package episodic_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/causeway-memory/causeway/episodic"
)

func TestRelevance(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	ago := func(days int) episodic.Timestamp { return episodic.At(now.AddDate(0, 0, -days)) }
	hit := func(score float64, e episodic.Episode) episodic.RecallHit {
		return episodic.RecallHit{Score: score, Stored: episodic.Stored{Episode: e}}
	}
	tests := map[string]struct {
		why    string
		hit    episodic.RecallHit
		reads  int64
		domain string
		want   episodic.Relevance
		sum    float64
	}{
		"everything": {
			"all terms at their most but for the reads", hit(1, episodic.Episode{StartedAt: ago(0), Outcome: episodic.OutcomeSuccess, Domain: "ops"}),
			0, "ops",
			episodic.Relevance{Similarity: .5, Recency: share(.2), Success: share(.15), Domain: share(.05)},
			.9,
		},
		"a month": {
			"e^-1 after 30 days", hit(.5, episodic.Episode{StartedAt: ago(30), Outcome: episodic.OutcomeFailure, Domain: "ops"}),
			0, "web",
			episodic.Relevance{Similarity: .25, Recency: share(.2 / math.E), Success: share(0), Domain: share(0)},
			.25 + .2/math.E,
		},
		"unknown": {"what is unknown is no zero", hit(.4, episodic.Episode{Outcome: episodic.OutcomeUnknown}), 0, "ops", episodic.Relevance{Similarity: .2}, .2},
		"reads": {
			"the logarithm of the reads", hit(0, episodic.Episode{Outcome: episodic.OutcomePartial}),
			99, "",
			episodic.Relevance{Access: .1 * math.Log(100) / 10, Success: share(0)},
			.1 * math.Log(100) / 10,
		},
		"many reads": {"bounded", hit(0, episodic.Episode{}), math.MaxInt64 - 1, "", episodic.Relevance{Access: .1}, .1},
		"tomorrow":   {"a clock that is ahead makes nothing more recent than now", hit(0, episodic.Episode{StartedAt: ago(-3)}), 0, "", episodic.Relevance{Recency: share(.2)}, .2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, sum := episodic.RelevanceOf(tt.hit, tt.reads, tt.domain, now)
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" || math.Abs(sum-tt.sum) > 1e-12 {
				t.Errorf("%s: sum %v, want %v (-want +got):\n%s", tt.why, sum, tt.sum, diff)
			}
		})
	}
}

func TestVectorTexts(t *testing.T) {
	e := episodic.Episode{
		ID: "ep", Task: "Repair the importer", Outcome: episodic.OutcomeFailure, Lessons: []string{"read the log first"},
		Decisions: []episodic.Decision{{ID: "d1", Chosen: "lenient parser"}},
		Events:    []episodic.Event{{ID: "e1", Type: episodic.EventError, Content: "disk full"}, {ID: "e2", Content: "import passed"}},
	}
	got := episodic.VectorTexts(e)
	if len(got[episodic.VectorChunk]) != 3 {
		t.Errorf("each chunk has its vector: %q", got[episodic.VectorChunk])
	}
	for name, want := range map[episodic.VectorName]string{
		episodic.VectorTask: "Repair the importer", episodic.VectorOutcome: "failure\nread the log first\ndisk full",
	} {
		if diff := cmp.Diff([]string{want}, got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	full := got[episodic.VectorFull]
	if len(full) != 1 {
		t.Fatalf("the full texts are %q", full)
	}
	for _, part := range []string{"Repair", "lenient", "disk full", "import passed"} {
		if !strings.Contains(full[0], part) {
			t.Errorf("%q is not in the full text %q", part, full[0])
		}
	}
}
