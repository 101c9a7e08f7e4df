package paths_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/multi"
)

// nasty are labels that mean something to one of the languages.
func nasty() []string {
	return []string{
		`say "hi"`, `back\slash\`, "two\nlines", `<b>bold</b> & #35;`, "a]--x b|c|[", "`code` end", "}\n digraph {",
		"subgraph", "ü → 漢字", strings.Repeat("long ", 60), "%% comment", "\x00\x1b[31m", "click f\"; style",
	}
}

// dotNode and dotEdge read what the decoder finds.
type dotNode struct {
	graph.Node
	id         string
	attributes map[string]string
}

func (n *dotNode) SetDOTID(id string) { n.id = id }

func (n *dotNode) SetAttribute(a encoding.Attribute) error {
	n.attributes[a.Key] = a.Value
	return nil
}

type dotLine struct {
	graph.Line
	attributes map[string]string
}

func (l *dotLine) SetAttribute(a encoding.Attribute) error {
	l.attributes[a.Key] = a.Value
	return nil
}

type dotGraph struct{ *multi.DirectedGraph }

func (g dotGraph) NewNode() graph.Node {
	return &dotNode{Node: g.DirectedGraph.NewNode(), attributes: map[string]string{}}
}

func (g dotGraph) NewLine(from, to graph.Node) graph.Line {
	return &dotLine{Line: g.DirectedGraph.NewLine(from, to), attributes: map[string]string{}}
}

func nastyGraph(t *testing.T) paths.Graph {
	t.Helper()
	m := &causaltest.Memory{Rules: contribution.Rules{Shown: link.ShowAll}}
	for i, label := range nasty() {
		m.Links = append(m.Links, causaltest.Stated("hub", episodic.Relations()[i%4], label, float64(i%3)/2))
	}
	m.Links = append(m.Links, causaltest.Stated("hub", episodic.RelationPrevents, nasty()[0], -1))
	g, err := causaltest.ServiceOver(m).Paths.Graph(t.Context(), paths.GraphQuestion{
		Project: "p", Of: causaltest.ParseFactor("hub").Key(), Follow: search.FactorFollow{Relations: episodic.Relations()},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Links) != len(nasty())+1 || len(g.Factors) != len(nasty())+1 {
		t.Fatalf("%d links, %d factors", len(g.Links), len(g.Factors))
	}
	return g
}

func TestDOTIsReadAgain(t *testing.T) {
	g := nastyGraph(t)
	read := dotGraph{multi.NewDirectedGraph()}
	if err := dot.UnmarshalMulti([]byte(g.DOT()), read); err != nil {
		t.Fatalf("%v in\n%s", err, g.DOT())
	}
	labels := map[string]string{}
	for _, n := range graph.NodesOf(read.Nodes()) {
		node := n.(*dotNode)
		labels[strings.Trim(node.id, `"`)] = node.attributes["label"]
	}
	if len(labels) != len(g.Factors) {
		t.Errorf("%d factors read of %d", len(labels), len(g.Factors))
	}
	for _, f := range g.Factors {
		label, in := labels[f.Key()]
		if !in || len([]rune(label)) > 70 {
			t.Errorf("%q is drawn as %q", f.Label(), label)
		}
	}
	styles := map[string]int{}
	for _, e := range graph.EdgesOf(read.Edges()) {
		lines := e.(multi.Edge).Lines
		for lines.Next() {
			a := lines.Line().(*dotLine).attributes
			if strings.Contains(a["label"], "prevents") != (a["arrowhead"] == "tee" && a["color"] == "red" && a["style"] == "dashed") {
				t.Errorf("%v", a)
			}
			if strings.Contains(a["label"], "correlates") != (a["dir"] == "none") {
				t.Errorf("%v", a)
			}
			if !strings.Contains(a["label"], "only stated") {
				t.Errorf("no basis in %q", a["label"])
			}
			styles[a["arrowhead"]+a["dir"]]++
		}
	}
	if len(styles) != 4 {
		t.Errorf("styles of %v", styles)
	}
}

func TestMermaidIsWellFormed(t *testing.T) {
	g := nastyGraph(t)
	text := `"(?:[\p{L}\p{Nd} _=.,:/+…-]|#[0-9]+;)+"`
	factor := regexp.MustCompile(`^  f[0-9a-f]{16}\[` + text + `\]$`)
	link := regexp.MustCompile(`^  f[0-9a-f]{16} (-->|--o|---|-\.-x)\|` + text + `\| f[0-9a-f]{16}$`)
	red := regexp.MustCompile(`^  linkStyle [0-9]+(,[0-9]+)* stroke:red$`)
	lines := strings.Split(strings.TrimSuffix(g.Mermaid(), "\n"), "\n")
	if lines[0] != "flowchart LR" || !red.MatchString(lines[len(lines)-1]) {
		t.Errorf("begins with %q, ends with %q", lines[0], lines[len(lines)-1])
	}
	lines = lines[1 : len(lines)-1]
	if len(lines) != len(g.Factors)+len(g.Links) {
		t.Fatalf("%d lines for %d factors and %d links", len(lines), len(g.Factors), len(g.Links))
	}
	for i, line := range lines {
		if form := factor; i >= len(g.Factors) {
			form = link
			if !form.MatchString(line) {
				t.Errorf("link %q", line)
			}
		} else if !form.MatchString(line) {
			t.Errorf("factor %q", line)
		}
	}
}

// TestMermaidShowsNoLists wants a label that looks like a list of Markdown to be a text.
func TestMermaidShowsNoLists(t *testing.T) {
	for label, want := range map[string]string{
		"- a": `["#45; a"]`, "+ a": `["#43; a"]`, "1. a": `["1#46; a"]`, "12. a": `["12#46; a"]`, "a - 1. b": `["a - 1. b"]`,
	} {
		g := paths.Graph{Factors: []factor.Factor{{Identity: factor.Identity{Variable: label, State: factor.StateOccurred}}}}
		if got := g.Mermaid(); !strings.Contains(got, want) {
			t.Errorf("%q: no %s in %s", label, want, got)
		}
	}
}

func TestPicturesAreStable(t *testing.T) {
	one, other := nastyGraph(t), nastyGraph(t)
	if one.DOT() != other.DOT() || one.Mermaid() != other.Mermaid() {
		t.Error("the same graph is drawn in two ways")
	}
}
