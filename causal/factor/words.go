package factor

import (
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// Listed returns the quoted labels of factors, separated by commas.
func Listed(all []Identity, label int) string {
	names := make([]string, len(all))
	for i, id := range all {
		names[i] = Quoted(id, label)
	}
	return strings.Join(names, ", ")
}

// InWords describes the factor in one line.
func (f Factor) InWords(label int) string {
	name := fmt.Sprintf("%s (%s)", Quoted(f.Identity, label), f.Kind())
	if f.Frequency() == 0 {
		return fmt.Sprintf("%s: no episode has it; it is named by hand only.", name)
	}
	o := f.Outcomes
	return fmt.Sprintf("%s: in %s%s, of which %d succeeded, %d succeeded in part, %d failed and %d do not say.",
		name, explain.EpisodesIn(f.Frequency()), seenWords(f.FirstSeen, f.LastSeen), o.Success, o.Partial, o.Failure, o.Unknown)
}

func seenWords(first, last time.Time) string {
	if first.IsZero() {
		return ""
	}
	from, to := first.UTC().Format(time.DateOnly), last.UTC().Format(time.DateOnly)
	if from == to {
		return " of " + from
	}
	return " from " + from + " to " + to
}

// Quoted returns the quoted label in one line, shortened to limit characters.
func Quoted(i Identity, limit int) string {
	return `"` + text.Shorten(text.OneLine(i.Label()), limit) + `"`
}
