package recall_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/google/go-cmp/cmp"
)

// chunkOf is a chunk found, named by its text.
func chunkOf(episode string, score float64, text string) episodic.ChunkHit {
	return episodic.ChunkHit{Episode: episode, Score: score, Text: text}
}

func TestSimilarFailures_fusion(t *testing.T) {
	type fused struct {
		Episode, Text   string
		Score           float64
		Error, Decision *float64
	}
	num := func(f float64) *float64 { return &f }
	for name, c := range map[string]struct {
		why              string
		error, decisions []episodic.ChunkHit
		want             []fused
	}{
		"by the error alone": {
			"what was not asked is null, not 0",
			[]episodic.ChunkHit{chunkOf("a", 4, "best"), chunkOf("b", 2, "half"), chunkOf("a", 1, "worse")},
			nil,
			[]fused{{"a", "best", 1, num(1), nil}, {"b", "half", .5, num(.5), nil}},
		},
		"both, equal weights": {
			"half of each beats nothing of one; the better part is shown",
			[]episodic.ChunkHit{chunkOf("a", 4, "error of a"), chunkOf("b", 3, "error of b")},
			[]episodic.ChunkHit{chunkOf("b", .8, "decision of b"), chunkOf("c", .2, "decision of c")},
			[]fused{
				{"b", "decision of b", .875, num(.75), num(1)},
				{"a", "error of a", .5, num(1), num(0)},
				{"c", "decision of c", .125, num(0), num(.25)},
			},
		},
		"equal scores": {
			"the order of a map is none",
			[]episodic.ChunkHit{chunkOf("b", 1, "b"), chunkOf("c", 1, "c"), chunkOf("a", 1, "a")},
			nil,
			[]fused{{"a", "a", 1, num(1), nil}, {"b", "b", 1, num(1), nil}, {"c", "c", 1, num(1), nil}},
		},
		"nothing positive": {
			"a chunk that was found is shown, whatever its score",
			[]episodic.ChunkHit{},
			[]episodic.ChunkHit{chunkOf("a", 0, "found"), chunkOf("b", -1, "too")},
			[]fused{{"a", "found", 0, num(0), num(0)}, {"b", "too", 0, num(0), num(0)}},
		},
		"nothing": {"", []episodic.ChunkHit{}, []episodic.ChunkHit{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []fused
			for _, h := range recall.FuseFailures(c.error, c.decisions) {
				got = append(got, fused{h.Episode, h.Best.Text, h.Score, h.Terms.ErrorShare, h.Terms.DecisionShare})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestEmptyNote(t *testing.T) {
	for text, want := range map[string]string{
		"": "no word", "?! 🤔": "no word", "what is the": "every text", "What IS it?": "every text", "the walrus": "like it", "be9c229": "like it",
	} {
		if got := recall.EmptyNote(text); !strings.Contains(got, want) {
			t.Errorf("%q: %s; want one with %q", text, got, want)
		}
	}
}

func TestQuestions_problems(t *testing.T) {
	day := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	inverted := episodic.EpisodeFilter{Since: day.Add(1), Until: day}
	long := strings.Repeat("x", 100_001)
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a failure":             {recall.CheckFailures(recall.FailureQuestion{Error: "x", Limit: 1}), ""},
		"decisions that failed": {recall.CheckFailures(recall.FailureQuestion{Decisions: []string{"x"}, Limit: episodic.MaxPage}), ""},
		"neither":               {recall.CheckFailures(recall.FailureQuestion{Limit: 1}), "error INVALID_INPUT"},
		"everything":            {recall.CheckFailures(recall.FailureQuestion{Error: long, Decisions: []string{"", long}, Filter: inverted, Limit: 1_000_000_000}), "error TOO_LARGE, decisions TOO_LARGE, decisions[0] INVALID_INPUT, limit INVALID_INPUT, filter.since INVALID_INPUT"},
		"a decision":            {recall.CheckDecisions(recall.DecisionQuestion{Context: "x", Limit: 1, Filter: episodic.EpisodeFilter{Since: day, Until: day}}), ""},
		"no decision":           {recall.CheckDecisions(recall.DecisionQuestion{Limit: -1, Filter: inverted}), "context INVALID_INPUT, limit INVALID_INPUT, filter.since INVALID_INPUT"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			var invalid *problem.InvalidError
			if errors.As(c.err, &invalid) {
				for _, p := range invalid.Problems {
					got = append(got, p.Path+" "+p.Code)
				}
			}
			if s := strings.Join(got, ", "); s != c.want || (c.err == nil) != (c.want == "") {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}
