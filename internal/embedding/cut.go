package embedding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens are estimated: the vocabularies of models differ, and one of them would add its
// megabytes to the program. The estimate takes letters by four, digits by three, other
// scripts by half a letter and every mark as one; that is more than the common vocabularies
// make of prose and of code. Where it is too low after all, a refused text is cut further.

// tokens estimates how many tokens a text has.
func tokens(text string) int {
	n, _ := measure(text, -1)
	return n
}

// cutTokens returns the beginning of a text that has so many tokens at most.
func cutTokens(text string, most int) string {
	if len(text) <= most {
		return text // no token is shorter than a byte
	}
	_, end := measure(text, most)
	return strings.TrimSpace(text[:end])
}

// measure counts the tokens of a text up to a bound, none when it is negative, and says
// where in the text it is reached.
func measure(text string, most int) (n, end int) {
	letters, figures := 0, 0
	for i, r := range text {
		more := 1
		switch {
		case r < utf8.RuneSelf && unicode.IsLetter(r):
			letters, figures = letters+1, 0
			more = one(letters%4 == 1)
		case unicode.IsDigit(r):
			letters, figures = 0, figures+1
			more = one(figures%3 == 1)
		case r == ' ':
			letters, figures, more = 0, 0, 0
		case r >= utf8.RuneSelf:
			letters, figures, more = 0, 0, 2
		default:
			letters, figures = 0, 0
		}
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

// batches groups texts, by their places in the list, so that each group has so many texts
// and tokens at most; a text that is longer by itself has a group of its own.
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
