package counterfactual

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// MaxRemaining is the most remaining paths in an answer.
const MaxRemaining = 10

// structural answers from the links of the episode alone. cause and target are occurrences; the
// answer is nil when one of them has none.
func (g *episodeGraph) structural(ctx context.Context, cause, target []int) (*Structural, error) {
	if len(cause) == 0 || len(target) == 0 {
		return nil, nil
	}
	out := &Structural{}
	upstream := g.leadsTo(target, episodeLink.followed)
	out.Linked = len(upstream) > len(target)
	out.countLinks(g, upstream)
	out.Reached = slices.ContainsFunc(cause, func(n int) bool { return upstream[n] })
	hard, end := g.deterministic(target)
	without := map[int]bool{}
	for _, n := range cause {
		without[n] = false
	}
	would, err := hard.With(without)
	if errors.Is(err, inference.ErrCyclic) {
		out.Circle = true
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	out.ButFor = !would[end]
	out.Remaining = g.remaining(would, target)
	causes, evaluated, err := hard.Causes(ctx, end, inference.HardLimits{})
	if err != nil {
		return nil, fmt.Errorf("search for actual causes: %w", err)
	}
	out.Evaluated = evaluated
	out.Causes = g.actualCauses(causes, target)
	return out, nil
}

// countLinks counts the links upstream of the target that are not followed as they are, and the
// others by their bases.
func (s *Structural) countLinks(g *episodeGraph, upstream map[int]bool) {
	var followed [][]episodic.Basis
	for _, l := range g.links {
		if !upstream[g.at[l.To.Key]] {
			continue
		}
		if l.followed() {
			followed = append(followed, l.bases)
		}
		for _, c := range []struct {
			is bool
			n  *int
		}{{l.against, &s.Against}, {l.failed, &s.Failed}, {l.learned, &s.Learned}, {l.acts() && l.left, &s.Temporal}} {
			if c.is {
				*c.n++
			}
		}
	}
	s.Bases = link.TotalBases(followed)
}

// remaining are the shortest paths to the target from occurrences without a cause, among what would
// still happen.
func (g *episodeGraph) remaining(would []bool, target []int) []trace.Path {
	var hops []trace.Hop
	caused := map[string]bool{}
	for _, h := range g.hops {
		if h.Link.Relation == episodic.RelationCauses && would[g.at[h.From.Key]] && would[g.at[h.To.Key]] {
			hops = append(hops, h)
			caused[h.To.Key] = true
		}
	}
	var roots, ends []string
	for _, h := range hops {
		if !caused[h.From.Key] {
			roots = append(roots, h.From.Key)
		}
	}
	for _, n := range target {
		ends = append(ends, g.nodes[n].Key)
	}
	paths, _ := trace.SimplePaths(hops, text.Sorted(roots), ends, search.MaxSimpleDepth, MaxRemaining)
	if len(paths) == 0 {
		paths, _ = trace.SimplePaths(hops, text.Sorted(roots), ends, search.MaxShortestDepth, 1)
	}
	return paths
}

// actualCauses names the nodes, without the target itself.
func (g *episodeGraph) actualCauses(causes []inference.HardCause, target []int) []ActualCause {
	named := func(nodes []int) []episodic.Occurrence {
		var out []episodic.Occurrence
		for _, n := range nodes {
			out = append(out, g.nodes[n])
		}
		return out
	}
	var out []ActualCause
	for _, c := range causes {
		if slices.Contains(target, c.Node) {
			continue
		}
		out = append(out, ActualCause{
			Occurrence: g.nodes[c.Node], Factor: g.factors[g.nodes[c.Node].Key], Alone: len(c.With) == 0, With: named(c.With), Witness: named(c.Witness),
			Responsibility: c.Responsibility,
		})
	}
	return out
}
