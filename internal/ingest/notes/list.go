package notes

import (
	"strings"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// item is an item of a list. Its text is still escaped; its hard line breaks are a backslash and a
// line feed, without the indentation.
type item struct {
	text string
	// below are the items of the list inside.
	below []item
}

// marker matches the beginning of an item.
var marker = lazy.Pattern(`^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?: |$)`)

// parseList reads the items of the lines, two levels deep; deeper ones belong to the second. stray are
// the lines that belong to no item.
func parseList(lines []string) (items []item, stray []string) {
	var last *item
	width := 0
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		found := marker().FindStringSubmatch(line)
		switch {
		case last != nil && strings.HasSuffix(last.text, "\\") && breaks(last.text):
			last.text += "\n" + unindent(line, width)
		case found != nil:
			width = len(found[0])
			text := line[width:]
			if len(found[1]) < 2 || len(items) == 0 {
				items = append(items, item{text: text})
				last = &items[len(items)-1]
				break
			}
			above := &items[len(items)-1]
			above.below = append(above.below, item{text: text})
			last = &above.below[len(above.below)-1]
		case strings.TrimSpace(line) == "":
			last = nil
		case last != nil:
			last.text += " " + strings.TrimSpace(line)
		case len(items) > 0 && strings.HasPrefix(line, "  "):
			last = &items[len(items)-1]
			last.text += " " + strings.TrimSpace(line)
		default:
			stray = append(stray, line)
		}
	}
	return items, stray
}

// unindent removes at most n spaces.
func unindent(line string, n int) string {
	for n > 0 && strings.HasPrefix(line, " ") {
		line, n = line[1:], n-1
	}
	return line
}

// label splits an item like "**Chosen**: text".
func (i item) label() (name, text string, ok bool) {
	rest, is := strings.CutPrefix(i.text, "**")
	if !is {
		return "", "", false
	}
	name, rest, is = strings.Cut(rest, "**")
	if !is {
		return "", "", false
	}
	if inside, colon := strings.CutSuffix(name, ":"); colon { // **Chosen:** text
		return strings.TrimSpace(inside), strings.TrimPrefix(rest, " "), true
	}
	rest, is = strings.CutPrefix(rest, ":")
	return strings.TrimSpace(name), strings.TrimPrefix(rest, " "), is
}
