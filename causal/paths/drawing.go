package paths

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// drawnLabel is the maximum length of a label in a drawing, in characters.
const drawnLabel = 60

// drawnText returns the label of a factor in a drawing without invisible characters, or its key if
// nothing is left.
func drawnText(i factor.Identity) string {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, i.Label())
	if visible = text.OneLine(visible); visible == "" {
		return i.Key()
	}
	return text.Shorten(visible, drawnLabel)
}

// drawnLink returns the label of a link in a drawing: its basis and strength.
func drawnLink(l link.FactorLink) string {
	words := string(l.Relation) + ", " + basisPhrase(l)
	if w := l.Weight(); w != nil {
		words += " " + explain.Number(*w)
	}
	if n := l.Evidence.Total(); n > 0 {
		words += ", " + explain.EpisodesIn(n)
	}
	if l.Measure.Unsupported {
		words += ", not borne out"
	}
	return words
}

// DOT draws the graph for Graphviz: PREVENTS is dashed and red with a bar, CORRELATES dotted without
// an arrowhead.
func (g Graph) DOT() string {
	var b strings.Builder
	b.WriteString("digraph causes {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, f := range g.Factors {
		fmt.Fprintf(&b, "  %s [label=%s, shape=%s];\n", dotQuote(f.Key()), dotQuote(drawnText(f.Identity)), dotShape(f.Kind()))
	}
	for _, l := range g.Links {
		fmt.Fprintf(&b, "  %s -> %s [label=%s, %s, penwidth=%s];\n", dotQuote(l.Source.Key()), dotQuote(l.Target.Key()),
			dotQuote(drawnLink(l)), dotStyle(l.Relation), explain.Number(1+3*max(search.OrNone(l.Weight()), 0)))
	}
	b.WriteString("}\n")
	return b.String()
}

func dotQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

func dotShape(k factor.Kind) string {
	switch k {
	case factor.KindDecision:
		return "diamond"
	case factor.KindOutcome:
		return "octagon"
	case factor.KindContext:
		return "note"
	default:
		return "box"
	}
}

func dotStyle(r episodic.Relation) string {
	switch r {
	case episodic.RelationPrevents:
		return "style=dashed, color=red, arrowhead=tee"
	case episodic.RelationEnables:
		return "style=solid, color=blue, arrowhead=empty"
	case episodic.RelationCorrelates:
		return "style=dotted, color=gray, dir=none"
	default:
		return "style=solid, color=black, arrowhead=normal"
	}
}

// Mermaid draws the graph as a Mermaid flowchart: PREVENTS is dotted and red with a cross, ENABLES ends
// in a circle, CORRELATES has no arrowhead.
func (g Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	for _, f := range g.Factors {
		fmt.Fprintf(&b, "  f%s[\"%s\"]\n", f.Key(), mermaidText(drawnText(f.Identity)))
	}
	var red []string
	for i, l := range g.Links {
		fmt.Fprintf(&b, "  f%s %s|\"%s\"| f%s\n", l.Source.Key(), mermaidArrow(l.Relation), mermaidText(drawnLink(l)), l.Target.Key())
		if l.Relation == episodic.RelationPrevents {
			red = append(red, strconv.Itoa(i))
		}
	}
	if len(red) > 0 {
		fmt.Fprintf(&b, "  linkStyle %s stroke:red\n", strings.Join(red, ","))
	}
	return b.String()
}

func mermaidArrow(r episodic.Relation) string {
	switch r {
	case episodic.RelationPrevents:
		return "-.-x"
	case episodic.RelationEnables:
		return "--o"
	case episodic.RelationCorrelates:
		return "---"
	default:
		return "-->"
	}
}

// mermaidText escapes every character that may mean something to Mermaid, including those that turn a
// text into a Markdown list ("- a", "1. a").
func mermaidText(text string) string {
	var b strings.Builder
	mark := len(text) - len(strings.TrimLeftFunc(text, unicode.IsDigit))
	for i, r := range text {
		plain := unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" _=.,:/+-…", r)
		if plain && (i != mark || !strings.ContainsRune("-+.", r)) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}
