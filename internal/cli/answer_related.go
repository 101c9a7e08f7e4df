package cli

import (
	"fmt"
	"strings"
)

// relatedLine is an episode that hits lead to.
type relatedLine struct {
	Episode episodeLine
	Steps   []struct {
		From, To                     episodeLine
		Relation                     string
		Backward                     bool
		FromOccurrence, ToOccurrence *occurrenceLine
		Reference                    *struct{ Kind, Key string }
	}
}

func printRelated(p *page, related []relatedLine) {
	if len(related) == 0 {
		return
	}
	var rows []row
	for _, found := range related {
		e := found.Episode
		rows = append(rows, row{
			cells: []string{e.Key, unknown(e.StartedAt), strings.ToLower(e.Outcome), p.text(e.Task)},
			below: found.way(p),
		})
	}
	p.printf("\n")
	p.table([]string{"RELATED", "BEGAN", "OUTCOME", "TASK"}, rows)
}

// way describes, step by step, how an episode is connected to one of the hits.
func (l relatedLine) way(p *page) []string {
	var out []string
	for _, s := range l.Steps {
		switch {
		case s.Reference != nil:
			kind := strings.ToLower(strings.ReplaceAll(s.Reference.Kind, "_", " "))
			out = append(out, fmt.Sprintf("%s and %s mention %s %s", s.From.Key, s.To.Key, kind, s.Reference.Key))
		case s.FromOccurrence != nil && s.ToOccurrence != nil:
			from, to := s.FromOccurrence, s.ToOccurrence
			if s.Backward {
				from, to = to, from
			}
			out = append(out, fmt.Sprintf("%s (%s) → %s %s (%s)", p.text(from.Label), from.Key, strings.ToLower(s.Relation), p.text(to.Label), to.Key))
		}
	}
	return out
}
