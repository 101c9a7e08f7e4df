package paths

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// Limits of the depth and size of a drawing.
const (
	DefaultGraphDepth = 2
	MaxGraphDepth     = 10
	DefaultGraphLinks = 100
	MaxGraphLinks     = 1_000
)

// GraphQuestion asks for the factors and links around one factor, or between two.
type GraphQuestion struct {
	Project string
	// Of names the center; or From and To name two ends. All three are resolved like the ends of a
	// path.
	Of, From, To string
	// Depth is the maximum distance from Of, or the maximum length of a walk from From to To, in links;
	// 0 means DefaultGraphDepth around one factor and [search.DefaultDepth] between two.
	Depth int
	// Limit is the maximum number of links, nearest first; 0 means DefaultGraphLinks.
	Limit int
	// Follow and AsOf are as in [Question].
	Follow search.FactorFollow
	AsOf   time.Time
	// Composed also shows links that only composed paths reach.
	Composed bool
	// Budget is the token limit of the explanation; 0 means no explanation.
	Budget int
}

// Graph is a set of factors and the links between them.
type Graph struct {
	// Status is StatusTruncated if there are more links.
	Status search.Status
	// Ends are the resolved names: Of, or From and To.
	Ends  []layer.End
	Shown link.ShowRule
	AsOf  time.Time
	// ComposedOnly is the number of links left out because only composed paths reach them.
	ComposedOnly int
	// Factors and Links are ordered by key. The counts of the factors are current, even with AsOf.
	Factors    []factor.Factor
	Links      []link.FactorLink
	Derivation layer.Derivation
	Text       explain.Explanation
}

func (q GraphQuestion) withDefaults() GraphQuestion {
	q.Of, q.From, q.To = strings.TrimSpace(q.Of), strings.TrimSpace(q.From), strings.TrimSpace(q.To)
	if q.Depth == 0 {
		q.Depth = DefaultGraphDepth
		if q.Of == "" {
			q.Depth = search.DefaultDepth
		}
	}
	if q.Limit == 0 {
		q.Limit = DefaultGraphLinks
	}
	q.Follow = q.Follow.WithDefaults()
	q.Follow.Until = q.AsOf
	return q
}

func (q GraphQuestion) validate() error {
	c := problem.Checker{Problems: append(q.Follow.Problems(), explain.BudgetProblems(q.Budget)...)}
	if (q.Of == "") == (q.From == "" || q.To == "") || q.Of != "" && q.From+q.To != "" {
		c.Invalid("of", "name either one factor with of, or two with from and to")
	}
	if q.Depth < 1 || q.Depth > MaxGraphDepth {
		c.Invalid("depth", "%d is not from 1 to %d", q.Depth, MaxGraphDepth)
	}
	if q.Limit < 1 || q.Limit > MaxGraphLinks {
		c.Invalid("limit", "%d is not from 1 to %d", q.Limit, MaxGraphLinks)
	}
	return c.Err()
}

// Graph returns the factors and links around a factor or between two. It returns a
// [problem.InvalidError] for a question outside the limits and ErrProjectNotFound for an unknown
// project. A name that matches nothing, or too much, is an answer, not an error.
func (s *Service) Graph(ctx context.Context, q GraphQuestion) (Graph, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Graph{}, err
	}
	err := s.setRule(ctx, q.Project, &q.Follow)
	if err != nil {
		return Graph{}, err
	}
	g := &Graph{Shown: q.Follow.Shown, AsOf: q.AsOf}
	if err = s.readGraph(ctx, q, g); err != nil {
		return Graph{}, fmt.Errorf("find links around %s: %w", strings.Join(q.names(), " and "), err)
	}
	if g.Derivation, err = s.factors.GetDerivation(ctx, q.Project); err != nil {
		return Graph{}, fmt.Errorf("read the derivation of %s: %w", q.Project, err)
	}
	if q.Budget > 0 {
		g.Text, err = s.explainGraph(*g, q.Budget)
	}
	return *g, err
}

// names returns the names of the ends.
func (q GraphQuestion) names() []string {
	if q.Of != "" {
		return []string{q.Of}
	}
	return []string{q.From, q.To}
}

// readGraph reads the links and the factors at their ends.
func (s *Service) readGraph(ctx context.Context, q GraphQuestion, g *Graph) error {
	for _, name := range q.names() {
		end, err := s.layer.FactorEnd(ctx, q.Project, name)
		if err != nil {
			return err
		}
		g.Ends = append(g.Ends, end)
	}
	if g.Status = layer.FactorEndStatus(g.Ends...); g.Status != "" {
		return nil
	}
	asked := search.FactorSearch{Project: q.Project, From: factor.KeysOf(g.Ends[0].Matches), Depth: q.Depth, Follow: q.Follow, Limit: q.Limit}
	var cut bool
	var err error
	if len(g.Ends) == 1 {
		g.Links, cut, err = s.neighborhood(ctx, q, asked, g)
	} else {
		asked.To = factor.KeysOf(g.Ends[1].Matches)
		g.Links, cut, err = s.between(ctx, asked)
		if err == nil && !q.Composed {
			cut, err = s.keepChains(ctx, asked, search.Upstream, cut, &g.Links, g)
		}
	}
	if err != nil {
		return err
	}
	g.Links, g.Status = byKey(g.Links), search.StatusFound
	if cut {
		g.Status = search.StatusTruncated
	} else if len(g.Links) == 0 {
		g.Status = search.StatusNoPath
	}
	g.Factors, err = s.factorsAt(ctx, q.Project, g)
	return err
}

// keepChains drops the links that only composed paths reach.
func (s *Service) keepChains(ctx context.Context, asked search.FactorSearch, d search.Direction, cut bool, links *[]link.FactorLink, g *Graph) (bool, error) {
	kept, less, err := s.chains(ctx, asked, *links, d)
	g.ComposedOnly += len(*links) - len(kept)
	*links = kept
	return cut || less, err
}

// neighborhood returns the links up and down from factors, alternating, up to the limit.
func (s *Service) neighborhood(ctx context.Context, q GraphQuestion, asked search.FactorSearch, g *Graph) (links []link.FactorLink, cut bool, err error) {
	var sides [2][]link.FactorLink
	for i, d := range []search.Direction{search.Upstream, search.Downstream} {
		found, more, err := s.around(ctx, asked, d)
		if err == nil && !q.Composed {
			more, err = s.keepChains(ctx, asked, d, more, &found, g)
		}
		if err != nil {
			return nil, false, err
		}
		sides[i], cut = found, cut || more
	}
	seen := map[string]bool{}
	for i := range max(len(sides[0]), len(sides[1])) {
		for _, side := range sides {
			if i >= len(side) || seen[side[i].Key] {
				continue
			}
			if len(links) == asked.Limit {
				return links, true, nil
			}
			seen[side[i].Key] = true
			links = append(links, side[i])
		}
	}
	return links, cut, nil
}

// factorsAt reads the factors of the links and the ends.
func (s *Service) factorsAt(ctx context.Context, project string, g *Graph) ([]factor.Factor, error) {
	var keys []string
	for _, l := range g.Links {
		keys = append(keys, l.Source.Key(), l.Target.Key())
	}
	for _, e := range g.Ends {
		keys = append(keys, factor.KeysOf(e.Matches)...)
	}
	found, err := s.factors.GetFactors(ctx, project, text.Sorted(keys))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b factor.Factor) int { return strings.Compare(a.Key(), b.Key()) })
	return found, nil
}

// explainGraph describes the links, those with the best basis first.
func (s *Service) explainGraph(g Graph, budget int) (explain.Explanation, error) {
	if end, bad := layer.BadEnd(g.Ends...); bad {
		return s.layer.ExplainEnd(end, budget)
	}
	count := map[string]int{}
	for _, l := range g.Links {
		count[basisPhrase(l)]++
	}
	var parts []string
	for _, phrase := range basisPhrases() {
		if n := count[phrase]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, phrase))
		}
	}
	ordered := slices.Clone(g.Links)
	slices.SortStableFunc(ordered, func(a, b link.FactorLink) int {
		return slices.Index(basisPhrases(), basisPhrase(a)) - slices.Index(basisPhrases(), basisPhrase(b))
	})
	rest := append(layer.StateNotes(g.AsOf, g.Derivation), layer.RuleNote(g.Shown)...)
	rest = append(rest, composedNote(g.ComposedOnly, "link")...)
	for _, l := range ordered {
		rest = append(rest, search.Step{Link: l}.InWords)
	}
	return explain.Fit(s.tokens, budget, func(int) string {
		words := fmt.Sprintf("%s, %s: %s.", explain.Count(len(g.Factors), "factor"), explain.Count(len(g.Links), "link"), strings.Join(parts, ", "))
		if len(g.Links) == 0 {
			words = "No links, whatever their basis."
		}
		if g.Status == search.StatusTruncated {
			words += " Truncated: there are more."
		}
		return words
	}, rest)
}

// basisPhrases returns the phrases for the best basis of a link, strongest first.
func basisPhrases() []string {
	return []string{"measured", "only stated", "only read from text", "only the order in time", "without a basis"}
}

func basisPhrase(l link.FactorLink) string {
	if bases := l.Bases(); len(bases) > 0 {
		return basisPhrases()[rankOf(bases[0])]
	}
	return basisPhrases()[len(basisPhrases())-1]
}
