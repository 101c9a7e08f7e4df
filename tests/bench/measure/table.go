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
	Machine   string    `json:"machine"`
	Latencies []Latency `json:"latencies"`
	Rates     []Rate    `json:"rates"`
}

// Print writes the figures as two tables for a terminal.
func (r Report) Print(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; one run; times in milliseconds, rates in episodes a second\n\n", r.Machine)
	rows(&b, "question\tepisodes\tn\tours p50\tp95\tbare p50\tp95\tratio p50\tp95\taim\t\tlimit p95\t", len(r.Latencies), func(i int) string {
		l := r.Latencies[i]
		return fmt.Sprintf("%s\t%d\t%d\t%.2f\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", l.Name, l.Episodes, l.N, l.OursP50, l.OursP95,
			known("%.2f", l.BareP50), known("%.2f", l.BareP95), known("%.2f", l.RatioP50), known("%.2f", l.RatioP95),
			known("≤ %.1f", l.Aim), l.KeepsAim(), known("< %.0f", l.Limit), l.KeepsLimit())
	})
	b.WriteByte('\n')
	rows(&b, "written\tepisodes\tours/s\tbare/s\tratio\taim\t", len(r.Rates), func(i int) string {
		v := r.Rates[i]
		return fmt.Sprintf("%s\t%d\t%.0f\t%s\t%s\t%s\t%s", v.Name, v.Episodes, v.Ours,
			known("%.0f", v.Bare), known("%.2f", v.Ratio), known("≥ %.1f", v.Aim), v.KeepsAim())
	})
	_, err := io.WriteString(out, b.String())
	return err
}

// rows writes aligned rows; a builder takes everything.
func rows(b *strings.Builder, head string, n int, row func(int) string) {
	if n == 0 {
		return
	}
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
