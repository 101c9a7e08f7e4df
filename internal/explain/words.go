package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/text"
)

// OrElse is the name, or another one where it is empty.
func OrElse(name, other string) string {
	if name = strings.TrimSpace(name); name != "" {
		return name
	}
	return other
}

// NamesWords lists names of variables, a few of them.
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

// PercentOf writes a share of 1; what is not all is never written as 100 %.
func PercentOf(share float64) string {
	p := int(100*share + .5)
	if p == 100 && share < 1 {
		return "more than 99 %"
	}
	return strconv.Itoa(p) + " %"
}

// WasWere is a number of things with the verb.
func WasWere(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return Count(n, thing) + " are"
}

func Plural(verb string) string {
	if verb == "leads to" {
		return "lead to"
	}
	return "come from"
}

func EpisodesIn(n int) string { return Count(n, "episode") }

// Count is a number of things.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

// Number writes a number with two digits after the point.
func Number(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
