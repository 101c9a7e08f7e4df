package lexis_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/google/go-cmp/cmp"
)

func TestAnalyze(t *testing.T) {
	for name, c := range map[string]struct {
		why, text, want string
	}{
		"stems":           {"inflected forms meet", "retried retries Retrying", "retri retri retri"},
		"stop words":      {"small words say nothing", "the cause of the failure", "caus failur"},
		"question":        {"what makes a question is not what it asks for", "Why did the deploy fail?", "deploy fail"},
		"only stop words": {"a question must ask for something", "who was it", "who was it"},
		"contraction":     {"contractions of small words are small words", "it’s what they don't do, deploy", "deploy"},
		"abbreviation":    {"capitals tell an abbreviation from a small word", "SO and US-based IT: so it is", "so usbas us base it"},
		"shouted":         {"a text in capitals tells none", "WHO BROKE IT", "broke"},
		"an abbreviation": {"one word alone may be one", "WHO", "who"},
		"possessive":      {"the owner is meant", "GitHub's the agent's", "github git hub agent"},
		"states":          {"directions tell states of machines", "server down, timed out", "server down time out"},
		"month":           {"May is a month", "in May", "may"},
		"sha": {
			"a commit is found by any form from 7 digits", "Commit be9c22975abcdef0123456789abcdef012345678",
			"commit be9c22975abcdef0123456789abcdef012345678 be9c229",
		},
		"short sha":   {"seven digits are the common form", "be9c229", "be9c229"},
		"capital sha": {"case does not matter in a SHA", "BE9C22975A", "be9c22975a be9c229"},
		"no sha":      {"a word of the letters a to f is a word", "defaced 20260503", "defac 20260503"},
		"issue":       {"with and without its sign", "fixes #123", "fix #123 123"},
		"qualified":   {"an issue elsewhere", "owner/repo#12", "owner/repo#12 owner repo #12 12"},
		"path": {
			"a file is found by path, name and part", "internal/neo4jstore/link.go",
			"internal/neo4jstore/link.go intern neo4jstore link.go link go",
		},
		"windows path": {"either slash is the same path", `src\app\main.go`, "src/app/main.go src app main.go main go"},
		"url":          {"the scheme is a word of its own", "https://example.org/a", "https example.org/a example.org exampl org a"},
		"snake":        {"kept whole and in parts", "max_retries", "max_retries max retri"},
		"camel": {
			"abbreviations are parts; plain letters are stemmed as the small spelling is",
			"parseHTTPRequests openTelemetry opentelemetry",
			"parsehttprequest pars http request opentelemetri open telemetri opentelemetri",
		},
		"plural abbreviation": {"PRs are about a PR", "two PRs", "two prs pr"},
		"version":             {"dotted names", "v5.26.1", "v5.26.1 v5 26 1"},
		"date":                {"a date is an identifier and a day", "2026-05-03", "2026-05-03 2026 05 03 05-03"},
		"instant":             {"of an instant the day", "2026-05-03T08:15:00Z", "2026-05-03t08 2026 05 03 t08 05-03 15 00z 00 z"},
		"day and month":       {"a day in words meets the date", "on 3 May 2026", "3 may 05-03 2026"},
		"month and day":       {"in either order", "May 3, 2026", "may 3 05-03 2026"},
		"ordinal":             {"an ordinal is the day's number", "the 2nd of April, March 31st", "2nd april 04-02 march 31st 03-31"},
		"short month":         {"months have short names", "Apr 2 and 30 Sept", "apr 2 04-02 30 sept 09-30"},
		"two days":            {"a month belongs to one day", "2 April 3 May", "2 april 04-02 3 may 05-03"},
		"month alone":         {"a month is a word", "in March 2026", "march 2026"},
		"no day":              {"numbers that are no days, and names that begin like one", "May 32 and 2026-04-02-session-1 of 4 mayors", "may 32 2026-04-02-session-1 2026 04 02 session 1 4 mayor"},
		"dashed":              {"a word is the same with and without its hyphen", "fail-fast Check-ups checkup check\u2010up", "failfast fail fast checkup check up checkup checkup check up"},
		"stop parts":          {"parts of nothing but small words stay", "what-if", "whatif what if"},
		"end of sentence":     {"marks at the end are no part", "see go.mod.", "see go.mod go mod"},
		"leading marks":       {"marks at the beginning neither", "--dry-run __init__ .env", "dryrun dri run init env"},
		"accents":             {"composed, decomposed and bare are the same", "Café cafe\u0301 cafe", "cafe cafe cafe"},
		"turkish":             {"the dotted capital I of Turkish", "İzmir", "izmir"},
		"invisible":           {"a soft hyphen is not seen", "de\u00ADploy", "deploy"},
		"han":                 {"scripts without spaces give letters", "日本語の", "日 本 語 の"},
		"katakana":            {"katakana words are kept", "テスト", "テスト"},
		"cyrillic":            {"other letters are lower-cased and not stemmed", "Ошибка", "ошибка"},
		"numbers":             {"numbers are words", "exit code 137", "exit code 137"},
		"marks only":          {"nothing to compare", "?!… -- \"' 🤔 \u0301 #", ""},
		"empty":               {"nothing", "", ""},
		"broken bytes":        {"bytes that are no text separate words", "a1\xffb2\x00c3", "a1 b2 c3"},
		"quotes":              {"marks around words are no part of them", `"it" (failed) {x: [y]}`, "fail x y"},
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(lexis.Analyze(c.text), " ")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", c.why, c.text, diff)
			}
		})
	}
}

func TestAnalyze_long(t *testing.T) {
	for name, text := range map[string]string{
		"words":      strings.Repeat("retrying deployment ", 5_000),
		"one word":   strings.Repeat("x", 100_000),
		"joints":     strings.Repeat("a-", 50_000),
		"camel":      strings.Repeat("aB", 50_000),
		"slashes":    strings.Repeat("ab/", 33_000),
		"han":        strings.Repeat("本", 33_000),
		"accents":    strings.Repeat("e\u0301", 33_000),
		"numbers":    strings.Repeat("#1", 50_000),
		"stop words": strings.Repeat("the ", 25_000),
		"marks":      strings.Repeat("\"'\\{", 25_000),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			terms := lexis.Analyze(text)
			if took := time.Since(start); enginetest.TooLong(t, took, 2*time.Second) {
				t.Errorf("100 kB took %v", took)
			}
			if size := len(strings.Join(terms, " ")); size > 8*len(text) {
				t.Errorf("%d bytes became %d", len(text), size)
			}
		})
	}
}

func TestAnalyze_longTermsMeet(t *testing.T) {
	word := strings.Repeat("ab", 100)
	if got, want := lexis.Analyze("see "+word), []string{"see", word[:64]}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, seed := range []string{
		"Why did it fail?", "owner/repo#12 be9c22975", "a_b-c.d/e\\f", "PRs HTTPServer's", "日本 e\u0301 \xff", "#1#2",
		"the 2nd of April, May 3 2026-05-03T08 31 Sept.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms := lexis.Analyze(text)
		for _, term := range terms {
			if term == "" || strings.ContainsAny(term, " \t\n\"\\{}") || len(strings.Fields(term)) != 1 {
				t.Errorf("%q has the term %q", text, term)
			}
			if utf8.RuneCountInString(term) > 256 {
				t.Errorf("a term of %d runes", utf8.RuneCountInString(term))
			}
		}
		if utf8.ValidString(text) && !utf8.ValidString(strings.Join(terms, " ")) {
			t.Errorf("%q lost its encoding: %q", text, terms)
		}
		if again := lexis.Analyze(text); !slices.Equal(terms, again) {
			t.Errorf("%q gave %q, then %q", text, terms, again)
		}
		if both := lexis.Analyze(text + " \n" + "zebra"); len(terms) > 0 && !slices.Contains(both, "zebra") {
			t.Errorf("%q swallowed the word after it: %q", text, both)
		}
	})
}

// TestAppendRun_seenBefore checks that terms kept of a run are those made anew, whatever the caller does with them.
func TestAppendRun_seenBefore(t *testing.T) {
	for _, run := range []string{"Retrying", "the", "internal/neo4jstore/link.go", "be9c22975abcdef0123456789abcdef012345678", strings.Repeat("word_", 20)} {
		first := lexis.AppendRun(nil, run)
		if second := lexis.AppendRun(nil, run); !slices.Equal(second, first) {
			t.Fatalf("the second time %q has the terms %q, the first time %q", run, second, first)
		}
		want := slices.Clone(first)
		for i := range first {
			first[i] = "overwritten"
		}
		if got := lexis.AppendRun([]string{"before"}, run); !slices.Equal(got[1:], want) || got[0] != "before" {
			t.Errorf("after a change of earlier terms %q has the terms %q, want %q", run, got[1:], want)
		}
	}
}
