package cli

import (
	"strings"
)

type pathAnswer struct {
	Status         string
	MaxDepth       int
	ShortestBeyond int
	From, To       endLine
	Paths          []struct {
		Length int
		Bases  []string
		Hops   []hopLine
	}
}

// endLine says how the name of an end was resolved.
type endLine struct {
	Asked   string
	Total   int
	Matches []occurrenceLine
}

type hopLine struct {
	From, To occurrenceLine
	Link     struct {
		Relation, Basis, Note string
		Confidence            *float64
		Episode               struct{ Key string }
	}
}

type occurrenceLine struct {
	Key, Kind, Label, At string
}

func (a *pathAnswer) empty() bool { return len(a.Paths) == 0 }

func (a *pathAnswer) print(p *page) {
	switch {
	case a.ShortestBeyond > 0:
		p.printf("  no path of at most %s; the shortest has %d: --depth %d --mode shortest finds it\n",
			several(a.MaxDepth, "link"), a.ShortestBeyond, a.ShortestBeyond)
	case len(a.Paths) == 0 && a.Status == "NO_PATH" && a.MaxDepth > 0:
		p.printf("  no path of at most %s: %s\n", several(a.MaxDepth, "link"), a.Status)
	case len(a.Paths) == 0:
		p.printf("  no path: %s\n", a.Status)
	case a.Status == "TRUNCATED":
		p.printf("  there are more than %s: --limit shows more of them, --depth fewer links\n", several(len(a.Paths), "path"))
	}
	for i, path := range a.Paths {
		p.printf("  path %d of %d: %d links, %s\n", i+1, len(a.Paths), path.Length, strings.ToLower(strings.Join(path.Bases, " and ")))
		for k, hop := range path.Hops {
			if k == 0 {
				p.printf("    %s  (%s)\n", p.text(hop.From.Label), hop.From.Key)
			}
			hop.print(p)
		}
	}
	if len(a.Paths) == 0 || a.From.Total > 1 || a.To.Total > 1 {
		a.From.print(p, "from")
		a.To.print(p, "to")
	}
}

// print prints the end of a link with its relation and basis. It names the episode that states
// the link unless the link ends in it.
func (h hopLine) print(p *page) {
	basis := strings.ToLower(h.Link.Basis)
	if !strings.HasPrefix(h.To.Key, h.Link.Episode.Key+"/") {
		basis += " in " + h.Link.Episode.Key
	}
	p.printf("     → %-8s %s  (%s, %s)\n", strings.ToLower(h.Link.Relation), p.text(h.To.Label), h.To.Key, basis)
}

// print lists the matches of a name unless there is exactly one.
func (e endLine) print(p *page, name string) {
	var lines []string
	for _, o := range e.Matches {
		lines = append(lines, p.text(o.Label)+"  ("+o.Key+")")
	}
	p.matches(name, e.Asked, e.Total, "nothing", "occurrences", lines)
}

// matches lists what a name means, unless it is one thing.
func (p *page) matches(name, asked string, total int, nothing, things string, lines []string) {
	switch {
	case asked == "" || total == 1:
		return
	case total == 0:
		p.printf("  %s: %s has the key or the label %q\n", name, nothing, asked)
		return
	}
	p.printf("  %s: %q names %d %s\n", name, asked, total, things)
	if len(lines) < total {
		lines = append(lines, "…")
	}
	p.leaves("    ", lines)
}
