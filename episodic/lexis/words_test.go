package lexis_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
)

func TestAnalyze_Words(t *testing.T) {
	sha := strings.Repeat("a1", 20)
	for name, c := range map[string]struct{ why, text, want string }{
		"full SHA":        {"40 digits", sha, sha + " a1a1a1a"},
		"too long":        {"41 are another thing", sha + "b", sha + "b"},
		"stop word":       {"a small word inside of a path is part of it", "the/what/it", "the/what/it the what it"},
		"plural":          {"of two capitals and more", "PRs Ts", "prs pr ts"},
		"digits":          {"a capital after a number begins a word", "sha256Sum v2API", "sha256sum sha256 sum v2api v2 api"},
		"hyphens":         {"hyphens of any form", "a1‐b1 a1‑b1", "a1‐b1 a1 b1 a1‑b1 a1 b1"},
		"dash":            {"a dash is no hyphen", "a1–b1 a1—b1", "a1 b1 a1 b1"},
		"apostrophes":     {"any apostrophe", "o'neil o’neil oʼneil", "o'neil o'neil o'neil"},
		"hiragana":        {"letter by letter", "ねこ", "ね こ"},
		"thai":            {"a mark stays with its letter", "ที่", "ที่"},
		"khmer":           {"letter by letter", "ខម", "ខ ម"},
		"burmese":         {"letter by letter", "ကခ", "က ခ"},
		"lao":             {"letter by letter", "ກຂ", "ກ ຂ"},
		"mixed":           {"scripts side by side", "Go言語v2", "go 言 語 v2"},
		"zero width":      {"a zero width space separates", "a1\u200Bb1", "a1 b1"},
		"joiner":          {"a joiner does not", "a1\u2060b1", "a1b1"},
		"cyrillic accent": {"a mark that tells letters apart stays", "й и", "й и"},
		"greek":           {"of other scripts marks are kept", "ά α", "ά α"},
		"latin accent":    {"of Latin they go", "Zürich façade", "zurich facad"},
		"frames":          {"variation selectors say nothing", "a1\uFE0F", "a1"},
		"number sign":     {"only before a digit", "#a #1 1#2 c#", "#1 1 1#2 1 #2 2 c"},
		"contractions":    {"what is left of a contraction is stemmed", "rock'n'roll", "rock'n'rol"},
		"end":             {"joints at the end are no part", "a1_ a1. a1/ a1'", "a1 a1 a1 a1"},
		"two joints":      {"two joints in a row separate", "a1..b1 a1--b1", "a1 b1 a1 b1"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, strings.Join(lexis.Analyze(c.text), " ")); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", c.why, c.text, diff)
			}
		})
	}
}

func TestAnalyze_CutsLongTerms(t *testing.T) {
	tests := map[string]struct {
		text   string
		longer int
	}{
		"word":        {strings.Repeat("é", 64), 64},
		"whole":       {strings.Repeat("ab/", 85) + "a", 256},
		"whole names": {strings.Repeat("ab_", 85) + "a", 256},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, text := range []string{tt.text, tt.text + "b", tt.text + strings.Repeat("b", 500)} {
				first := lexis.Analyze(text)[0]
				if n := utf8.RuneCountInString(first); n != tt.longer {
					t.Errorf("%d runes give a term of %d, want %d", utf8.RuneCountInString(text), n, tt.longer)
				}
			}
		})
	}
}

// TestAnalyze_TextAndQuestionMeet asks for the words of a text in other spellings.
func TestAnalyze_TextAndQuestionMeet(t *testing.T) {
	words := []string{"deploy", "retrying", "café", "be9c22975", "#12", "main.go", "max_retries", "HTTPServer", "v2", "Ошибка", "本"}
	spellings := []func(string) string{
		func(s string) string { return s }, strings.ToUpper, strings.ToLower,
		func(s string) string { return "(" + s + ")," }, func(s string) string { return "“" + s + "”" },
		func(s string) string { return s + "'s" }, func(s string) string { return strings.ReplaceAll(s, "é", "e\u0301") },
	}
	random := soak.Rand(17, 18)
	for range soak.Rounds(500) {
		var text []string
		for range 1 + random.IntN(5) {
			text = append(text, words[random.IntN(len(words))])
		}
		held := lexis.Analyze(strings.Join(text, " and "))
		asked := text[random.IntN(len(text))]
		question := spellings[random.IntN(len(spellings))](asked)
		if !slices.ContainsFunc(lexis.Analyze(question), func(term string) bool { return slices.Contains(held, term) }) {
			t.Fatalf("%q is not found in %q", question, text)
		}
	}
}

// TestAnalyze_TextsSideBySide puts two texts on lines of their own.
func TestAnalyze_TextsSideBySide(t *testing.T) {
	words := []string{"deploy", "be9c22975", "#12", "a/b.go", "x_y", "本", "PRs", "é", "“", "…", "\n"}
	random := soak.Rand(19, 20)
	text := func() string {
		var b strings.Builder
		b.WriteString("kept ") // a text of stop words alone is another case
		for range random.IntN(6) {
			b.WriteString(words[random.IntN(len(words))] + " ")
		}
		return b.String()
	}
	for range soak.Rounds(500) {
		one, two := text(), text()
		want := slices.Concat(lexis.Analyze(one), lexis.Analyze(two))
		if diff := cmp.Diff(want, lexis.Analyze(one+"\n"+two)); diff != "" {
			t.Fatalf("%q and %q change each other (-want +got):\n%s", one, two, diff)
		}
	}
}
