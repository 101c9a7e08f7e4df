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

// PolicyWords are the words that rules of work are about. They are few and common, so that runs of one kind have
// them in common. Make them once, by [NewPolicyWords]; the zero PolicyWords finds none.
type PolicyWords struct {
	list []policyWord
}

// policyWord is a word, or two in a row, by their beginnings, and what they say.
type policyWord struct{ first, second, says string }

// NewPolicyWords reads the list of the words.
func NewPolicyWords() PolicyWords {
	var out PolicyWords
	for line := range strings.Lines(policyText) {
		if beginning, says, found := strings.Cut(strings.TrimSpace(line), " = "); found {
			first, second, _ := strings.Cut(beginning, " ")
			out.list = append(out.list, policyWord{first, second, says})
		}
	}
	return out
}

// In returns which of the words a text has, sorted.
func (p PolicyWords) In(words string) []string {
	if len(words) > 8_000 {
		words = words[:8_000]
	}
	tokens := strings.FieldsFunc(strings.ToLower(words), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	var out []string
	for _, w := range p.list {
		for i, token := range tokens {
			if !begins(token, w.first) || w.second != "" && (i+1 == len(tokens) || !begins(tokens[i+1], w.second)) {
				continue
			}
			out = append(out, w.says)
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
