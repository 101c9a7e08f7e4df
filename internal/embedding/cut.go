package embedding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens are estimated: the vocabularies of models differ, and one of them would add its
// megabytes to the program. The estimate takes letters by four, digits by three, letters of
// other alphabets and marks one by one, and syllables and ideographs as two each; that is
// more than the common vocabularies make of prose and of code. Where it is too low after
// all, a refused text is cut further.

// syllables is where scripts begin whose letters are syllables or ideographs.
const syllables = 0x2e80

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
			// A space goes with the word behind it, but not with a number.
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
