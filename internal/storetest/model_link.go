package storetest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
)

// edge is a link in the direction of a walk.
type edge struct {
	from, to string
	link     trace.Link
}

// occurrenceGraph is what present episodes say: the occurrences, and the links whose ends both exist.
type occurrenceGraph struct {
	sorted []episodic.Occurrence
	byKey  map[string]episodic.Occurrence
	links  []edge
}

// occurrenceGraph returns the graph of a project; callers change nothing in it.
func (p *held) occurrenceGraph() *occurrenceGraph {
	if p.graph != nil {
		return p.graph
	}
	p.graph = &occurrenceGraph{byKey: map[string]episodic.Occurrence{}}
	for _, k := range p.present() {
		p.graph.sorted = append(p.graph.sorted, k.Occurrences...)
	}
	slices.SortFunc(p.graph.sorted, func(a, b episodic.Occurrence) int { return strings.Compare(a.Key, b.Key) })
	for _, o := range p.graph.sorted {
		p.graph.byKey[o.Key] = o
	}
	return p.graph
}

// occurrences returns the occurrences of all present episodes in the order of their keys.
func (p *held) occurrences() []episodic.Occurrence { return p.occurrenceGraph().sorted }

// byKey returns the occurrences of a project by key.
func (p *held) byKey() map[string]episodic.Occurrence { return p.occurrenceGraph().byKey }

// drawn returns the links of a project whose ends both exist.
func (p *held) drawn(project string) []edge {
	g := p.occurrenceGraph()
	if g.links == nil {
		g.links = p.draw(project, g.byKey)
	}
	return slices.Clone(g.links)
}

func (p *held) draw(project string, there map[string]episodic.Occurrence) []edge {
	var out []edge
	for _, k := range p.present() {
		id := k.Episode.ID
		full := func(end string) string {
			if strings.Contains(end, "/") {
				return end
			}
			return id + "/" + end
		}
		for _, l := range k.Episode.Links {
			e := edge{from: full(l.Source), to: full(l.Target), link: trace.Link{
				Relation: l.Relation, Basis: l.Basis, Confidence: l.Confidence, Note: l.Note, Episode: id, RecordedAt: k.last().RecordedAt,
			}}
			sum := sha256.Sum256([]byte(strings.Join([]string{project, id, e.from, e.to, string(l.Relation), string(l.Basis)}, "\x00")))
			e.link.ID = hex.EncodeToString(sum[:16])
			_, from := there[e.from]
			if _, to := there[e.to]; from && to {
				out = append(out, e)
			}
		}
	}
	return out
}

// edges returns the followed links in a direction, in the order of paths.
func (m *model) edges(project string, f search.Follow, d search.Direction) []edge {
	out := m.followed(project, f, d)
	slices.SortFunc(out, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), compareLinks(a.link, b.link))
	})
	return out
}

// followed returns the followed links in a direction.
func (m *model) followed(project string, f search.Follow, d search.Direction) []edge {
	var out []edge
	for _, e := range m.project(project).drawn(project) {
		if !slices.Contains(f.Relations, e.link.Relation) || !slices.Contains(f.Bases, e.link.Basis) {
			continue
		}
		back := edge{from: e.to, to: e.from, link: e.link}
		both := e.link.Relation == episodic.RelationCorrelates
		if both || d == search.Downstream {
			out = append(out, e)
		}
		if both || d == search.Upstream {
			out = append(out, back)
		}
	}
	return out
}

// compareLinks orders parallel links: strongest basis first, then least id.
func compareLinks(a, b trace.Link) int {
	strength := map[episodic.Basis]int{
		episodic.BasisStated: 0, episodic.BasisExtracted: 1, episodic.BasisTemporal: 2, episodic.BasisMeasured: 3,
	}
	return cmp.Or(cmp.Compare(strength[a.Basis], strength[b.Basis]), cmp.Compare(a.ID, b.ID))
}

// distances returns the least number of edges from some occurrences to each one reached.
func distances(edges []edge, from []string) map[string]int {
	depth := map[string]int{}
	for _, key := range from {
		depth[key] = 0
	}
	for again := true; again; {
		again = false
		for _, e := range edges {
			d, reached := depth[e.from]
			if old, seen := depth[e.to]; reached && (!seen || d+1 < old) {
				depth[e.to], again = d+1, true
			}
		}
	}
	return depth
}

// Trace implements [trace.Store].
func (m *model) Trace(_ context.Context, q trace.Question) ([]trace.Reached, error) {
	all := m.reached(q)
	return after(all, q.Page, func(r trace.Reached) bool { return r.SortKey == q.Page.After }), nil
}

// CountTrace implements [trace.Store].
func (m *model) CountTrace(_ context.Context, q trace.Question) (int, error) {
	return len(m.reached(q)), nil
}

func (m *model) reached(q trace.Question) []trace.Reached {
	occurrences := m.project(q.Project).byKey()
	if _, there := occurrences[q.Of]; !there {
		return nil
	}
	edges := m.edges(q.Project, q.Follow, q.Direction)
	var out []trace.Reached
	for key, depth := range distances(edges, []string{q.Of}) {
		if key != q.Of && depth <= q.MaxDepth {
			end := !slices.ContainsFunc(edges, func(e edge) bool { return e.from == key })
			out = append(out, trace.Reached{Occurrence: occurrences[key], Depth: depth, End: end, SortKey: key})
		}
	}
	slices.SortFunc(out, func(a, b trace.Reached) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Occurrence.Key, b.Occurrence.Key))
	})
	return out
}

// Neighbors implements [trace.Store].
func (m *model) Neighbors(_ context.Context, project string, keys []string, d search.Direction, f search.Follow) (map[string][]trace.Neighbor, error) {
	occurrences := m.project(project).byKey()
	out := map[string][]trace.Neighbor{}
	for _, e := range m.followed(project, f, d) {
		if slices.Contains(keys, e.from) {
			out[e.from] = append(out[e.from], trace.Neighbor{Occurrence: occurrences[e.to], Link: e.link})
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b trace.Neighbor) int {
			return cmp.Or(cmp.Compare(a.Occurrence.Key, b.Occurrence.Key), cmp.Compare(a.Link.ID, b.Link.ID))
		})
	}
	return out, nil
}
