package causal

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// occurrencePage is how many occurrences of an episode are read at a time.
const occurrencePage = 1_000

// episodeGraph is an episode as its own links join its occurrences. Occurrences of other
// episodes that lead to them are there too, as what needs no explanation.
type episodeGraph struct {
	nodes []episodic.Occurrence
	at    map[string]int
	// factors are the factors of the own occurrences, by key.
	factors map[string]Identity
	// hops are the links that carry; against is how many lead back in time, failed how many say
	// that something prevents what happened nevertheless.
	hops            []Hop
	against, failed int
}

// episodeGraph reads the occurrences of an episode and the links that end at them.
func (s *Service) episodeGraph(ctx context.Context, project string, t telling) (*episodeGraph, error) {
	g := &episodeGraph{at: map[string]int{}, factors: t.Instances}
	for after := ""; ; {
		page, err := s.occurrences.ListOccurrences(ctx, episodic.OccurrenceQuery{
			Project: project, Filter: episodic.OccurrenceFilter{Episode: t.episode.ID},
			Page: episodic.Page{Limit: occurrencePage, After: after},
		})
		if err != nil {
			return nil, fmt.Errorf("read the occurrences of %s: %w", t.episode.ID, err)
		}
		for _, o := range page {
			g.add(o)
		}
		if len(page) < occurrencePage {
			return g, s.readLinks(ctx, project, g)
		}
		after = page[len(page)-1].Key
	}
}

func (g *episodeGraph) add(o episodic.Occurrence) {
	if _, known := g.at[o.Key]; !known {
		g.at[o.Key] = len(g.nodes)
		g.nodes = append(g.nodes, o)
	}
}

// having returns the occurrences of a factor, by key.
func (g *episodeGraph) having(i Identity) []int {
	var out []int
	for n, o := range g.nodes {
		if f, known := g.factors[o.Key]; known && f == i {
			out = append(out, n)
		}
	}
	return out
}

// readLinks reads the links that end at the occurrences, as people say that they work.
func (s *Service) readLinks(ctx context.Context, project string, g *episodeGraph) error {
	own := keys(g.nodes)
	found, err := s.Neighbours(ctx, project, own, Upstream, Follow{})
	if err != nil {
		return err
	}
	var hops []Hop
	for _, key := range own {
		to := g.nodes[g.at[key]]
		for _, n := range found[key] {
			g.add(n.Occurrence)
			hops = append(hops, Hop{From: n.Occurrence, To: to, Link: n.Link})
		}
	}
	relations, err := s.statedRelations(ctx, project, g.factors, hops)
	if err != nil {
		return err
	}
	for i, h := range hops {
		h.Link.Relation = relations[i]
		switch {
		case after(h.From, h.To):
			g.against++
		case h.Link.Relation == episodic.RelationPrevents:
			g.failed++
		default:
			g.hops = append(g.hops, h)
		}
	}
	return nil
}

// statedRelations are how the links work: as people state it of their factors, else as the
// episode says. What was imported says of everything that it was caused by something.
func (s *Service) statedRelations(ctx context.Context, project string, factors map[string]Identity, hops []Hop) ([]episodic.Relation, error) {
	linkOf := func(h Hop, r episodic.Relation) string {
		return FactorLinkKey(factors[h.From.Key].Key(), r, factors[h.To.Key].Key())
	}
	var wanted []string
	for _, h := range hops {
		for _, r := range episodic.CausalRelations() {
			wanted = append(wanted, linkOf(h, r))
		}
	}
	links, err := s.factors.GetFactorLinks(ctx, project, sorted(wanted))
	if err != nil {
		return nil, fmt.Errorf("find out how the links of the episode work: %w", err)
	}
	stated := map[string]bool{}
	for _, l := range links {
		stated[l.Key] = l.Statements > 0
	}
	out := make([]episodic.Relation, len(hops))
	for i, h := range hops {
		out[i] = h.Link.Relation
		for _, r := range episodic.CausalRelations() {
			if stated[linkOf(h, r)] && !stated[linkOf(h, out[i])] {
				out[i] = r
			}
		}
	}
	return out, nil
}

// after reports whether one occurrence is known to be later than another one.
func after(a, b episodic.Occurrence) bool {
	if b.Kind == episodic.KindOutcome || a.Episode != b.Episode {
		return false
	}
	if a.Kind == episodic.KindOutcome {
		return true
	}
	first, second := order(b.At), order(a.At)
	return first != nil && second != nil && *second > *first
}

// hard reads the graph without numbers, and says which node stands for the target: of several
// occurrences it is one that any of them brings about.
func (g *episodeGraph) hard(target []int) (h inference.Hard, end int) {
	caused := map[int]bool{}
	link := func(source, target int, r episodic.Relation) {
		h.Links = append(h.Links, inference.HardLink{Source: source, Target: target, Relation: r})
		caused[target] = caused[target] || r == episodic.RelationCauses
	}
	for _, hop := range g.hops {
		link(g.at[hop.From.Key], g.at[hop.To.Key], hop.Link.Relation)
	}
	if end = target[0]; len(target) > 1 {
		end = len(g.nodes)
		for _, n := range target {
			link(n, end, episodic.RelationCauses)
		}
	}
	h.Exogenous = make([]bool, max(len(g.nodes), end+1))
	for n := range h.Exogenous {
		h.Exogenous[n] = !caused[n]
	}
	return h, end
}

// leadsTo returns the occurrences that lead to some, with them.
func (g *episodeGraph) leadsTo(target []int) map[int]bool {
	before := map[int][]int{}
	for _, h := range g.hops {
		before[g.at[h.To.Key]] = append(before[g.at[h.To.Key]], g.at[h.From.Key])
	}
	found := map[int]bool{}
	for queue := slices.Clone(target); len(queue) > 0; queue = queue[1:] {
		if n := queue[0]; !found[n] {
			found[n] = true
			queue = append(queue, before[n]...)
		}
	}
	return found
}
