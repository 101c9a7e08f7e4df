package counterfactual

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/causal/naming"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// occurrencePage is the number of occurrences read at a time.
const occurrencePage = 1_000

// episodeGraph is an episode with the links between its occurrences. Occurrences of other episodes
// that lead to them are included as exogenous.
type episodeGraph struct {
	nodes []episodic.Occurrence
	at    map[string]int
	// factors are the factors of its own occurrences, by key.
	factors map[string]factor.Identity
	links   []episodeLink
	// hops are the links that are followed.
	hops []trace.Hop
}

// episodeLink is a link into an occurrence of an episode.
type episodeLink struct {
	trace.Hop

	// typed says that somebody stated its relation, learned that the relation comes from the counts.
	typed, learned bool
	// against says that it leads back in time, failed that it prevents something that happened anyway,
	// left that it shows nothing but the order in time, which was not asked for.
	against, failed, left bool
	// bases are why it is believed.
	bases []episodic.Basis
}

// onlyTemporal reports whether the link shows nothing but the order in time.
func (l episodeLink) onlyTemporal() bool {
	return !slices.ContainsFunc(l.bases, func(b episodic.Basis) bool { return b != episodic.BasisTemporal })
}

// acts reports whether the link can be followed, whatever its basis.
func (l episodeLink) acts() bool { return !l.against && !l.failed }

// followed reports whether the link is followed.
func (l episodeLink) followed() bool { return l.acts() && !l.left }

// beyondTime reports whether the link can be followed and shows more than the order in time.
func (l episodeLink) beyondTime() bool { return l.acts() && !l.onlyTemporal() }

// episodeGraph reads the occurrences of an episode and the links into them.
func (s *Service) episodeGraph(ctx context.Context, project string, t naming.EpisodeCase) (*episodeGraph, error) {
	g := &episodeGraph{at: map[string]int{}, factors: t.Instances}
	own := episodic.OccurrenceFilter{Episode: t.Episode.ID}
	for o, err := range episodic.Items(occurrencePage, func(page episodic.Page) ([]episodic.Occurrence, error) {
		return s.occurrences.ListOccurrences(ctx, episodic.OccurrenceQuery{Project: project, Filter: own, Page: page})
	}, func(o episodic.Occurrence) string { return o.Key }) {
		if err != nil {
			return nil, fmt.Errorf("read the occurrences of %s: %w", t.Episode.ID, err)
		}
		g.add(o)
	}
	return g, s.readLinks(ctx, project, g)
}

func (g *episodeGraph) add(o episodic.Occurrence) {
	if _, known := g.at[o.Key]; !known {
		g.at[o.Key] = len(g.nodes)
		g.nodes = append(g.nodes, o)
	}
}

// having returns the occurrences of a factor, by key.
func (g *episodeGraph) having(i factor.Identity) []int {
	var out []int
	for n, o := range g.nodes {
		if f, known := g.factors[o.Key]; known && f == i {
			out = append(out, n)
		}
	}
	return out
}

// readLinks reads the links into the occurrences.
func (s *Service) readLinks(ctx context.Context, project string, g *episodeGraph) error {
	own := trace.Keys(g.nodes)
	found, err := s.trace.Neighbors(ctx, project, own, search.Upstream, search.Follow{})
	if err != nil {
		return err
	}
	for _, key := range own {
		to := g.nodes[g.at[key]]
		for _, n := range found[key] {
			g.add(n.Occurrence)
			g.links = append(g.links, episodeLink{Hop: trace.Hop{From: n.Occurrence, To: to, Link: n.Link}})
		}
	}
	return s.readTypes(ctx, project, g)
}

// readTypes finds the relations of the links: as people state them for their factors, else as the
// episode does. Imported links are all causes.
func (s *Service) readTypes(ctx context.Context, project string, g *episodeGraph) error {
	linkOf := func(h trace.Hop, r episodic.Relation) string {
		return link.FactorLinkKey(g.factors[h.From.Key].Key(), r, g.factors[h.To.Key].Key())
	}
	var wanted []string
	for _, l := range g.links {
		for _, r := range episodic.CausalRelations() {
			wanted = append(wanted, linkOf(l.Hop, r))
		}
	}
	links, err := s.factors.GetFactorLinks(ctx, project, text.Sorted(wanted))
	if err != nil {
		return fmt.Errorf("find out how the links of the episode act: %w", err)
	}
	stated, measured := map[string]bool{}, map[string]bool{}
	for _, l := range links {
		stated[l.Key], measured[l.Key] = l.Statements > 0, slices.Contains(l.Bases(), episodic.BasisMeasured)
	}
	for i := range g.links {
		l := &g.links[i]
		own := l.Link.Relation
		l.bases = []episodic.Basis{l.Link.Basis}
		l.typed = own != episodic.RelationCauses || stated[linkOf(l.Hop, own)]
		for _, r := range episodic.CausalRelations() {
			if stated[linkOf(l.Hop, r)] {
				l.bases = append(l.bases, episodic.BasisStated)
			}
			if measured[linkOf(l.Hop, r)] {
				l.bases = append(l.bases, episodic.BasisMeasured)
			}
			if stated[linkOf(l.Hop, r)] && !stated[linkOf(l.Hop, own)] {
				l.Link.Relation, l.typed = r, true
			}
		}
	}
	return nil
}

// carry selects the links to follow: those that show nothing but the order in time only if temporal.
// An untyped link gets the relation that the counts of a model clearly suggest.
func (g *episodeGraph) carry(m *model.Model, temporal bool) {
	reading := linkReading{m: m, enables: map[int]bool{}}
	for i := range g.links {
		l := &g.links[i]
		if !l.typed && m.Status == "" {
			if r := reading.clearly(g.factors[l.From.Key], g.factors[l.To.Key]); r != "" && r != l.Link.Relation {
				l.Link.Relation, l.learned = r, true
			}
		}
		l.against = after(l.From, l.To)
		l.failed = !l.against && l.Link.Relation == episodic.RelationPrevents
		l.left = l.onlyTemporal() && !temporal
		if l.followed() {
			g.hops = append(g.hops, l.Hop)
		}
	}
}

// after reports whether one occurrence is known to be later than another.
func after(a, b episodic.Occurrence) bool {
	if b.Kind == episodic.KindOutcome || a.Episode != b.Episode {
		return false
	}
	if a.Kind == episodic.KindOutcome {
		return true
	}
	return b.At.Before(a.At)
}

// deterministic is the graph without numbers, and the node of the target. Several occurrences of
// the target get a common node that any of them causes.
func (g *episodeGraph) deterministic(target []int) (h inference.Hard, end int) {
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

// leadsTo returns the occurrences upstream of others by some of the links, and these.
func (g *episodeGraph) leadsTo(target []int, by func(episodeLink) bool) map[int]bool {
	before := map[int][]int{}
	for _, l := range g.links {
		if by(l) {
			before[g.at[l.To.Key]] = append(before[g.at[l.To.Key]], g.at[l.From.Key])
		}
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

// onlyInTime reports whether nothing but the order in time leads from the cause to the target.
func (g *episodeGraph) onlyInTime(cause, target []int) bool {
	reached := func(by func(episodeLink) bool) bool {
		upstream := g.leadsTo(target, by)
		return slices.ContainsFunc(cause, func(n int) bool { return upstream[n] })
	}
	return reached(episodeLink.acts) && !reached(episodeLink.beyondTime)
}
