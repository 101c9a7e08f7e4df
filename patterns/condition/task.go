package condition

import (
	"slices"
	"strings"
	"unicode"
)

// Task is the known facts about a task; empty or nil is unknown.
type Task struct {
	// Text describes the task in free form.
	Text string
	// Type is the problem type, Domain the subject areas.
	Type   string
	Domain []string
	// Complexity is on the scale that the patterns' authors use.
	Complexity *float64
	// Capabilities are those available to it.
	Capabilities []string
}

const (
	// textWords limits the words of a text that are read, groupWords the words of one value.
	textWords, groupWords = 200, 3
)

// groups returns the n-grams of up to three words of a text, as possible values of a field.
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
