package episodic_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
)

// refused returns "path code" of the problems of an error that refuses.
func refused(t *testing.T, err error) []string {
	t.Helper()
	var invalid *episodic.InvalidError
	if !errors.As(err, &invalid) || !errors.Is(err, episodic.ErrInvalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	var out []string
	for _, p := range invalid.Problems {
		out = append(out, p.Path+" "+p.Code)
	}
	return out
}

// with returns a good question, changed.
func with(change func(*episodic.RecallQuestion)) episodic.RecallQuestion {
	q := episodic.RecallQuestion{Text: "x", Limit: 1}
	change(&q)
	return q
}

func share(f float64) *float64 { return &f }

func TestRecall_Refuses(t *testing.T) {
	tests := map[string]struct {
		why  string
		q    episodic.RecallQuestion
		want []string
	}{
		"empty":      {"nothing is asked", episodic.RecallQuestion{Limit: 1}, []string{"text INVALID_INPUT"}},
		"space":      {"space asks nothing", episodic.RecallQuestion{Text: " \n\t", Limit: 1}, []string{"text INVALID_INPUT"}},
		"huge":       {"one byte over", episodic.RecallQuestion{Text: strings.Repeat("x", 100_001), Limit: 1}, []string{"text TOO_LARGE"}},
		"none":       {"no episode is wanted", episodic.RecallQuestion{Text: "x"}, []string{"limit INVALID_INPUT"}},
		"under none": {"a limit counts", episodic.RecallQuestion{Text: "x", Limit: -1}, []string{"limit INVALID_INPUT"}},
		"many":       {"a page holds 100", episodic.RecallQuestion{Text: "x", Limit: 101}, []string{"limit INVALID_INPUT"}},
		"before":     {"an offset counts", episodic.RecallQuestion{Text: "x", Limit: 1, Offset: -1}, []string{"offset INVALID_INPUT"}},
		"far":        {"the ranked list is not walked to its end", episodic.RecallQuestion{Text: "x", Limit: 1, Offset: 5_001}, []string{"offset INVALID_INPUT"}},
		"beside":     {"one of the two is asked", episodic.RecallQuestion{Text: "x", Like: "ep", Limit: 1}, []string{"like INVALID_INPUT"}},
		"alpha over": {"a weight is a share", with(func(q *episodic.RecallQuestion) { q.Alpha = share(1.01) }), []string{"alpha INVALID_INPUT"}},
		"no alpha":   {"what is no number is no weight", with(func(q *episodic.RecallQuestion) { q.Alpha = share(math.NaN()) }), []string{"alpha INVALID_INPUT"}},
		"vector":     {"vectors have names", with(func(q *episodic.RecallQuestion) { q.Vector = "title" }), []string{"vector INVALID_INPUT"}},
		"ranking":    {"rankings have names", with(func(q *episodic.RecallQuestion) { q.Ranking = "luck" }), []string{"ranking INVALID_INPUT"}},
		"related":    {"a walk ends", with(func(q *episodic.RecallQuestion) { q.Related = 51 }), []string{"related INVALID_INPUT"}},
		"backwards": {"nothing is between", with(func(q *episodic.RecallQuestion) {
			q.Filter.Since, q.Filter.Until = time.Unix(2, 0), time.Unix(1, 0)
		}), []string{"filter.since INVALID_INPUT"}},
		"all": {"every problem is told", episodic.RecallQuestion{Offset: -1}, []string{"text INVALID_INPUT", "limit INVALID_INPUT", "offset INVALID_INPUT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			// A bad question reaches no engine, so the service needs none here.
			_, err := episodic.NewService(episodic.Parts{Store: nil, Index: nil}, nil).Recall(t.Context(), tt.q)
			if diff := cmp.Diff(tt.want, refused(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestRecall_TakesItsLimits(t *testing.T) {
	for _, q := range []episodic.RecallQuestion{
		{Text: "x", Limit: 1},
		{Text: "x", Limit: episodic.MaxPage, Offset: 5_000},
		{Text: strings.Repeat("x", 100_000), Limit: 1},
		{Like: "ep", Limit: 1, Alpha: share(1), Vector: episodic.VectorTask, Ranking: episodic.RankByRelevance, Related: 50},
		{Text: "x", Limit: 1, Alpha: share(0)},
	} {
		if err := episodic.CheckRecall(q); err != nil {
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
			if diff := cmp.Diff(tt.want, strings.Join(episodic.QuestionTerms(tt.text), " ")); diff != "" {
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
	got := episodic.QuestionTerms(b.String())
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
			if diff := cmp.Diff(tt.want, episodic.MatchingWords(tt.question, tt.text)); diff != "" {
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
	want := []episodic.RecallHit{
		{Episode: "b", Score: 9, Best: chunks[0]}, {Episode: "a", Score: 8, Best: chunks[1]}, {Episode: "c", Score: 5, Best: chunks[4]},
	}
	if diff := cmp.Diff(want, episodic.Grouped(chunks)); diff != "" {
		t.Errorf("each episode once, best first (-want +got):\n%s", diff)
	}
}

func TestNamedReference(t *testing.T) {
	tests := map[string]struct {
		why  string
		kind episodic.ReferenceKind
		name string
		want string
	}{
		"short SHA": {"the key is the first 7", episodic.ReferenceCommit, "3f2a91c", "3f2a91c"},
		"full SHA":  {"whatever else is given", episodic.ReferenceCommit, sha40, "3f2a91c"},
		"capitals":  {"git writes lower case", episodic.ReferenceCommit, "3F2A91C0", "3f2a91c"},
		"digits":    {"a SHA may hold no letter", episodic.ReferenceCommit, "1234567", "1234567"},
		"issue":     {"others are named by their key", episodic.ReferenceIssue, "Own/Repo#1", "Own/Repo#1"},
		"file":      {"a short one too", episodic.ReferenceFile, "a.go", "a.go"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := episodic.NamedReference(tt.kind, tt.name)
			if want := (episodic.Reference{Kind: tt.kind, Key: tt.want}); err != nil || got != want {
				t.Errorf("%s: got %+v, %v, want %+v", tt.why, got, err, want)
			}
		})
	}
	for _, name := range []string{"", "3f2a91", "3f2a91g", "3f2a-91c", "HEAD", "v1.2.345"} {
		_, err := episodic.NamedReference(episodic.ReferenceCommit, name)
		if diff := cmp.Diff([]string{"key INVALID_INPUT"}, refused(t, err)); diff != "" {
			t.Errorf("%q is taken for a SHA (-want +got):\n%s", name, diff)
		}
	}
}

func TestRecordAll_Refuses(t *testing.T) {
	good, bad := episodic.Episode{ID: "a"}, episodic.Episode{ID: "b", Task: "\x00", Outcome: "ok"}
	tests := map[string]struct {
		why      string
		project  string
		episodes []episodic.Episode
		want     []string
	}{
		"project":     {"it is looked at first", "a b", []episodic.Episode{bad}, []string{"project INVALID_INPUT"}},
		"one":         {"a single episode needs no number", "p", []episodic.Episode{bad}, []string{"outcome INVALID_INPUT", "task INVALID_INPUT"}},
		"one of two":  {"the path says which", "p", []episodic.Episode{good, bad}, []string{"episodes[1].outcome INVALID_INPUT", "episodes[1].task INVALID_INPUT"}},
		"twice":       {"ids in one call are distinct", "p", []episodic.Episode{good, {ID: " a "}}, []string{"episodes[1].id DUPLICATE_ID"}},
		"three times": {"every double is told", "p", []episodic.Episode{good, good, good}, []string{"episodes[1].id DUPLICATE_ID", "episodes[2].id DUPLICATE_ID"}},
		"several":     {"all that is wrong is told at once", "p", []episodic.Episode{{}, good, bad}, []string{"episodes[0].id INVALID_INPUT", "episodes[2].outcome INVALID_INPUT", "episodes[2].task INVALID_INPUT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := episodic.NewService(episodic.Parts{Store: nil, Index: nil}, nil).RecordAll(t.Context(), tt.project, tt.episodes, false, episodic.StateIndexed)
			if diff := cmp.Diff(tt.want, refused(t, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestPrepareAll_KeepsTheOrder(t *testing.T) {
	got, err := episodic.PrepareAll([]episodic.Episode{{ID: "b"}, {ID: "a"}})
	if err != nil || len(got) != 2 || got[0].Episode.ID != "b" || got[1].Episode.ID != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
}
