package markdownlog

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// form is what an item is in markdown.
type form int

const (
	formText form = iota + 1
	formBullet
	formRow
	formRule
	// formOther is code, HTML, or the head of a table.
	formOther
)

// fate is what becomes of an item.
type fate int

const (
	fateOpen fate = iota
	fateRead
	// fateMark has no content of its own.
	fateMark
)

// item is a line or a block of a section.
type item struct {
	form form
	// depth is how deep a bullet is nested, from 1; 0 for what is not in a list.
	depth int
	// label is what is written in bold before a colon, bold what is so at the beginning without one;
	// text is all the rest.
	label, bold, text string
	// checked is the state of a check box; nil if there is none.
	checked *bool
	// head and cells belong to a row of a table.
	head, cells []string
	// from is the offset of the item; to is that of the next.
	from, to int
	fate     fate
	// left means that it was read as a decision that is still open.
	left bool
}

// section is a heading with what follows it up to the next heading.
type section struct {
	title string
	// level is that of the heading; 0 for what precedes the first one.
	level  int
	parent *section
	subs   []*section
	items  []*item
	// from is the offset of the heading, body that of what follows it, to that of the next heading.
	from, body, to int
	class          class
}

// outline is a document in its sections, in order.
type outline struct {
	source []byte
	// root holds all sections, and what precedes the first heading.
	root *section
	all  []*section
}

// parse reads the outline of a document.
func parse(source []byte) *outline {
	o := &outline{source: source, root: &section{}}
	o.all = []*section{o.root}
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.TaskList, extension.Strikethrough))
	doc := md.Parser().Parse(text.NewReader(source))
	at := o.root
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, is := n.(*ast.Heading); is {
			at = o.heading(at, h)
			continue
		}
		o.block(at, n, 0)
	}
	o.bounds()
	return o
}

// heading opens a section below the last one of a lower level.
func (o *outline) heading(at *section, h *ast.Heading) *section {
	for at.level >= h.Level {
		at = at.parent
	}
	s := &section{title: o.plain(h), level: h.Level, parent: at, from: o.lineStart(h.Pos())}
	s.body = o.headingEnd(h)
	at.subs = append(at.subs, s)
	o.all = append(o.all, s)
	return s
}

// headingEnd returns the offset of the line after a heading, with the line below it that may mark it.
func (o *outline) headingEnd(h *ast.Heading) int {
	at := max(0, h.Pos())
	if h.Lines() != nil && h.Lines().Len() > 0 {
		at = h.Lines().At(h.Lines().Len() - 1).Start
	}
	end := o.lineEnd(at)
	if o.source[o.lineStart(h.Pos()):][0] == '#' {
		return end
	}
	if next := strings.TrimSpace(string(o.source[end:o.lineEnd(end)])); next != "" && strings.Trim(next, "=-") == "" {
		return o.lineEnd(end)
	}
	return end
}

// block adds the items of a block.
func (o *outline) block(s *section, n ast.Node, depth int) {
	switch b := n.(type) {
	case *ast.List:
		for i := b.FirstChild(); i != nil; i = i.NextSibling() {
			o.bullet(s, i, depth+1)
		}
	case *ast.Blockquote:
		for c := b.FirstChild(); c != nil; c = c.NextSibling() {
			o.block(s, c, depth)
		}
	case *extast.Table:
		o.table(s, b)
	case *ast.Paragraph, *ast.TextBlock:
		o.lines(s, n, depth, formText, nil)
	case *ast.ThematicBreak:
		s.items = append(s.items, &item{form: formRule, from: o.lineStart(n.Pos()), fate: fateMark})
	case *ast.Heading: // in a quote
		o.lines(s, n, depth, formText, nil)
	default:
		s.items = append(s.items, &item{form: formOther, from: o.lineStart(n.Pos())})
	}
}

// bullet adds an entry of a list with what is nested in it.
func (o *outline) bullet(s *section, entry ast.Node, depth int) {
	first := true
	for c := entry.FirstChild(); c != nil; c = c.NextSibling() {
		_, isParagraph := c.(*ast.Paragraph)
		_, isText := c.(*ast.TextBlock)
		if !isParagraph && !isText {
			o.block(s, c, depth)
			continue
		}
		form := formText
		if first {
			form = formBullet
		}
		o.lines(s, c, depth, form, boxIn(c))
		first = false
	}
	if entry.FirstChild() == nil {
		s.items = append(s.items, &item{form: formBullet, depth: depth, from: o.lineStart(entry.Pos()), fate: fateMark})
	}
}

// boxIn returns the state of the check box of an entry.
func boxIn(n ast.Node) *bool {
	if box, is := n.FirstChild().(*extast.TaskCheckBox); is {
		return &box.IsChecked
	}
	return nil
}

// lines adds the lines of a paragraph. One that begins with a label is an item of its own.
func (o *outline) lines(s *section, n ast.Node, depth int, f form, checked *bool) {
	lines := o.inline(n)
	var last *item
	for i, l := range lines {
		if last != nil && l.label == "" {
			last.text = strings.TrimSpace(last.text + " " + l.whole())
			continue
		}
		if i > 0 {
			f, checked = formText, nil
		}
		last = &item{form: f, depth: depth, label: l.label, bold: l.bold, text: l.text, checked: checked, from: o.lineStart(l.from)}
		s.items = append(s.items, last)
	}
}

// table adds the rows of a table.
func (o *outline) table(s *section, t *extast.Table) {
	var head []string
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var cells []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			cells = append(cells, o.plain(c))
		}
		if _, is := r.(*extast.TableHeader); is {
			head = cells
			s.items = append(s.items, &item{form: formOther, from: o.lineStart(t.Pos()), fate: fateMark})
			continue
		}
		s.items = append(s.items, &item{form: formRow, head: head, cells: cells, from: o.lineStart(r.Pos())})
	}
}

// bounds gives every item and section the end of its part of the text: where the next begins. What no
// block of the document has, like the definition of a link, is an item of its own.
func (o *outline) bounds() {
	end := len(o.source)
	for k := len(o.all) - 1; k >= 0; k-- {
		s := o.all[k]
		s.to = end
		for i := len(s.items) - 1; i >= 0; i-- {
			s.items[i].from = min(s.items[i].from, end)
			s.items[i].to, end = end, s.items[i].from
		}
		s.from = min(s.from, end)
		s.body = max(s.from, min(s.body, end))
		if len(bytes.TrimSpace(o.source[s.body:end])) > 0 {
			s.items = append([]*item{{form: formOther, from: s.body, to: end}}, s.items...)
		}
		end = s.from
	}
}

// lineStart returns the offset of the beginning of a line.
func (o *outline) lineStart(at int) int {
	at = max(0, min(at, len(o.source)))
	return bytes.LastIndexByte(o.source[:at], '\n') + 1
}

// lineEnd returns the offset of the line after the one at an offset.
func (o *outline) lineEnd(at int) int {
	if i := bytes.IndexByte(o.source[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(o.source)
}

// lineOf returns the number of the line at an offset, from 1.
func (o *outline) lineOf(at int) int { return bytes.Count(o.source[:at], []byte("\n")) + 1 }

// within reports whether something holds of a section or of one that it is in.
func (s *section) within(f func(*section) bool) bool {
	for ; s != nil; s = s.parent {
		if f(s) {
			return true
		}
	}
	return false
}

// whole is the text of an item with its label.
func (i *item) whole() string {
	switch {
	case i.form == formRow:
		return i.row()
	case i.label != "" && i.text != "":
		return i.label + ": " + i.text
	case i.label != "":
		return i.label + ":"
	case i.bold != "":
		return strings.TrimSpace(i.bold + " " + i.text)
	default:
		return i.text
	}
}

// row says the cells of a row with the titles of their columns.
func (i *item) row() string {
	var out []string
	for k, cell := range i.cells {
		if cell == "" || cell == "-" {
			continue
		}
		if k > 0 && k < len(i.head) && i.head[k] != "" {
			cell = i.head[k] + ": " + cell
		}
		out = append(out, cell)
	}
	return strings.Join(out, ", ")
}

// cell returns the first cell under one of the titles, and whether the table has such a column.
func (i *item) cell(is func(title string) bool) (string, bool) {
	for k, title := range i.head {
		if is(normal(title)) && k < len(i.cells) {
			return i.cells[k], true
		}
	}
	return "", false
}
