package agentrun

import (
	"slices"
	"strings"
	"unicode"
)

// said returns what a message does, in one word: messages of different runs that do the same have a
// factor in common. A person's short yes or no confirms or declines; what asks has a question in its
// last sentence.
func said(role Role, message string) string {
	words := strings.FieldsFunc(strings.ToLower(message[:min(len(message), 200)]), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	if role == RoleUser && len(words) > 0 {
		switch {
		case slices.Contains([]string{"yes", "yeah", "yep", "sure", "ok", "okay", "confirm", "confirmed", "proceed", "absolutely"}, words[0]):
			return "confirms"
		case slices.Contains([]string{"no", "nope", "don't", "stop", "wait"}, words[0]):
			return "declines"
		}
	}
	if end := strings.TrimSpace(message); strings.Contains(end[max(0, len(end)-200):], "?") {
		return "asks"
	}
	return "tells"
}
