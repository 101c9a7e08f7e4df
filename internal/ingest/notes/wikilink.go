package notes

import (
	"strings"
)

// wikiLink is a link to another note or to a block of it, like [[EPISODE-1#^d001|episode-1/d001]].
type wikiLink struct {
	// target is the title of the note, block the id of the block in it, alias what is shown.
	target, block, alias string
}

// String writes the link.
func (w wikiLink) String() string {
	out := "[[" + escapeName(w.target)
	if w.block != "" {
		out += "#^" + escapeName(w.block)
	}
	if w.alias != "" {
		out += "|" + escapeName(w.alias)
	}
	return out + "]]"
}

// escapeName escapes what has a meaning inside a link.
func escapeName(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if strings.IndexByte(`\[]|#^`, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// cutLink reads the link at the beginning of a text.
func cutLink(s string) (w wikiLink, rest string, ok bool) {
	inside, is := strings.CutPrefix(s, "[[")
	if !is {
		return w, s, false
	}
	target, inside := cutName(inside, '#', '|')
	w.target = target
	if after, is := strings.CutPrefix(inside, "#"); is {
		w.block, inside = cutName(strings.TrimPrefix(after, "^"), '|', '|')
	}
	if after, is := strings.CutPrefix(inside, "|"); is {
		w.alias, inside = cutName(after, ']', ']')
	}
	rest, ok = strings.CutPrefix(inside, "]]")
	return w, rest, ok && (strings.TrimSpace(w.target) != "" || w.block != "")
}

// cutName reads a name up to one of two characters, the end of the link or of the line.
func cutName(s string, a, b byte) (name, rest string) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n':
			i++
		case s[i] == '\n' || strings.HasPrefix(s[i:], "]]"), s[i] != ']' && (s[i] == a || s[i] == b):
			return unescape(s[:i]), s[i:]
		}
	}
	return unescape(s), ""
}

// links returns the links of a text; rest is what is left between them, without commas and space.
func links(s string) (found []wikiLink, rest string) {
	var left strings.Builder
	for s != "" {
		if w, after, ok := cutLink(s); ok {
			found, s = append(found, w), after
			continue
		}
		left.WriteByte(s[0])
		s = s[1:]
	}
	return found, strings.Trim(left.String(), ", \n\\")
}
