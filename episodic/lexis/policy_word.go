package lexis

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
)

// policyText has a line for each of the words that rules of work are about: the beginning of the words that say it, and what
// they say. A beginning with a dot at its end is a whole word, one of two words a phrase.
//
//go:embed policy_words.txt
var policyText string

// policyWords are few and common, so that runs of one kind have them in common.
func policyWords() [][2]string {
	var out [][2]string
	for line := range strings.Lines(policyText) {
		if beginning, says, found := strings.Cut(strings.TrimSpace(line), " = "); found {
			out = append(out, [2]string{beginning, says})
		}
	}
	return out
}

// PolicyWords returns which of the words that rules of work are about a text has, sorted.
func PolicyWords(words string) []string {
	if len(words) > 8_000 {
		words = words[:8_000]
	}
	tokens := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	var out []string
	for _, w := range policyWords() {
		first, second, _ := strings.Cut(w[0], " ")
		for i, token := range tokens {
			if !begins(token, first) || second != "" && (i+1 == len(tokens) || !begins(tokens[i+1], second)) {
				continue
			}
			out = append(out, w[1])
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// begins reports whether a word has a beginning and at most a common ending after it; of a whole word it may be
// the plural.
func begins(word, beginning string) bool {
	if whole, is := strings.CutSuffix(beginning, "."); is {
		return word == whole || word == whole+"s"
	}
	return strings.HasPrefix(word, beginning) && len(word) <= len(beginning)+6
}
