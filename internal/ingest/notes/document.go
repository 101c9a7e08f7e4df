package notes

import (
	"errors"
	"fmt"
	"strings"
)

// section is a heading of the second level with the lines below it.
type section struct {
	title string
	lines []string
}

// document is a markdown file in its parts.
type document struct {
	front []byte
	// head are the lines before the first section.
	head     []string
	sections []section
}

// ErrOther says that a file is no note of an episode or a pattern.
var ErrOther = errors.New("this is not the note of an episode or a pattern")

// splitDocument cuts a file into its frontmatter and sections. Headings inside fenced blocks are text.
func splitDocument(raw []byte) (document, error) {
	text := strings.TrimPrefix(string(raw), "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	lines := strings.Split(text, "\n")
	if strings.TrimRight(lines[0], " \t") != "---" {
		return document{}, fmt.Errorf("%w: it does not begin with a line --- and its frontmatter", ErrOther)
	}
	end := 1
	for end < len(lines) && strings.TrimRight(lines[end], " \t") != "---" {
		end++
	}
	if end == len(lines) {
		return document{}, errors.New("the frontmatter has no end: a line --- is missing")
	}
	d := document{front: []byte(strings.Join(lines[1:end], "\n"))}
	fence := ""
	for _, line := range lines[end+1:] {
		fence = fenced(fence, line)
		title, is := strings.CutPrefix(line, "## ")
		switch {
		case fence == "" && is:
			d.sections = append(d.sections, section{title: strings.TrimSpace(title)})
		case len(d.sections) == 0:
			d.head = append(d.head, line)
		default:
			last := &d.sections[len(d.sections)-1]
			last.lines = append(last.lines, line)
		}
	}
	return d, nil
}

// fenced returns the fence that is open after a line, given the one before it.
func fenced(open, line string) string {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 {
		return open
	}
	for _, mark := range []string{"```", "~~~"} {
		switch {
		case !strings.HasPrefix(text, mark):
		case open == "":
			return mark
		case open == mark && strings.Trim(text, mark[:1]+" ") == "":
			return ""
		}
	}
	return open
}

// find returns the section of a title, ignoring case.
func (d document) find(title string) (section, bool) {
	for _, s := range d.sections {
		if strings.EqualFold(s.title, title) {
			return s, true
		}
	}
	return section{}, false
}

// paragraph returns the text of a section that is no list; empty for "(none)".
func (s section) paragraph() string {
	text := strings.TrimSpace(strings.Join(s.lines, "\n"))
	if text == none {
		return ""
	}
	return unescape(text)
}

// none stands in a section that holds nothing.
const none = "(none)"
