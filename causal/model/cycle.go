package model

import (
	"cmp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// cutCycles cuts edges until the graph has no cycle. Inside a strongly connected component it
// always cuts the edge with the least evidence; an edge without links has none. When several have
// equally little, it returns the columns of that component and leaves it as it is.
func cutCycles(edges []Edge, columns int) (cycle []int) {
	for i := range edges {
		edges[i].Cut = edges[i].Source == edges[i].Target
	}
	for {
		part := component(edges, columns)
		if part == nil {
			return nil
		}
		least, tied := -1, false
		for i, e := range edges {
			if e.Cut || !part[e.Source] || !part[e.Target] {
				continue
			}
			if e.Chosen() {
				least, tied = i, false
				break
			}
			switch {
			case least < 0 || compareEvidence(e, edges[least]) < 0:
				least, tied = i, false
			case compareEvidence(e, edges[least]) == 0:
				tied = true
			}
		}
		if tied {
			return columnsOf(part)
		}
		edges[least].Cut = true
	}
}

// compareEvidence orders edges by evidence, the least first: by the number of episodes and
// statements, then by how much more often the source came first.
func compareEvidence(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.evidence(), b.evidence()), cmp.Compare(a.ahead(), b.ahead()))
}

// ahead is the number of episodes in which the source came before the target, less those in which
// it came after.
func (e Edge) ahead() int {
	n := 0
	for _, l := range e.Links {
		n += l.Pair.Forward - l.Pair.Backward
	}
	return n
}

// component is the first of the largest strongly connected components of at least two columns, nil
// when there is none.
func component(edges []Edge, columns int) map[int]bool {
	g := simple.NewDirectedGraph()
	for i := range columns {
		g.AddNode(simple.Node(i))
	}
	for _, e := range edges {
		if !e.Cut {
			g.SetEdge(g.NewEdge(simple.Node(e.Source), simple.Node(e.Target)))
		}
	}
	var best []int
	for _, nodes := range topo.TarjanSCC(g) {
		if len(nodes) < 2 {
			continue
		}
		part := make([]int, len(nodes))
		for i, n := range nodes {
			part[i] = int(n.ID())
		}
		slices.Sort(part)
		if best == nil || cmp.Or(cmp.Compare(len(part), len(best)), slices.Compare(best, part)) > 0 {
			best = part
		}
	}
	if best == nil {
		return nil
	}
	in := make(map[int]bool, len(best))
	for _, c := range best {
		in[c] = true
	}
	return in
}

func columnsOf(part map[int]bool) []int {
	var out []int
	for c := range part {
		out = append(out, c)
	}
	slices.Sort(out)
	return out
}

// listedNames are the names of columns in one text.
func listedNames(m *Model, columns []int) string {
	var names []string
	for _, c := range columns {
		names = append(names, m.Variables[c].Name)
	}
	const most = 5
	if len(names) > most {
		names = append(names[:most], "others")
	}
	return strings.Join(names, ", ")
}
