package markdownlog

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// written is one line of a paragraph, in its parts.
type written struct {
	label, bold, text string
	from              int
}

// whole is the line without marks.
func (w written) whole() string {
	return (&item{label: w.label, bold: w.bold, text: w.text}).whole()
}

// inline returns the lines of a block. A line that begins in bold has that apart, and if a colon follows
// or ends it, as its label.
func (o *outline) inline(block ast.Node) []written {
	var out []written
	for _, nodes := range o.byLine(block) {
		w := written{from: max(nodes[0].Pos(), o.startOf(block))}
		rest := nodes
		if strong := strongAt(nodes); strong >= 0 {
			w.bold = strings.TrimSpace(o.plainOf(nodes[strong]))
			rest = nodes[strong+1:]
		}
		var b strings.Builder
		for _, n := range rest {
			b.WriteString(o.plainOf(n))
		}
		w.text = strings.TrimSpace(b.String())
		w.labeled()
		out = append(out, w)
	}
	return out
}

// startOf returns the offset of a block.
func (o *outline) startOf(block ast.Node) int {
	if block.Lines() != nil && block.Lines().Len() > 0 {
		return block.Lines().At(0).Start
	}
	return max(0, block.Pos())
}

// labeled makes a bold beginning with a colon the label; a plain "Decision: X" has one too.
func (w *written) labeled() {
	if w.bold == "" {
		if before, after, found := strings.Cut(w.text, ":"); found && isPlainLabel(before) && (after == "" || after[0] == ' ') {
			w.label, w.text = strings.TrimSpace(before), strings.TrimSpace(after)
		}
		return
	}
	if name, is := strings.CutSuffix(w.bold, ":"); is {
		w.label, w.bold = strings.TrimSpace(name), ""
		return
	}
	if rest, is := strings.CutPrefix(w.text, ":"); is {
		w.label, w.bold, w.text = w.bold, "", strings.TrimSpace(rest)
	}
}

// strongAt returns where the bold beginning of a line is, after marks and check boxes; -1 if there is none.
func strongAt(nodes []ast.Node) int {
	for i, n := range nodes {
		switch e := n.(type) {
		case *ast.Emphasis:
			if e.Level == 2 {
				return i
			}
			return -1
		case *ast.Text, *ast.String, *ast.CodeSpan, *ast.Link, *ast.AutoLink, *ast.Image, *ast.RawHTML:
			return -1
		}
	}
	return -1
}

// byLine returns the inline nodes of a block by the lines they are on.
func (o *outline) byLine(block ast.Node) [][]ast.Node {
	var out [][]ast.Node
	var line []ast.Node
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		line = append(line, n)
		if t, is := n.(*ast.Text); is && (t.SoftLineBreak() || t.HardLineBreak()) {
			out, line = append(out, line), nil
		}
	}
	if len(line) > 0 {
		out = append(out, line)
	}
	return out
}

// plain returns the text of a node without marks, in one line.
func (o *outline) plain(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.WriteString(o.plainOf(c))
	}
	return strings.TrimSpace(b.String())
}

// plainOf returns the text of an inline node. A link keeps its address, which may be a reference.
func (o *outline) plainOf(n ast.Node) string {
	switch t := n.(type) {
	case *ast.Text:
		s := string(t.Segment.Value(o.source))
		if t.SoftLineBreak() || t.HardLineBreak() {
			s += " "
		}
		return s
	case *ast.String:
		return string(t.Value)
	case *ast.AutoLink:
		return string(t.URL(o.source))
	case *ast.RawHTML:
		return string(t.Segments.Value(o.source))
	case *ast.Link:
		s, to := o.inside(n), string(t.Destination)
		if to != "" && to != s {
			s += " (" + to + ")"
		}
		return s
	default:
		return o.inside(n)
	}
}

func (o *outline) inside(n ast.Node) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.WriteString(o.plainOf(c))
	}
	return b.String()
}
