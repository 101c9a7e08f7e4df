package condition

import (
	"slices"
	"strings"
	"unicode"
)

// Task is what is known of a task; what is empty or nil is not known.
type Task struct {
	// Text is what is to be done, in any words.
	Text string
	// Type is its problem type, Domain what it is about.
	Type   string
	Domain []string
	// Complexity is on the scale of whoever wrote the patterns.
	Complexity *float64
	// Capabilities are those that it has at hand.
	Capabilities []string
}

const (
	// textWords is how many words of a task are looked at, groupWords how many may make a value.
	textWords, groupWords = 200, 3
)

// groups returns the groups of up to three words of a text that follow each other: what a text
// may mention.
func groups(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#.", r)
	})
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	words = words[:min(len(words), textWords)]
	var out []string
	for n := range groupWords {
		for i := range len(words) - n {
			out = append(out, strings.Join(words[i:i+n+1], " "))
		}
	}
	return out
}
