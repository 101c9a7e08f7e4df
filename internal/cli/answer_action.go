package cli

import (
	"strconv"
)

// optionLine is an option with its effect.
type optionLine struct {
	Option stateLine
	Rank   *int
	Answer effectAnswer
}

// row shows rank, probability, difference and status, with the reason below.
func (o optionLine) row(p *page) row {
	rank, probability, difference := "–", "unknown", ""
	if o.Rank != nil {
		rank = strconv.Itoa(*o.Rank)
	}
	switch {
	case o.Answer.Model != nil:
		probability = o.Answer.Model.share()
	case o.Answer.Stratified != nil:
		probability = o.Answer.Stratified.share()
	}
	switch c := o.Answer.Contrast; {
	case c == nil:
	case c.Against.Label == o.Option.Label:
		difference = "what was chosen"
	default:
		difference = c.Difference.points()
	}
	r := row{cells: []string{rank, p.text(o.Option.Label), probability, difference, o.Answer.Status}}
	if o.Answer.Reason != nil {
		r.below = []string{p.text(*o.Answer.Reason)}
	}
	return r
}

func optionTable(p *page, options []optionLine) {
	var rows []row
	for _, o := range options {
		rows = append(rows, o.row(p))
	}
	if len(rows) > 0 {
		p.table([]string{"#", "OPTION", "PROBABILITY (95 %)", "DIFFERENCE", "STATUS"}, rows)
	}
}

// bestActionAnswer ranks the options of a decision.
type bestActionAnswer struct {
	Status     string
	Reason     *string
	Target     *stateLine
	Difference *intervalLine
	Options    []optionLine
	Explain    string
}

func (b *bestActionAnswer) empty() bool { return b.Status == "UNKNOWN_END" }

func (b *bestActionAnswer) print(p *page) {
	status(p, b.Status, b.Reason)
	if b.Target != nil {
		p.printf("  P(%s) by option\n", p.text(b.Target.Label))
	}
	optionTable(p, b.Options)
	if b.Difference != nil {
		p.printf("  the first against the second: %s\n", b.Difference.points())
	}
	explained(p, b.Explain)
}

// whichDecisionAnswer ranks the decisions of an episode.
type whichDecisionAnswer struct {
	Status    string
	Target    *stateLine
	Decisions []struct {
		Decision struct{ Key string }
		Chosen   stateLine
		Status   string
		Reason   *string
		Largest  *intervalLine
		Options  []optionLine
	}
	Explain string
}

func (w *whichDecisionAnswer) empty() bool { return len(w.Decisions) == 0 }

func (w *whichDecisionAnswer) print(p *page) {
	if w.empty() {
		p.printf("  nothing to compare: %s\n", w.Status)
	}
	if w.Target != nil {
		p.printf("  P(%s) by decision\n", p.text(w.Target.Label))
	}
	for _, d := range w.Decisions {
		largest := "not enough evidence"
		if d.Largest != nil {
			largest = "at most " + d.Largest.points()
		}
		p.printf("\n  %s chose %s: %s\n", d.Decision.Key, p.text(d.Chosen.Label), largest)
		if d.Status != "OK" {
			p.printf("  ")
			status(p, d.Status, d.Reason)
		}
		optionTable(p, d.Options)
	}
	explained(p, w.Explain)
}
