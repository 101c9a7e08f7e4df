package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// width is how many characters of a text one line shows where texts are shortened.
const width = 80

// maxIndent is how far leaves are moved to stand below the second column of a table; beyond,
// they stand below the first.
const maxIndent = 10

// page is where an answer is printed.
type page struct {
	w io.Writer
	// notes takes remarks that are no part of the answer.
	notes io.Writer
	// shortened says that texts are cut to width; else they are whole.
	shortened bool
}

func (p *page) printf(format string, values ...any) { fmt.Fprintf(p.w, format, values...) }

// text returns a text on one line.
func (p *page) text(s string) string {
	if p.shortened {
		return short(s)
	}
	return oneLine(s)
}

// row is one line of a table with what hangs below it, like the leaves of a tree.
type row struct {
	cells []string
	below []string
}

// table prints rows under a head, each column as wide as its widest cell.
func (p *page) table(head []string, rows []row) {
	widths := make([]int, len(head))
	all := append([]row{{cells: head}}, rows...)
	for _, r := range all {
		for i, cell := range r.cells {
			widths[i] = max(widths[i], text.StringWidthWithoutEscSequences(cell))
		}
	}
	indent := widths[0] + 4
	if indent > maxIndent {
		indent = 4
	}
	for _, r := range all {
		var line strings.Builder
		for i, cell := range r.cells {
			line.WriteString("  " + text.Pad(cell, widths[i], ' '))
		}
		p.printf("%s\n", strings.TrimRight(line.String(), " "))
		p.leaves(strings.Repeat(" ", indent), r.below)
	}
}

// leaves prints lines as branches of what stands above.
func (p *page) leaves(indent string, lines []string) {
	for i, line := range lines {
		branch := "├ "
		if i == len(lines)-1 {
			branch = "└ "
		}
		p.printf("%s%s%s\n", indent, branch, line)
	}
}

// short returns the text on one line of at most width characters.
func short(s string) string {
	runes := []rune(oneLine(s))
	if len(runes) <= width {
		return string(runes)
	}
	return string(runes[:width-1]) + "…"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// terminalWidth returns how many columns the terminal has that a stream writes to, 0 when it
// is none.
func terminalWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// cutLines passes lines on, each cut to some columns; 0 columns cut nothing.
type cutLines struct {
	to      io.Writer
	columns int
	// rest is the line that has not ended yet.
	rest []byte
}

// Write implements [io.Writer].
func (c *cutLines) Write(b []byte) (int, error) {
	if c.columns <= 0 {
		return c.to.Write(b)
	}
	c.rest = append(c.rest, b...)
	for {
		line, after, ended := bytes.Cut(c.rest, []byte("\n"))
		if !ended {
			return len(b), nil
		}
		if _, err := fmt.Fprintln(c.to, text.Snip(string(line), c.columns, "…")); err != nil {
			return 0, err
		}
		c.rest = after
	}
}

// end passes on what is left of a line that never ended.
func (c *cutLines) end() {
	if len(c.rest) > 0 {
		fmt.Fprint(c.to, text.Snip(string(c.rest), c.columns, "…"))
	}
}
