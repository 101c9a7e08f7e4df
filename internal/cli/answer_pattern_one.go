package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// onePattern is a pattern with its evidence and history.
type onePattern struct {
	patternLine

	Summary, StatusAt, Reason, Rule string
	Version                         int
	SupersededBy                    *struct{ Name string }
	LastValidation                  *validationLine
	RateOverTime                    struct {
		Period string
		Points []struct {
			Since                      string
			Trials, Successes, Unknown int
			Rate                       *share
		}
		Undated, Earlier int
	}
	Evidence struct {
		TotalCount int
		Edges      []struct{ Node trialLine }
	}
	History struct {
		TotalCount int
		Edges      []struct{ Node changeLine }
	}
}

// validationLine is one test of a pattern.
type validationLine struct {
	At, Result, NullBasis           string
	Family                          int
	Failed                          []string
	Window                          struct{ Trials, Successes, NullTrials, NullSuccesses int }
	NullRate, P, Adjusted, AnytimeP *float64
	Confidence                      *float64
}

// trialLine is one episode as a trial.
type trialLine struct {
	Verdict           string
	Counted, Observed bool
	Seen              string
	Application       *struct{ Outcome, Note string }
	Episode           episodeLine
}

// changeLine is one change of a pattern.
type changeLine struct {
	Number, Version                 int
	Kind, At, Before, After, Reason string
}

func (o *onePattern) empty() bool { return false }

func (o *onePattern) print(p *page) {
	p.printf("%s  (%s, version %d)\n", p.text(o.Name), o.Key, o.Version)
	lines := []string{o.says(p)}
	if o.Summary != "" {
		lines = append(lines, p.text(o.Summary))
	}
	lines = append(lines, fmt.Sprintf("%s since %s: %s", o.state(), o.StatusAt, p.text(o.Reason)))
	if o.SupersededBy != nil {
		lines = append(lines, "in its place: "+p.text(o.SupersededBy.Name))
	}
	lines = append(lines, "succeeded: "+o.counted()+"; "+strconv.Itoa(o.Counts.Applications)+" recorded applications")
	if o.Claim != nil && o.Claim.Rate != nil {
		lines = append(lines, "claimed, and not counted: "+percent(*o.Claim.Rate)+" by "+unknown(p.text(o.Claim.Source)))
	}
	p.leaves("  ", append(lines, o.LastValidation.lines(p)...))
	o.printTime(p)
	o.printTrials(p)
	o.printHistory(p)
}

// lines describe the last validation.
func (v *validationLine) lines(p *page) []string {
	if v == nil {
		return []string{"never validated"}
	}
	out := []string{fmt.Sprintf("validated %s, %d patterns together: %s", v.At, v.Family, strings.ToLower(strings.ReplaceAll(v.Result, "_", " ")))}
	out = append(out, fmt.Sprintf("  %d of %d succeeded, against %s without the action (%d of %d)", v.Window.Successes, v.Window.Trials,
		figure(v.NullRate), v.Window.NullSuccesses, v.Window.NullTrials))
	out = append(out, fmt.Sprintf("  p %s, adjusted %s, at any time %s, confidence %s", figure(v.P), figure(v.Adjusted), figure(v.AnytimeP), figure(v.Confidence)))
	for _, f := range v.Failed {
		out = append(out, "  not passed: "+p.text(f))
	}
	return out
}

// figure formats a number, or returns "unknown".
func figure(f *float64) string {
	if f == nil {
		return "unknown"
	}
	return strconv.FormatFloat(*f, 'g', 3, 64)
}

func (o *onePattern) printTime(p *page) {
	if len(o.RateOverTime.Points) < 2 {
		return
	}
	var rows []row
	for _, at := range o.RateOverTime.Points {
		line := patternLine{Rate: at.Rate}
		line.Counts.Trials, line.Counts.Successes, line.Counts.Unknown = at.Trials, at.Successes, at.Unknown
		since, _, _ := strings.Cut(at.Since, "T")
		rows = append(rows, row{cells: []string{since, line.rate()}})
	}
	p.table([]string{strings.ToUpper(o.RateOverTime.Period) + " OF", "SUCCEEDED"}, rows)
}

func (o *onePattern) printTrials(p *page) {
	if len(o.Evidence.Edges) == 0 {
		return
	}
	var rows []row
	for _, e := range o.Evidence.Edges {
		how := "observed"
		if e.Node.Application != nil {
			how = "applied"
		}
		if !e.Node.Counted {
			how += ", not counted"
		}
		rows = append(rows, row{cells: []string{strings.ToLower(e.Node.Verdict), how, unknown(e.Node.Seen), p.text(e.Node.Episode.Task) + "  (" + e.Node.Episode.Key + ")"}})
	}
	p.table([]string{"SAYS", "HOW", "SEEN", "EPISODE"}, rows)
	if more := o.Evidence.TotalCount - len(rows); more > 0 {
		p.printf("  %d more episodes; --limit shows them\n", more)
	}
}

func (o *onePattern) printHistory(p *page) {
	var rows []row
	for _, e := range o.History.Edges {
		status := strings.ToLower(strings.ReplaceAll(e.Node.After, "_", " "))
		rows = append(rows, row{cells: []string{strconv.Itoa(e.Node.Number), e.Node.At, strings.ToLower(e.Node.Kind), status, p.text(e.Node.Reason)}})
	}
	p.table([]string{"#", "CHANGED", "WHAT", "STATUS", "WHY"}, rows)
}
