package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// share is a rate with its interval.
type share struct{ Value, Low, High float64 }

// patternLine is a pattern in a list.
type patternLine struct {
	Key, Name, Category, Status, Trigger, Action string
	AntiPattern                                  bool
	Counts                                       struct{ Trials, Successes, Failures, Unknown, Applications int }
	Rate                                         *share
	Claim                                        *patternClaim
}

// patternClaim is a rate that somebody states without episodes.
type patternClaim struct {
	Rate        *float64
	Occurrences *int
	Source      string
}

// rate returns the counted rate, and where nothing was counted the claimed one, named so.
func (l patternLine) rate() string {
	if l.Rate == nil && l.Claim != nil && l.Claim.Rate != nil {
		return l.counted() + ", claimed " + percent(*l.Claim.Rate)
	}
	return l.counted()
}

// counted returns the rate, always with its counts.
func (l patternLine) counted() string {
	text := "no trial"
	if l.Rate != nil {
		text = fmt.Sprintf("%d of %d, %s (%s to %s)", l.Counts.Successes, l.Counts.Trials,
			percent(l.Rate.Value), percent(l.Rate.Low), percent(l.Rate.High))
	}
	if l.Counts.Unknown > 0 {
		text += fmt.Sprintf(", %d unknown", l.Counts.Unknown)
	}
	return text
}

// says puts trigger and action into words.
func (l patternLine) says(p *page) string {
	text := p.text(l.Action)
	if l.AntiPattern {
		text = "avoid: " + text
	}
	if l.Trigger != "" {
		text = "when " + p.text(l.Trigger) + ": " + text
	}
	return text
}

func (l patternLine) state() string {
	return strings.ToLower(strings.ReplaceAll(l.Status, "_", " "))
}

// patternsAnswer is a list of patterns.
type patternsAnswer struct {
	TotalCount int
	Edges      []struct{ Node patternLine }
	PageInfo   struct{ HasNextPage bool }
}

func (a *patternsAnswer) empty() bool { return len(a.Edges) == 0 }

func (a *patternsAnswer) print(p *page) {
	if a.empty() {
		p.printf("  no pattern is like that\n")
		return
	}
	var rows []row
	for _, e := range a.Edges {
		rows = append(rows, row{
			cells: []string{e.Node.Key, e.Node.state(), e.Node.rate(), p.text(e.Node.Name)},
			below: []string{e.Node.says(p)},
		})
	}
	p.table([]string{"PATTERN", "STATUS", "SUCCEEDED", "NAME"}, rows)
	if a.PageInfo.HasNextPage {
		p.printf("  %d in all; --limit shows more of them\n", a.TotalCount)
	}
}

// applicableAnswer holds the patterns that apply to a task.
type applicableAnswer struct {
	Total, Examined int
	Truncated       bool
	Note            string
	Found           []struct {
		Score float64
		Terms []struct {
			Name, Why      string
			Weight, Points float64
			Value          *float64
		}
		MetConditions []struct {
			Condition struct{ Text string }
			Values    []string
		}
		UnknownConditions []struct{ Text string }
		Pattern           patternLine
	}
}

func (a *applicableAnswer) empty() bool { return len(a.Found) == 0 }

func (a *applicableAnswer) print(p *page) {
	if a.empty() {
		p.printf("  nothing found: %s\n", a.Note)
		return
	}
	var rows []row
	for i, f := range a.Found {
		below := []string{f.Pattern.says(p)}
		for _, m := range f.MetConditions {
			below = append(below, "because  "+p.text(m.Condition.Text))
		}
		for _, u := range f.UnknownConditions {
			below = append(below, "unless   "+p.text(u.Text)+"  (the task does not tell)")
		}
		for _, t := range f.Terms {
			below = append(below, fmt.Sprintf("%+.3f   %s: %s", t.Points, t.Name, p.text(t.Why)))
		}
		rows = append(rows, row{
			cells: []string{strconv.Itoa(i + 1), fmt.Sprintf("%.3f", f.Score), f.Pattern.state(), f.Pattern.rate(), p.text(f.Pattern.Name)},
			below: below,
		})
	}
	p.table([]string{"#", "SCORE", "STATUS", "SUCCEEDED", "PATTERN"}, rows)
	p.printf("  %d of the %d patterns that the index names apply\n", a.Total, a.Examined)
	if a.Note != "" {
		p.printf("  %s\n", p.text(a.Note))
	}
}
