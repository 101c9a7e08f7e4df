package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// print writes a table in Markdown: a row for each figure, a column for each size.
func (s *state) print(out io.Writer) error {
	if len(s.Results) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", s.Engines)
	var names []string
	for _, r := range s.Results {
		fmt.Fprintf(&b, " %d |", r.Episodes)
		for _, f := range r.Figures {
			if name := f.title(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	b.WriteString("\n|---" + strings.Repeat("|---", len(s.Results)) + "|\n")
	s.row(&b, "machine", func(r result) string { return r.Machine })
	s.row(&b, "load before", func(r result) string { return r.Load })
	for _, name := range names {
		s.row(&b, name, func(r result) string {
			at := slices.IndexFunc(r.Figures, func(f figure) bool { return f.title() == name })
			if at < 0 {
				return "-"
			}
			return r.Figures[at].text()
		})
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func (s *state) row(b *strings.Builder, name string, cell func(result) string) {
	fmt.Fprintf(b, "| %s |", name)
	for _, r := range s.Results {
		fmt.Fprintf(b, " %s |", cell(r))
	}
	b.WriteByte('\n')
}

// title is the name with the unit and the limit.
func (f figure) title() string {
	switch {
	case f.Limit > 0:
		return fmt.Sprintf("%s, p50 and p95, %s (p95 < %.0f)", f.Name, f.Unit, f.Limit)
	case f.P95 > 0:
		return fmt.Sprintf("%s, p50 and p95, %s", f.Name, f.Unit)
	default:
		return f.Name + ", " + f.Unit
	}
}

// text shows the value with three digits or more.
func (f figure) text() string {
	if f.P95 > 0 {
		return digits(f.Value) + ", " + digits(f.P95)
	}
	return digits(f.Value)
}

func digits(n float64) string {
	switch {
	case n < 10:
		return fmt.Sprintf("%.2f", n)
	case n < 100:
		return fmt.Sprintf("%.1f", n)
	default:
		return fmt.Sprintf("%.0f", n)
	}
}

// bar shows how far an import is: on a terminal in one line, else a line now and then.
type bar struct {
	out      io.Writer
	of       int
	terminal bool
	shown    time.Time
}

// How often a bar is shown, and how wide.
const (
	barEvery         = 200 * time.Millisecond
	barEveryInAFile  = 30 * time.Second
	barWidth         = 40
	secondsInAMinute = 60
)

func newBar(out io.Writer, of int) *bar {
	b := &bar{out: out, of: of}
	if file, ok := out.(*os.File); ok {
		info, err := file.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return b
}

func (b *bar) show(done int, rate float64) {
	every, end := barEveryInAFile, "\n"
	if b.terminal {
		every, end = barEvery, "\r"
	}
	if time.Since(b.shown) < every && done < b.of {
		return
	}
	b.shown = time.Now()
	full := barWidth * done / b.of
	left := int(float64(b.of-done) / rate)
	fmt.Fprintf(b.out, "[%s%s] %d of %d episodes, %.0f a second, %d:%02d left%s", strings.Repeat("#", full), strings.Repeat("-", barWidth-full),
		done, b.of, rate, left/secondsInAMinute, left%secondsInAMinute, end)
}

// end leaves the line.
func (b *bar) end() {
	if b.terminal && !b.shown.IsZero() {
		fmt.Fprintln(b.out)
	}
}
