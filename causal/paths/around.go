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

// The most links that are followed from one factor when there is no other end to walk to,
// those that most episodes state; the most links gathered so; and at how many factors the
// links are asked for at once.
const (
	MaxFanOut    = 100
	maxAround    = 5_000
	aroundFactor = 50
)

// around gathers the links on walks from factors in one direction, level by level. cut says
// that some factor has more links than are followed, or that there are too many.
func (s *Service) around(ctx context.Context, q search.FactorSearch, d search.Direction) (links []link.FactorLink, cut bool, err error) {
	follow := q.Follow
	most := min(maxAround, q.Limit)
	if !follow.Until.IsZero() {
		q.Follow, most = follow.Loose(), min(most, maxLinksCounted)
	}
	g := &gatherer{direction: d, most: most, seen: map[string]bool{}, reached: map[string]bool{}}
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

// gatherer keeps the links that were met.
type gatherer struct {
	direction     search.Direction
	most          int
	links         []link.FactorLink
	seen, reached map[string]bool
	cut           bool
}

func (g *gatherer) full() bool { return len(g.links) >= g.most }

// widen asks for the links at the factors of a level and returns the next one.
func (s *Service) widen(ctx context.Context, q search.FactorSearch, g *gatherer, level []string) (next []string, err error) {
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

// take keeps the links at a factor and returns the factors that are reached for the first time.
func (g *gatherer) take(at string, found []link.FactorLink) (next []string) {
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

// byKey orders links by their keys.
func byKey(links []link.FactorLink) []link.FactorLink {
	slices.SortFunc(links, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return links
}
