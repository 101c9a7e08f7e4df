package paths

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/text"
)

// The maximum number of links in one answer; fewer if they must be counted again.
const (
	maxFactorLinks  = 10_000
	maxLinksCounted = 2_000
)

// between returns the links on walks between factors that the filter follows. For an answer about the
// past it returns them as they were then.
func (s *Service) between(ctx context.Context, search search.FactorSearch) (links []link.FactorLink, cut bool, err error) {
	past := search.Follow.Until
	if past.IsZero() {
		return s.factors.FactorSubgraph(ctx, search)
	}
	follow := search.Follow
	search.Follow, search.Limit = follow.Loose(), min(search.Limit, maxLinksCounted)
	if links, cut, err = s.factors.FactorSubgraph(ctx, search); err != nil {
		return nil, false, err
	}
	links, err = s.linksAsOf(ctx, search.Project, links, past)
	return slices.DeleteFunc(links, func(l link.FactorLink) bool { return !follow.Admits(l) }), cut, err
}

// linksAsOf counts links again over the episodes that started at a time or before. It leaves out
// statements, because links do not store their times.
func (s *Service) linksAsOf(ctx context.Context, project string, links []link.FactorLink, until time.Time) ([]link.FactorLink, error) {
	if len(links) == 0 {
		return nil, nil
	}
	closed, err := s.closed(ctx, project, links)
	if err != nil {
		return nil, err
	}
	pairs, keys := make([]link.Pair, len(links)), make([]string, len(links))
	for i, l := range links {
		keys[i] = l.Key
		pairs[i] = link.Pair{
			Source: l.Source, Target: l.Target, SourceClosed: closed[l.Source.Variable], TargetClosed: closed[l.Target.Variable],
		}
	}
	counts, err := s.factors.CountPairs(ctx, project, pairs, until)
	if err != nil {
		return nil, fmt.Errorf("count %d pairs until %s: %w", len(pairs), until.Format(time.RFC3339), err)
	}
	supports, err := s.factors.CountSupports(ctx, project, keys, until)
	if err != nil {
		return nil, fmt.Errorf("count the support of %d links until %s: %w", len(keys), until.Format(time.RFC3339), err)
	}
	out := make([]link.FactorLink, 0, len(links))
	for i, l := range links {
		if supports[i].Total() == 0 {
			continue
		}
		l.Pair, l.Evidence, l.Statements, l.StatedStrength = counts[i], supports[i], 0, nil
		l.Measure = link.Measured(l.Relation, l.Pair)
		if l.LastSeen.After(until) {
			l.LastSeen = time.Time{}
		}
		out = append(out, l)
	}
	return out, nil
}

// closed returns the closed ones among the variables of links.
func (s *Service) closed(ctx context.Context, project string, links []link.FactorLink) (map[string]bool, error) {
	var names []string
	for _, l := range links {
		names = append(names, l.Source.Variable, l.Target.Variable)
	}
	variables, err := s.factors.ListVariables(ctx, project, text.Sorted(names))
	if err != nil {
		return nil, fmt.Errorf("list the variables of %d links: %w", len(links), err)
	}
	out := map[string]bool{}
	for _, v := range variables {
		out[v.Name] = v.Closed
	}
	return out, nil
}
