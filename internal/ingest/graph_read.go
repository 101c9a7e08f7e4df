package ingest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// graphConfidence is the confidence in the links of an old causal graph. Their weights were
// constants of the tool that guessed them, whatever the episodes said.
const graphConfidence = .1

// Graph is the content of a causal graph of earlier tools.
type Graph struct {
	// Links are its edges, and for each pattern a link from its trigger to its action, ordered by
	// id.
	Links []link.Statement
	// Patterns are its patterns in their order, with their rates as claims and without a project.
	Patterns []patterns.AddRequest
}

// ReadGraph reads a causal graph of earlier tools: nodes with labels, edges between them, and
// patterns. Its origin is name, the path of the file below the imported folder, with slashes.
func ReadGraph(name string, raw []byte) (Graph, []Entry, error) {
	r := newReading().withoutExtra()
	n, err := parse(raw)
	if err != nil {
		return Graph{}, nil, err
	}
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		r.say(RuleBOM, "", "a byte order mark was passed over")
	}
	if n.kind != kindObject || n.members["nodes"] == nil && n.members["edges"] == nil && n.members["patterns"] == nil {
		return Graph{}, r.entries, problem.Refuse("", "a causal graph is an object with nodes, edges and patterns")
	}
	for _, key := range n.repeated {
		r.say(RuleRepeatedKey, key, "the key is there twice, without contradiction")
	}
	g := &graphReading{
		reading: r, origin: "import:" + name, nodes: map[string]graphNode{}, linked: map[factor.Identity]bool{},
		first: map[factor.Identity]string{}, stated: map[string]link.Statement{}, at: map[string]string{}, stamps: map[string]int{},
	}
	top := newObject(r, "", n)
	g.readNodes(top.list("nodes"))
	g.readEdges(top.list("edges"))
	g.sayUnlinked()
	g.readPatterns(top.list("patterns"))
	g.sayStamps()
	top.text("version")
	if updated := top.text("updated"); updated != "" {
		r.say(RuleWrittenAt, "updated", "%s", shorten(updated))
	}
	top.rest()
	return Graph{Links: g.statements(), Patterns: g.patterns}, r.entries, nil
}

// graphReading collects the content of one causal graph.
type graphReading struct {
	*reading
	origin string
	// nodes are the nodes that have a factor, by their id in the file; linked are the factors
	// with an edge.
	nodes  map[string]graphNode
	linked map[factor.Identity]bool
	ids    []string
	// first is the path of the first node of each factor.
	first map[factor.Identity]string
	// stated are the statements by id, at are the paths of their edges.
	stated   map[string]link.Statement
	at       map[string]string
	patterns []patterns.AddRequest
	// stamps counts the fields that say when a tool wrote an entry.
	stamps map[string]int
}

// graphNode is a node with a factor.
type graphNode struct {
	path, label string
	factor      factor.Identity
	episodes    []string
}

func (g *graphReading) readEdges(items []item) {
	for _, i := range items {
		if i.n.kind != kindObject {
			g.say(RuleWrongType, i.path, "an edge is wanted, not %s", shorten(string(i.n.raw)))
			continue
		}
		g.readEdge(newObject(g.reading, i.path, i.n))
	}
}

func (g *graphReading) readEdge(o *object) {
	from, to := o.text("source"), o.text("target")
	word, own := wordIn(o, "type", episodic.Relations())
	weight, count := g.figure(o, "weight"), g.figure(o, "evidence_count")
	episodes := o.texts("episodes")
	contributed := o.get("contributions")
	g.stamp(o, "created")
	o.rest()
	source, knownSource := g.end(o, "source", from)
	target, knownTarget := g.end(o, "target", to)
	g.linked[source.factor], g.linked[target.factor] = true, true
	switch {
	case !knownSource || !knownTarget:
	case word == "":
		g.say(RuleUnknownRelation, o.at("type"), "%q is not a relation; the link is ignored", shorten(own))
	case source.factor == target.factor:
		g.say(RuleSelfLink, o.path, "both ends are the factor %q", shorten(source.factor.Label()))
	default:
		note := fmt.Sprintf("%s of an old causal graph: %q (%s) to %q (%s); its weight %s was a constant of the tool that guessed the link, "+
			"its evidence count is %s", o.path, shorten(source.label), from, shorten(target.label), to, given(weight), given(count))
		if contributed != nil {
			note += "; contributions " + shorten(contributed.flat())
		}
		if len(episodes) == 0 {
			episodes = commonEpisodes(source.episodes, target.episodes)
		}
		g.state(o.path, link.Statement{
			Source: source.factor, Target: target.factor, Relation: word, Strength: g.strength(o, "weight", weight), Note: note, Episodes: episodes,
		})
	}
}

// figure reads a number as it is written in the file.
func (g *graphReading) figure(o *object, key string) string {
	n := o.get(key)
	switch {
	case n == nil:
		return ""
	case n.kind == kindText && n.text != "":
		g.say(RuleTextAsNumber, o.at(key), "%s was read as a number", shorten(n.text))
		return n.text
	case n.kind != kindNumber:
		g.say(RuleWrongType, o.at(key), "a number is wanted, not %s", shorten(string(n.raw)))
		return ""
	}
	return n.text
}

func given(s string) string {
	if s == "" {
		return "not given"
	}
	return s
}

// end returns the node of an edge's end.
func (g *graphReading) end(o *object, key, id string) (graphNode, bool) {
	n, known := g.nodes[id]
	if !known {
		g.say(RuleBrokenLink, o.at(key), "there is no node %q; the link is ignored", shorten(id))
	}
	return n, known
}

// commonEpisodes returns the episodes of both ends or, if they share none, of either.
func commonEpisodes(a, b []string) []string {
	var out []string
	for _, id := range a {
		if slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	if len(out) > 0 {
		return out
	}
	return slices.Concat(a, b)
}

// strength parses a weight; one out of range is unknown.
func (g *graphReading) strength(o *object, key, text string) *float64 {
	if text == "" {
		return nil
	}
	weight, err := strconv.ParseFloat(text, 64)
	if err != nil || !(weight > 0 && weight <= 1) {
		g.say(RuleWeight, o.at(key), "%s is not a strength; the strength is unknown", shorten(text))
		return nil
	}
	return &weight
}

// state adds a statement. A second one of the same link is merged into the first.
func (g *graphReading) state(path string, s link.Statement) {
	confidence := graphConfidence
	s.Origin, s.Confidence = g.origin, &confidence
	slices.Sort(s.Episodes)
	s.Episodes = slices.Compact(s.Episodes)
	id := s.ID()
	first, twice := g.stated[id]
	if !twice {
		g.stated[id], g.at[id] = s, path
		return
	}
	g.say(RuleRepeatedLink, path, "the same link as %s; the two are one", g.at[id])
	first.Episodes = slices.Concat(first.Episodes, s.Episodes)
	slices.Sort(first.Episodes)
	first.Episodes = slices.Compact(first.Episodes)
	if s.Strength != nil && (first.Strength == nil || *s.Strength > *first.Strength) {
		first.Strength = s.Strength
	}
	first.Note += "; and " + path
	g.stated[id] = first
}

func (g *graphReading) statements() []link.Statement {
	out := make([]link.Statement, 0, len(g.stated))
	for _, id := range slices.Sorted(maps.Keys(g.stated)) {
		out = append(out, g.stated[id])
	}
	return out
}

// sayUnlinked adds an entry for each node without a link: by itself it adds nothing to the
// episodes.
func (g *graphReading) sayUnlinked() {
	for _, id := range g.ids {
		if n := g.nodes[id]; !g.linked[n.factor] {
			g.say(RuleUnlinkedNode, n.path, "%s", shorten(n.label))
		}
	}
}

// stamp ignores the time at which a tool wrote a value, and counts it.
func (g *graphReading) stamp(o *object, key string) {
	if o.get(key) == nil {
		return
	}
	list, _, _ := strings.Cut(o.path, "[")
	g.stamps[list+"[]."+key]++
}

func (g *graphReading) sayStamps() {
	for _, path := range slices.Sorted(maps.Keys(g.stamps)) {
		g.say(RuleWrittenAt, path, "in %d entries", g.stamps[path])
	}
}
