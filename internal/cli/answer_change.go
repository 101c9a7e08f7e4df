package cli

import (
	"strconv"
	"strings"
)

// whyChangedAnswer says what carries the change of a rate.
type whyChangedAnswer struct {
	Status                string
	Reason                *string
	Target                *struct{ Label string }
	Before, After, Change intervalLine
	BeforeTold, AfterTold int
	Parts                 []struct {
		Variable                    string
		Given                       []string
		Share                       intervalLine
		Sure                        bool
		BeforeCounted, AfterCounted int
	}
	Unexplained float64
	Exact       bool
}

func (w *whyChangedAnswer) empty() bool { return w.Status == "UNKNOWN_END" }

func (w *whyChangedAnswer) print(p *page) {
	if w.Reason != nil {
		p.printf("  %s: %s\n", w.Status, p.text(*w.Reason))
	}
	if w.Target == nil {
		return
	}
	told, change := func(share intervalLine, episodes int) string {
		if episodes == 0 {
			return "unknown of 0 episodes"
		}
		return percent(share.Value) + " of " + strconv.Itoa(episodes) + " episodes"
	}, w.Change.points()
	if w.BeforeTold == 0 || w.AfterTold == 0 {
		change = "the change is unknown"
	}
	p.printf("  %s: %s before, %s after: %s\n", p.text(w.Target.Label), told(w.Before, w.BeforeTold), told(w.After, w.AfterTold), change)
	var rows []row
	for _, part := range w.Parts {
		from := "(input)"
		if len(part.Given) > 0 {
			from = "given " + strings.Join(part.Given, ", ")
		}
		sure := "open"
		if part.Sure {
			sure = "sure"
		}
		rows = append(rows, row{cells: []string{part.Share.points(), sure, p.text(part.Variable), p.text(from), strconv.Itoa(part.BeforeCounted) + " and " + strconv.Itoa(part.AfterCounted)}})
	}
	if len(rows) == 0 {
		return
	}
	p.table([]string{"PART", "", "MECHANISM", "", "EPISODES"}, rows)
	p.printf("  not explained by the graph: %+.1f points\n", 100*w.Unexplained)
	if !w.Exact {
		p.printf("  of so many mechanisms orders were drawn; the intervals allow for it\n")
	}
}
