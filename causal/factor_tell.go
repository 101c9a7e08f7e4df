package causal

import (
	"fmt"
	"time"
)

// ExplainFactor says a factor in words, with the episodes it was seen in, within
// [DefaultBudget] tokens.
func (s *Service) ExplainFactor(f Factor) (string, error) {
	told, err := explain(s.tokens, DefaultBudget, f.inWords, nil)
	return told.Text, err
}

// inWords says the factor in a line.
func (f Factor) inWords(label int) string {
	name := fmt.Sprintf("%s (%s)", quoted(f.Identity, label), f.Kind())
	if f.Frequency() == 0 {
		return fmt.Sprintf("%s: no episode has it; it is named by hand only.", name)
	}
	o := f.Outcomes
	return fmt.Sprintf("%s: in %s%s, of which %d succeeded, %d succeeded in part, %d failed and %d do not say.",
		name, episodesIn(f.Frequency()), seenWords(f.FirstSeen, f.LastSeen), o.Success, o.Partial, o.Failure, o.Unknown)
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
