package recall_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// with returns a good question, changed.
func with(change func(*recall.Question)) recall.Question {
	q := recall.Question{Text: "x", Limit: 1}
	change(&q)
	return q
}

func share(f float64) *float64 { return &f }

func TestRecall_Refuses(t *testing.T) {
	tests := map[string]struct {
		why  string
		q    recall.Question
		want []string
	}{
		"empty":      {"nothing is asked", recall.Question{Limit: 1}, []string{"text INVALID_INPUT"}},
		"space":      {"space asks nothing", recall.Question{Text: " \n\t", Limit: 1}, []string{"text INVALID_INPUT"}},
		"huge":       {"one byte over", recall.Question{Text: strings.Repeat("x", 100_001), Limit: 1}, []string{"text TOO_LARGE"}},
		"none":       {"no episode is wanted", recall.Question{Text: "x"}, []string{"limit INVALID_INPUT"}},
		"under none": {"a limit counts", recall.Question{Text: "x", Limit: -1}, []string{"limit INVALID_INPUT"}},
		"many":       {"a page holds 100", recall.Question{Text: "x", Limit: 101}, []string{"limit INVALID_INPUT"}},
		"before":     {"an offset counts", recall.Question{Text: "x", Limit: 1, Offset: -1}, []string{"offset INVALID_INPUT"}},
		"far":        {"the ranked list is not walked to its end", recall.Question{Text: "x", Limit: 1, Offset: 5_001}, []string{"offset INVALID_INPUT"}},
		"beside":     {"one of the two is asked", recall.Question{Text: "x", Like: "ep", Limit: 1}, []string{"like INVALID_INPUT"}},
		"alpha over": {"a weight is a share", with(func(q *recall.Question) { q.Alpha = share(1.01) }), []string{"alpha INVALID_INPUT"}},
		"no alpha":   {"what is no number is no weight", with(func(q *recall.Question) { q.Alpha = share(math.NaN()) }), []string{"alpha INVALID_INPUT"}},
		"relevance":  {"a probability is a share", with(func(q *recall.Question) { q.MinRelevance = 1.01 }), []string{"minRelevance INVALID_INPUT"}},
		"like asks":  {"what is like an episode answers nothing", recall.Question{Like: "ep", Limit: 1, MinRelevance: .5}, []string{"minRelevance INVALID_INPUT"}},
		"vector":     {"vectors have names", with(func(q *recall.Question) { q.Vector = "title" }), []string{"vector INVALID_INPUT"}},
		"ranking":    {"rankings have names", with(func(q *recall.Question) { q.Ranking = "luck" }), []string{"ranking INVALID_INPUT"}},
		"related":    {"a walk ends", with(func(q *recall.Question) { q.Related = 51 }), []string{"related INVALID_INPUT"}},
		"backwards": {"nothing is between", with(func(q *recall.Question) {
			q.Filter.Since, q.Filter.Until = time.Unix(2, 0), time.Unix(1, 0)
		}), []string{"filter.since INVALID_INPUT"}},
		"all": {"every problem is told", recall.Question{Offset: -1}, []string{"text INVALID_INPUT", "limit INVALID_INPUT", "offset INVALID_INPUT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			// A bad question reaches no engine, so the service needs none here.
			_, err := memory.NewEpisodes(memory.EpisodeParts{Store: nil, Index: nil}, nil).Recall.Recall(t.Context(), tt.q)
			if diff := cmp.Diff(tt.want, episodictest.Refused(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestRecall_TakesItsLimits(t *testing.T) {
	for _, q := range []recall.Question{
		{Text: "x", Limit: 1},
		{Text: "x", Limit: episodic.MaxPage, Offset: 5_000},
		{Text: strings.Repeat("x", 100_000), Limit: 1},
		{Like: "ep", Limit: 1, Alpha: share(1), Vector: episodic.VectorTask, Ranking: recall.RankByRelevance, Related: 50},
		{Text: "x", Limit: 1, Alpha: share(0)},
	} {
		if err := recall.CheckRecall(q); err != nil {
			t.Errorf("limit %d, offset %d, %d bytes: %v", q.Limit, q.Offset, len(q.Text), err)
		}
	}
}

func TestQuestionTerms(t *testing.T) {
	tests := map[string]struct{ why, text, want string }{
		"once":              {"a word asked twice weighs no more", "Deploy failed, deploy FAILED", "deploy fail"},
		"identifiers first": {"they say the most", "deploy of be9c22975abc and main.go", "be9c22975abc be9c229 main.go deploy main go"},
		"other scripts":     {"letters of any script, marks on them too, are no identifiers", "हिन्दी Ошибка #7", "#7 7 हिन्दी ошибка"},
		"nothing":           {"no word, no term", "?! …", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, strings.Join(recall.QuestionTerms(tt.text), " ")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestQuestionTerms_OfALongQuestion(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "w%s ", strings.Repeat("x", i%60)+string(rune('a'+i%26)))
	}
	b.WriteString("#4711")
	got := recall.QuestionTerms(b.String())
	if len(got) != 128 || got[0] != "#4711" || got[1] != "4711" {
		t.Errorf("%d terms, first %q: the identifier at the end must survive the cut", len(got), got[:2])
	}
}

func TestMatchingWords(t *testing.T) {
	tests := map[string]struct {
		why, question, text string
		want                []string
	}{
		"forms":       {"other forms of a word match, shown as asked", "Why did retries fail?", "retrying failed", []string{"retries", "fail"}},
		"none":        {"nothing is shared", "cache eviction", "the deploy", nil},
		"small words": {"the is no reason", "the deploy of the cache", "the cache", []string{"cache"}},
		"twice":       {"one word in two spellings is one", "Cache, cache and CACHE", "cache", []string{"Cache"}},
		"part":        {"a part of an identifier is a reason", "what about main.go", "cmd/main.go", []string{"main.go"}},
		"short SHA":   {"a short SHA meets the long one", "be9c229?", "Commit be9c22975abcdef", []string{"be9c229"}},
		"in order":    {"in the order of the question", "b1 a1", "a1 b1", []string{"b1", "a1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, recall.MatchingWords(tt.question, tt.text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestGrouped_KeepsTheBestChunk(t *testing.T) {
	hit := func(episode, text string, score float64) episodic.ChunkHit {
		return episodic.ChunkHit{Episode: episode, Text: text, Score: score}
	}
	chunks := []episodic.ChunkHit{hit("b", "1", 9), hit("a", "2", 8), hit("b", "3", 7), hit("a", "4", 6), hit("c", "5", 5)}
	want := []recall.Hit{
		{Episode: "b", Score: 9, Best: chunks[0]}, {Episode: "a", Score: 8, Best: chunks[1]}, {Episode: "c", Score: 5, Best: chunks[4]},
	}
	if diff := cmp.Diff(want, recall.Grouped(chunks), cmpopts.IgnoreUnexported(recall.Hit{})); diff != "" {
		t.Errorf("each episode once, best first (-want +got):\n%s", diff)
	}
}
