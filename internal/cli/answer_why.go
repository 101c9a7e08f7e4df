package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
)

// whyAnswer holds the paths between two factors.
type whyAnswer struct {
	Status, Explain string
	MaxDepth        int
	From, To        factorEndLine
	Bottlenecks     []factorLine
	Paths           []factorPathLine
}

type factorLine struct {
	Key, Label, Kind string
	Frequency        int
}

// factorEndLine says how the name of a factor was resolved.
type factorEndLine struct {
	Asked   string
	Total   int
	Matches []factorLine
}

type factorPathLine struct {
	Length, Polarity int
	Strength         *float64
	Bases            []string
	ComposedAt       []factorLine
	// SupportOfWholePath counts the episodes that state every link.
	SupportOfWholePath struct{ Total int }
	From               factorLine
	Hops               []factorHopLine
}

// basisWords says why the path is believed, or where it is composed.
func (l factorPathLine) basisWords(p *page) string {
	if len(l.ComposedAt) == 0 {
		return basisWords(l.Bases, 0)
	}
	var at []string
	for _, f := range l.ComposedAt {
		at = append(at, p.text(f.Label))
	}
	return "COMPOSED at " + strings.Join(at, "; ")
}

type factorHopLine struct {
	To   factorLine
	Back bool
	Link factorLinkLine
}

type factorLinkLine struct {
	Key, Relation                               string
	Bases                                       []string
	Strength, StatedStrength                    *float64
	Evidence                                    struct{ Total int }
	Statements, Compared                        int
	Unmeasured, Unsupported, AmbiguousDirection bool
}

func (a *whyAnswer) empty() bool { return len(a.Paths) == 0 }

func (a *whyAnswer) print(p *page) {
	switch {
	case a.empty() && a.Status == "NO_PATH" && a.MaxDepth > 0:
		p.printf("  no path of at most %s: %s%s\n", several(a.MaxDepth, "link"), a.Status, a.deeper())
	case a.empty():
		p.printf("  no path: %s\n", a.Status)
	case a.Status == "TRUNCATED":
		p.printf("  there is more than the answer holds; --limit and --depth change how much\n")
	}
	for i, path := range a.Paths {
		p.printf("  path %d of %d: %s, %s%s, %s, %s with the whole of it\n", i+1, len(a.Paths), several(path.Length, "link"),
			strengthWords(path.Strength), polarity(path.Polarity), path.basisWords(p), several(path.SupportOfWholePath.Total, "episode"))
		p.printf("    %s  (%s)\n", p.text(path.From.Label), path.From.Key)
		for _, hop := range path.Hops {
			hop.print(p)
		}
	}
	if len(a.Bottlenecks) > 0 {
		var labels []string
		for _, f := range a.Bottlenecks {
			labels = append(labels, p.text(f.Label))
		}
		p.printf("  every path runs through: %s\n", strings.Join(labels, "; "))
	}
	a.From.print(p, "from")
	a.To.print(p, "to")
	explained(p, a.Explain)
}

// deeper names the option that lifts the limit of the length, unless nothing longer is searched.
func (a *whyAnswer) deeper() string {
	if a.MaxDepth >= search.MaxShortestDepth {
		return ""
	}
	return "; --mode shortest looks for longer ones, as does --depth"
}

// print prints the end of a link with its strength and basis.
func (h factorHopLine) print(p *page) {
	arrow := "→"
	if h.Back {
		arrow = "←"
	}
	l := h.Link
	strength := l.Strength
	if strength == nil {
		strength = l.StatedStrength
	}
	told := []string{strengthWords(strength), basisWords(l.Bases, l.Compared), several(l.Evidence.Total, "episode") + " for it"}
	if l.Statements > 0 {
		told = append(told, several(l.Statements, "statement"))
	}
	if l.Unsupported {
		told = append(told, "NOT borne out by the counts")
	}
	if l.AmbiguousDirection {
		told = append(told, "direction doubtful")
	}
	p.printf("     %s %-10s %s  (%s; %s)\n", arrow, strings.ToLower(l.Relation), p.text(h.To.Label), h.To.Key, strings.Join(told, ", "))
}

// print lists the matches of a name unless there is exactly one.
func (e factorEndLine) print(p *page, name string) {
	var lines []string
	for _, f := range e.Matches {
		lines = append(lines, fmt.Sprintf("%s  (%s, %s)", p.text(f.Label), f.Key, several(f.Frequency, "episode")))
	}
	p.matches(name, e.Asked, e.Total, "no factor", "factors", lines)
}

// rankedAnswer holds the causes or the effects of a factor.
type rankedAnswer struct {
	Status, Explain      string
	MaxDepth, TotalCount int
	Of                   factorEndLine
	Edges                []struct {
		Score *float64
		Node  factorLine
		Path  factorPathLine
	}
	PageInfo struct{ HasNextPage bool }
}

func (r *rankedAnswer) empty() bool { return len(r.Edges) == 0 }

func (r *rankedAnswer) print(p *page) {
	r.Of.print(p, "of")
	if r.empty() {
		p.printf("  nothing found: %s\n", r.Status)
		explained(p, r.Explain)
		return
	}
	var rows []row
	for i, e := range r.Edges {
		score := "unknown"
		if e.Score != nil {
			score = fmt.Sprintf("%.2f", *e.Score)
		}
		rows = append(rows, row{
			cells: []string{strconv.Itoa(i + 1), score, strconv.Itoa(e.Path.Length), strconv.Itoa(e.Node.Frequency), p.text(e.Node.Label) + "  (" + e.Node.Key + ")"},
			below: []string{strengthWords(e.Path.Strength) + polarity(e.Path.Polarity) + ", " + e.Path.basisWords(p)},
		})
	}
	p.table([]string{"#", "SCORE", "LINKS", "EPISODES", "FACTOR"}, rows)
	if r.PageInfo.HasNextPage {
		p.printf("  %d in all; --limit shows more of them\n", r.TotalCount)
	}
	explained(p, r.Explain)
}

// explained prints the explanation.
func explained(p *page, text string) {
	if text != "" {
		p.printf("\n%s\n", strings.TrimRight(text, "\n"))
	}
}

// several returns a count with its noun, in the plural where needed.
func several(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

func strengthWords(strength *float64) string {
	if strength == nil {
		return "strength unknown"
	}
	return fmt.Sprintf("strength %.2f", *strength)
}

func polarity(sign int) string {
	if sign < 0 {
		return ", the other way round"
	}
	return ""
}

// basisWords says why something is believed; compared is the number of episodes compared, or 0 to
// leave it out.
func basisWords(bases []string, compared int) string {
	var out []string
	for _, b := range bases {
		switch b {
		case "MEASURED":
			if compared > 0 {
				out = append(out, "measured in "+several(compared, "episode"))
				continue
			}
			out = append(out, "measured")
		case "TEMPORAL":
			out = append(out, "only the order in time")
		default:
			out = append(out, strings.ToLower(b))
		}
	}
	if len(out) == 0 {
		return "no basis"
	}
	return strings.Join(out, " and ")
}
