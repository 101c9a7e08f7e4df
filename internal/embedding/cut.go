package embedding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens are estimated: the vocabularies of models differ, and including one would add megabytes
// to the program. The estimate counts one token per four letters, per three digits, and per
// letter of another alphabet or mark, and two per syllable or ideograph. That is more than the
// common vocabularies need for prose and code. If it is too low after all, a refused text is cut
// further.

// syllables is the first code point of the scripts written in syllables or ideographs.
const syllables = 0x2e80

// tokens estimates the number of tokens of a text.
func tokens(text string) int {
	n, _ := measure(text, -1)
	return n
}

// cutTokens returns the beginning of a text with at most most tokens.
func cutTokens(text string, most int) string {
	if len(text) <= most {
		return text // a token has at least one byte
	}
	_, end := measure(text, most)
	return strings.TrimSpace(text[:end])
}

// measure counts the tokens of a text up to a bound, unlimited if it is negative, and returns the
// offset where the bound is reached.
func measure(text string, most int) (n, end int) {
	letters, figures, last := 0, 0, '.'
	for i, r := range text {
		more := 1
		isLetter, isDigit := r < utf8.RuneSelf && unicode.IsLetter(r), unicode.IsDigit(r)
		if !isLetter {
			letters = 0
		}
		if !isDigit {
			figures = 0
		}
		switch {
		case isLetter:
			letters++
			more = one(letters%4 == 1)
		case isDigit:
			// A space belongs to the word after it, but not to a number.
			figures++
			more = one(figures%3 == 1) + one(last == ' ')
		case r == ' ':
			more = one(last == ' ')
		case r >= utf8.RuneSelf && (r >= syllables || !unicode.IsLetter(r)):
			more = 2
		}
		last = r
		if most >= 0 && n+more > most {
			return n, i
		}
		n += more
	}
	return n, len(text)
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// batches groups the indexes of texts so that each group has at most mostTexts texts and
// mostTokens tokens; a longer text gets its own group.
func batches(texts []string, mostTexts, mostTokens int) [][]int {
	var groups [][]int
	var group []int
	sum := 0
	for i, text := range texts {
		n := tokens(text)
		if len(group) > 0 && (len(group) == mostTexts || sum+n > mostTokens) {
			groups, group, sum = append(groups, group), nil, 0
		}
		group, sum = append(group, i), sum+n
	}
	if len(group) > 0 {
		groups = append(groups, group)
	}
	return groups
}
