package trace

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// WalkNode is an occurrence on a walk between two sets of ends, with its distances in links from a
// start and to an end, and its outgoing links.
type WalkNode struct {
	Occurrence    episodic.Occurrence
	Ahead, Behind int
	Links         []Link
	// Targets are the keys of the occurrences that Links lead to, in the same order.
	Targets []string
}

// JoinHops builds hops from the links that stay inside the nodes and lie on a walk of at most depth
// links. Hops on short walks come first. The order depends only on the nodes, so two stores with
// the same content truncate a long list alike.
func JoinHops(nodes []WalkNode, depth int) []Hop {
	at := make(map[string]*WalkNode, len(nodes))
	for i := range nodes {
		at[nodes[i].Occurrence.Key] = &nodes[i]
	}
	ordered := slices.Clone(nodes)
	slices.SortFunc(ordered, func(a, b WalkNode) int {
		return cmp.Or(
			cmp.Compare(a.Ahead+a.Behind, b.Ahead+b.Behind), strings.Compare(a.Occurrence.Key, b.Occurrence.Key),
		)
	})
	var hops []Hop
	for _, n := range ordered {
		first := len(hops)
		for i, link := range n.Links {
			if to, in := at[n.Targets[i]]; in && n.Ahead+1+to.Behind <= depth {
				hops = append(hops, Hop{From: n.Occurrence, To: to.Occurrence, Link: link})
			}
		}
		slices.SortFunc(hops[first:], func(a, b Hop) int {
			return cmp.Or(strings.Compare(a.To.Key, b.To.Key), CompareLinks(a.Link, b.Link))
		})
	}
	return hops
}
