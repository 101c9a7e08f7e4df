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

// width is the number of characters to which texts are shortened.
const width = 80

// maxIndent is the largest indent that still aligns leaves with the second column of a table;
// beyond it, they align with the first.
const maxIndent = 10

// page is what an answer is printed on.
type page struct {
	w io.Writer
	// notes receives remarks that are not part of the answer.
	notes io.Writer
	// shortened cuts texts to width.
	shortened bool
	// zone names that of the times that are told.
	zone string
}

func (p *page) printf(format string, values ...any) { fmt.Fprintf(p.w, format, values...) }

// text returns a text on one line.
func (p *page) text(s string) string {
	if p.shortened {
		return short(s)
	}
	return oneLine(s)
}

// row is a row of a table with lines below it, like the leaves of a tree.
type row struct {
	cells []string
	below []string
}

// table prints rows under a header, each column as wide as its widest cell.
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

// leaves prints lines as branches of the line above.
func (p *page) leaves(indent string, lines []string) {
	for i, line := range lines {
		branch := "├ "
		if i == len(lines)-1 {
			branch = "└ "
		}
		p.printf("%s%s%s\n", indent, branch, line)
	}
}

// short returns the text on one line, cut to width characters.
func short(s string) string {
	runes := []rune(oneLine(s))
	if len(runes) <= width {
		return string(runes)
	}
	return string(runes[:width-1]) + "…"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// terminalWidth returns the number of columns of the terminal behind a stream, 0 if it is not a
// terminal.
func terminalWidth(w io.Writer) int {
	file, ok := beneath(w).(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// cutLines passes lines on, each cut to a number of columns; 0 cuts nothing.
type cutLines struct {
	to      io.Writer
	columns int
	// rest is an incomplete line.
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

// end passes on an incomplete last line.
func (c *cutLines) end() {
	if len(c.rest) > 0 {
		fmt.Fprint(c.to, text.Snip(string(c.rest), c.columns, "…"))
	}
}
