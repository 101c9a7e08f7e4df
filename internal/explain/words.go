package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// OrElse returns the trimmed name, or other if it is empty.
func OrElse(name, other string) string {
	if name = strings.TrimSpace(name); name != "" {
		return name
	}
	return other
}

// NamesWords lists up to eight names of variables and counts the rest.
func NamesWords(names []string) string {
	const most = 8
	out := make([]string, 0, most)
	for _, name := range names[:min(len(names), most)] {
		out = append(out, strconv.Quote(text.Shorten(text.OneLine(name), 40)))
	}
	words := strings.Join(out, ", ")
	if len(names) > most {
		words += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return words
}

// PercentOf formats a fraction as a percentage; it writes 100 % only for exactly 1.
func PercentOf(share float64) string {
	p := int(100*share + .5)
	if p == 100 && share < 1 {
		return "more than 99 %"
	}
	return strconv.Itoa(p) + " %"
}

// WasWere returns a count with its noun and verb: "1 link is", "2 links are".
func WasWere(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return Count(n, thing) + " are"
}

// Plural returns the plural of "leads to" or "comes from".
func Plural(verb string) string {
	if verb == "leads to" {
		return "lead to"
	}
	return "come from"
}

// EpisodesIn returns a count of episodes: "1 episode", "2 episodes".
func EpisodesIn(n int) string { return Count(n, "episode") }

// Count returns a count with its noun in singular or plural.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// Number formats a number with two decimals.
func Number(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
