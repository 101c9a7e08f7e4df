package embedding_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/soak"
)

// Compares the estimate with a common vocabulary. Texts that would not fit are worse than texts
// that are cut a little early.
func TestTokens_areNotTooFew(t *testing.T) {
	vocabulary, err := tokenizer.Get(tokenizer.Cl100kBase)
	must(t, err)
	texts := []string{
		"", "The deploy of the payment service was rolled back because the connection pool ran empty.",
		"設定を変更した後に失敗した。", "be9c22975f0a1b2c3d4e5f60718293a4b5c6d7e8", "internationalization",
		"https://example.org/a/b?c=d&e=f#g", strings.TrimSpace(strings.Repeat("a ", 50)), "😀😀 ok",
		"Übergröße änderte Schnittstellen", "Почему сервис упал после обновления?",
	}
	for _, pattern := range []string{"*.go", "../../docs/*.md", "../../examples/*.json"} {
		files, err := filepath.Glob(pattern)
		must(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(t, err)
			texts = append(texts, withoutTables(string(text)))
		}
	}
	for _, text := range texts {
		want, err := vocabulary.Count(text)
		must(t, err)
		if got := embedding.Tokens(text); got < want || got > 2*want+8 {
			t.Errorf("%.60q has about %d tokens, in truth %d", text, got, want)
		}
	}
}

// withoutTables removes drawn tables: the vocabulary has single tokens for long runs of their
// signs and spaces, which the estimate may ignore.
func withoutTables(text string) string {
	return regexp.MustCompile(`(?m)^.*[│┼─].*$`).ReplaceAllString(text, "")
}

func TestCutTokens_property(t *testing.T) {
	soak.Check(t, 100, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(0, 60).Draw(t, "most")
		got := embedding.CutTokens(text, most)
		switch {
		case !strings.HasPrefix(text, got) && !strings.Contains(text, got):
			t.Fatalf("%q is no part of %q", got, text)
		case embedding.Tokens(got) > most:
			t.Fatalf("%q has %d tokens, more than %d", got, embedding.Tokens(got), most)
		case utf8.ValidString(text) && !utf8.ValidString(got):
			t.Fatalf("%q is cut within a letter", got)
		case embedding.Tokens(text) <= most && strings.TrimSpace(got) != strings.TrimSpace(text):
			t.Fatalf("%q was cut to %q without need", text, got)
		}
	})
}

func TestBatches(t *testing.T) {
	five := "one two three four five"
	for _, c := range []struct {
		why           string
		texts         []string
		most, mostSum int
		want          [][]int
	}{
		{"none", nil, 3, 100, nil},
		{"by count", []string{"a", "b", "c", "d"}, 3, 100, [][]int{{0, 1, 2}, {3}}},
		{"by tokens", []string{five, five, five}, 9, 2 * embedding.Tokens(five), [][]int{{0, 1}, {2}}},
		{"one that is too long has its own", []string{"a", strings.Repeat(five, 9), "b"}, 9, 10, [][]int{{0}, {1}, {2}}},
	} {
		if diff := cmp.Diff(c.want, embedding.Batches(c.texts, c.most, c.mostSum)); diff != "" {
			t.Errorf("%s: %s", c.why, diff)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why, header string
		want        time.Duration
	}{
		{"nothing", "", -1},
		{"seconds", "7", 7 * time.Second},
		{"at once", "0", 0},
		{"a date", "Sat, 21 Nov 2026 12:01:30 GMT", 90 * time.Second},
		{"a date that is over", "Sat, 21 Nov 2026 11:00:00 GMT", 0},
		{"a date far away", "Sat, 21 Nov 2099 11:00:00 GMT", 24 * time.Hour},
		{"too many seconds", "99999999999", 24 * time.Hour},
		{"negative", "-3", -1},
		{"no number", "soon", -1},
	} {
		got := time.Duration(-1)
		if after := embedding.RetryAfter(c.header, now); after != nil {
			got = after.Duration
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}
