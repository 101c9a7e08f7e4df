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
	s, ok = strings.CutPrefix(s, "[[")
	if !ok {
		return w, s, false
	}
	parts, at := []string{""}, 0
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n':
			return w, s, false
		case s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]):
			i++
			parts[at] += s[i : i+1]
		case s[i] == '|':
			parts, at = append(parts, ""), at+1
			if at == 1 && w.target == "" && w.block == "" {
				w.target = parts[0]
			}
		case s[i] == '#' && at == 0:
			w.target = parts[0]
			rest, is := strings.CutPrefix(s[i+1:], "^")
			if !is {
				rest = s[i+1:]
			}
			n := nameLength(rest)
			w.block = unescape(rest[:n])
			i += len(s[i+1:]) - len(rest) + n
		case strings.HasPrefix(s[i:], "]]"):
			if at == 0 && w.block == "" && w.target == "" {
				w.target = parts[0]
			}
			if at > 0 {
				w.alias = strings.Join(parts[1:], "|")
			}
			return w, s[i+2:], strings.TrimSpace(w.target) != "" || w.block != ""
		default:
			parts[at] += s[i : i+1]
		}
	}
	return w, s, false
}

// nameLength returns the length of the escaped name of a block.
func nameLength(s string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case s[i] == '|' || s[i] == '\n' || strings.HasPrefix(s[i:], "]]"):
			return i
		}
	}
	return len(s)
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
