package measure

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Report holds the figures of one run.
type Report struct {
	// Machine says on what they were taken.
	Machine     string        `json:"machine"`
	Comparisons []*Comparison `json:"comparisons,omitempty"`
	Figures     []Figure      `json:"figures,omitempty"`
	Answers     []Answers     `json:"answers,omitempty"`
}

// Comparison holds what one side took and what another took for the same.
type Comparison struct {
	// Ours and Base name the sides; ratios are Ours over Base.
	Ours      string    `json:"ours"`
	Base      string    `json:"base"`
	Latencies []Latency `json:"latencies"`
	Rates     []Rate    `json:"rates"`
}

// Print writes the figures as tables for a terminal.
func (r Report) Print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; one run; times in milliseconds, rates in episodes a second\n", r.Machine)
	for _, c := range r.Comparisons {
		c.print(&b)
	}
	rows(&b, "figure\tepisodes\tvalue\tunit\taim\t\t", len(r.Figures), func(i int) string {
		f := r.Figures[i]
		return fmt.Sprintf("%s\t%s\t%.1f\t%s\t%s\t%s", f.Name, known("%.0f", float64(f.Episodes)), f.Value, f.Unit,
			known("≤ %.4g", f.Aim), f.KeepsAim())
	})
	printAnswers(&b, r.Answers)
	_, err := io.WriteString(out, b.String())
	return err
}

func (c *Comparison) print(b *strings.Builder) {
	head := fmt.Sprintf("question\tepisodes\tn\t%s p50\tp95\t%s p50\tp95\tratio p50\tp95\taim\t\tlimit p95\t", c.Ours, c.Base)
	rows(b, head, len(c.Latencies), func(i int) string {
		l := c.Latencies[i]
		return fmt.Sprintf("%s\t%s\t%d\t%.2f\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", l.Name, known("%.0f", float64(l.Episodes)), l.N, l.OursP50, l.OursP95,
			known("%.2f", l.BaseP50), known("%.2f", l.BaseP95), known("%.2f", l.RatioP50), known("%.2f", l.RatioP95),
			l.aim(), l.KeepsAim(), known("< %.0f", l.Limit), l.KeepsLimit())
	})
	head = fmt.Sprintf("written\tepisodes\t%s/s\t%s/s\tratio\taim\t", c.Ours, c.Base)
	rows(b, head, len(c.Rates), func(i int) string {
		v := c.Rates[i]
		return fmt.Sprintf("%s\t%d\t%.0f\t%s\t%s\t%s\t%s", v.Name, v.Episodes, v.Ours,
			known("%.0f", v.Base), known("%.2f", v.Ratio), known("≥ %.1f", v.Aim), v.KeepsAim())
	})
}

// rows writes aligned rows after an empty line; a builder takes everything.
func rows(b *strings.Builder, head string, n int, row func(int) string) {
	if n == 0 {
		return
	}
	b.WriteByte('\n')
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	for i := range n {
		fmt.Fprintln(w, row(i))
	}
	_ = w.Flush()
}

// known formats a figure; zero was not taken.
func known(format string, figure float64) string {
	if figure == 0 {
		return "-"
	}
	return fmt.Sprintf(format, figure)
}
