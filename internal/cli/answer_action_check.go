package cli

import "fmt"

// checkedAnswer says whether to think twice.
type checkedAnswer struct {
	Warns    bool
	Note     string
	Findings []struct {
		Rule           string
		Warns          bool
		Text           string
		EValue, Needed float64
		Did, DidNot    runCountLine
		Difference     intervalLine
	}
}

// runCountLine is one side of a comparison.
type runCountLine struct {
	Runs, Failed int
	Episodes     []string
}

func (r runCountLine) words() string { return fmt.Sprintf("%d of %d", r.Failed, r.Runs) }

func (c *checkedAnswer) empty() bool { return false }

func (c *checkedAnswer) print(p *page) {
	if c.Warns {
		p.printf("  WARNING: %s\n", p.text(c.Note))
	} else {
		p.printf("  %s\n", p.text(c.Note))
	}
	var rows []row
	for _, f := range c.Findings {
		r := row{cells: []string{f.Rule, f.Did.words(), f.DidNot.words(), fmt.Sprintf("%.2f (%.2f to %.2f)", f.Difference.Value, f.Difference.Low, f.Difference.High), fmt.Sprintf("%.3g of %.3g", f.EValue, f.Needed)}}
		for _, side := range []struct {
			what string
			runs runCountLine
		}{{"did it", f.Did}, {"did not", f.DidNot}} {
			r.below = append(r.below, side.what+":"+namedOf(side.runs))
		}
		rows = append(rows, r)
	}
	if len(rows) > 0 {
		p.table([]string{"RULE", "FAILED WITH", "WITHOUT", "DIFFERENCE", "E-VALUE"}, rows)
	}
}

// namedOf names the first runs of a side and says how many more there are.
func namedOf(r runCountLine) string {
	const most = 3
	out := ""
	for i, id := range r.Episodes[:min(most, len(r.Episodes))] {
		if i > 0 {
			out += ","
		}
		out += " " + id
	}
	if more := r.Runs - min(most, len(r.Episodes)); more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}
