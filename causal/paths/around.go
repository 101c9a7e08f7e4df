package paths

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/text"
)

// MaxFanOut is the maximum number of links to follow from one factor in a search without a second
// end: those that most episodes state. maxAround is the maximum number of links of such a search, and
// aroundFactor the number of factors per query.
const (
	MaxFanOut    = 100
	maxAround    = 5_000
	aroundFactor = 50
)

// around collects the links on walks from factors in one direction, level by level. cut says that a
// factor has more links than are followed, or that there are too many.
func (s *Service) around(ctx context.Context, q search.FactorSearch, d search.Direction) (links []link.FactorLink, cut bool, err error) {
	follow := q.Follow
	limit := min(maxAround, q.Limit)
	if !follow.Until.IsZero() {
		q.Follow, limit = follow.Loose(), min(limit, maxLinksCounted)
	}
	g := &linkCollector{direction: d, limit: limit, seen: map[string]bool{}, reached: map[string]bool{}}
	for _, k := range q.From {
		g.reached[k] = true
	}
	level := text.Sorted(q.From)
	for depth := 0; depth < q.Depth && len(level) > 0 && !g.full(); depth++ {
		if level, err = s.widen(ctx, q, g, level); err != nil {
			return nil, false, fmt.Errorf("find links around %d factors: %w", len(q.From), err)
		}
	}
	g.cut = g.cut || g.full() && len(level) > 0
	if follow.Until.IsZero() {
		return g.links, g.cut, nil
	}
	links, err = s.linksAsOf(ctx, q.Project, g.links, follow.Until)
	return slices.DeleteFunc(links, func(l link.FactorLink) bool { return !follow.Admits(l) }), g.cut, err
}

// linkCollector collects links and the factors that they reach.
type linkCollector struct {
	direction     search.Direction
	limit         int
	links         []link.FactorLink
	seen, reached map[string]bool
	cut           bool
}

func (g *linkCollector) full() bool { return len(g.links) >= g.limit }

// widen reads the links at the factors of a level and returns the next level.
func (s *Service) widen(ctx context.Context, q search.FactorSearch, g *linkCollector, level []string) (next []string, err error) {
	for batch := range slices.Chunk(level, aroundFactor) {
		if g.full() {
			g.cut = true
			break
		}
		found, err := s.factors.FactorLinksAt(ctx, q.Project, batch, g.direction, q.Follow, MaxFanOut+1)
		if err != nil {
			return nil, err
		}
		for _, at := range batch {
			next = append(next, g.take(at, found[at])...)
		}
	}
	slices.Sort(next)
	return next, nil
}

// take adds the links at a factor and returns the factors reached for the first time.
func (g *linkCollector) take(at string, found []link.FactorLink) (next []string) {
	if len(found) > MaxFanOut {
		found, g.cut = found[:MaxFanOut], true
	}
	for _, l := range found {
		if !g.seen[l.Key] {
			if g.full() {
				g.cut = true
				return next
			}
			g.seen[l.Key] = true
			g.links = append(g.links, l)
		}
		for _, id := range []factor.Identity{l.Source, l.Target} {
			if k := id.Key(); k != at && !g.reached[k] {
				g.reached[k] = true
				next = append(next, k)
			}
		}
	}
	return next
}

// byKey sorts links by key.
func byKey(links []link.FactorLink) []link.FactorLink {
	slices.SortFunc(links, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return links
}
