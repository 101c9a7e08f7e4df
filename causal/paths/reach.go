package paths

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Limits of the depth of a ranking, in links.
const (
	DefaultReach = 3
	MaxReach     = 10
)

// evidenceHalf is the number of episodes and statements at which a score has half its weight.
const evidenceHalf = 5

// ReachQuestion asks for the causes or effects of a factor, most important first.
type ReachQuestion struct {
	Project string
	// Of names the factor; it is resolved like the end of a path.
	Of        string
	Direction search.Direction
	// MaxDepth is the maximum distance in links; 0 means DefaultReach.
	MaxDepth int
	// Follow and AsOf are as in [Question].
	Follow search.FactorFollow
	AsOf   time.Time
	// Composed also ranks factors that only composed paths reach.
	Composed bool
	// Support asks for the episodes that state whole paths.
	Support bool
	// The cursor of Page is [ReachedFactor.Cursor].
	Page episodic.Page
	// Budget is the token limit of the explanation; 0 means no explanation.
	Budget int
}

// ReachAnswer answers a [ReachQuestion].
type ReachAnswer struct {
	// Status is StatusTruncated if a factor has more than MaxFanOut links, of which only those that
	// most episodes state are followed, or if there are too many in total.
	Status    search.Status
	Of        layer.End
	Direction search.Direction
	MaxDepth  int
	Shown     link.ShowRule
	AsOf      time.Time
	// Found is the page, ordered by Score, then by the length of the path, then by key. Factors of
	// unknown score come last.
	Found []ReachedFactor
	// Total is the number of factors found. ComposedOnly is the number of those left out because only
	// composed paths reach them.
	Total, ComposedOnly int
	Derivation          layer.Derivation
	Text                explain.Explanation
}

// ReachedFactor is a factor in a ranking.
type ReachedFactor struct {
	Factor factor.Identity
	// Path is the strongest path of at most MaxDepth links, or the shortest if every path has a link of
	// unknown strength or of strength 0.
	Path Path
	// Score is the strength of the path times n/(n+5), where n is the least number of episodes and
	// statements that support a link of it; nil if the strength is unknown.
	Score *float64
	// Cursor is the cursor of the next page.
	Cursor string
}

func (q ReachQuestion) withDefaults() ReachQuestion {
	if q.MaxDepth == 0 {
		q.MaxDepth = DefaultReach
	}
	if q.Page.Limit == 0 {
		q.Page.Limit = episodic.DefaultPage
	}
	q.Of = strings.TrimSpace(q.Of)
	q.Follow = q.Follow.WithDefaults()
	q.Follow.Until = q.AsOf
	return q
}

func (q ReachQuestion) validate() error {
	c := problem.Checker{Problems: append(q.Follow.Problems(), explain.BudgetProblems(q.Budget)...)}
	if q.Of == "" {
		c.Invalid("of", "name the factor by its key, its label or part of it")
	}
	if q.Direction != search.Upstream && q.Direction != search.Downstream {
		c.Invalid("direction", "%q is not a direction", q.Direction)
	}
	if q.MaxDepth < 1 || q.MaxDepth > MaxReach {
		c.Invalid("max_depth", "%d is not from 1 to %d", q.MaxDepth, MaxReach)
	}
	if _, err := readScoreKey(q.Page.After); err != nil {
		c.Invalid("after", "%q is not the cursor of a ranking", q.Page.After)
	}
	return c.Err()
}

// Reach ranks the causes or effects of a factor by strength and evidence. It returns a
// [problem.InvalidError] for a question outside the limits and ErrProjectNotFound for an unknown
// project. A name that matches nothing, or too much, is an answer, not an error.
func (s *Service) Reach(ctx context.Context, q ReachQuestion) (ReachAnswer, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return ReachAnswer{}, err
	}
	err := s.setRule(ctx, q.Project, &q.Follow)
	if err != nil {
		return ReachAnswer{}, err
	}
	a := ReachAnswer{Direction: q.Direction, MaxDepth: q.MaxDepth, Shown: q.Follow.Shown, AsOf: q.AsOf}
	if a.Of, err = s.layer.FactorEnd(ctx, q.Project, q.Of); err != nil {
		return ReachAnswer{}, err
	}
	if a.Status = layer.FactorEndStatus(a.Of); a.Status == "" {
		if err := s.rank(ctx, q, &a); err != nil {
			return ReachAnswer{}, fmt.Errorf("rank what is %s of %s: %w", q.Direction, q.Of, err)
		}
	}
	if a.Derivation, err = s.factors.GetDerivation(ctx, q.Project); err != nil {
		return ReachAnswer{}, err
	}
	if q.Budget > 0 {
		a.Text, err = s.explainReach(a, q.Budget)
	}
	return a, err
}

// rank collects the links around the factor and ranks the factors at them.
func (s *Service) rank(ctx context.Context, q ReachQuestion, a *ReachAnswer) error {
	asked := search.FactorSearch{Project: q.Project, From: factor.KeysOf(a.Of.Matches), Depth: q.MaxDepth, Follow: q.Follow, Limit: maxAround}
	links, cut, err := s.around(ctx, asked, q.Direction)
	if err != nil {
		return err
	}
	n := newSearchGraph(byKey(links))
	if !q.Composed {
		less, err := s.join(ctx, q.Project, n, q.AsOf)
		if err != nil {
			return err
		}
		cut = cut || less
	}
	all, less := n.ranking(ctx, a.Of.Matches, q.Direction, q.MaxDepth)
	if err := ctx.Err(); err != nil {
		return err
	}
	cut = cut || less
	a.Total, a.Status = len(all), search.StatusFound
	a.ComposedOnly = n.reaching(a.Of.Matches, q.MaxDepth) - a.Total
	if cut {
		a.Status = search.StatusTruncated
	} else if len(all) == 0 {
		a.Status = search.StatusNoPath
	}
	if after, err := readScoreKey(q.Page.After); err == nil && q.Page.After != "" {
		all = slices.DeleteFunc(all, func(r ReachedFactor) bool { return r.scoreKey().compare(after) <= 0 })
	}
	a.Found = all[:min(len(all), q.Page.Limit)]
	for i := range a.Found {
		a.Found[i].Cursor = a.Found[i].scoreKey().String()
	}
	paths := make([]*Path, len(a.Found))
	for i := range a.Found {
		paths[i] = &a.Found[i].Path
	}
	return s.qualify(ctx, Question{Project: q.Project, Composed: q.Composed, Support: q.Support, AsOf: q.AsOf}, paths)
}

// reaching returns the number of factors within some links of others, after a ranking of them.
func (n *searchGraph) reaching(of []factor.Identity, depth int) int {
	count := 0
	for _, left := range distances(n.in, n.numbers(of), -1) {
		if left > 0 && left <= depth {
			count++
		}
	}
	return count
}

// ranking returns the best path between the starts and every other factor; more says that a search
// stopped early.
func (n *searchGraph) ranking(ctx context.Context, of []factor.Identity, d search.Direction, depth int) (out []ReachedFactor, more bool) {
	if d == search.Downstream {
		n.flip()
	}
	starts := n.numbers(of)
	strongest := &distanceTable{graph: n, to: starts, cost: func(a arc) int64 { return a.cost }}
	shortest := &distanceTable{graph: n, to: starts, cost: func(arc) int64 { return 1 }}
	weighed, counted := strongest.tabulate(nil, depth), shortest.tabulate(nil, depth)
	for v, id := range n.factors {
		t := weighed
		if t.at(depth, v).cost == unpassable {
			t = counted
		}
		steps := t.way(v, depth)
		if len(steps) == 0 {
			continue
		}
		if !n.isChain(steps) {
			var less bool
			steps, less = n.bestChain(ctx, v, starts, depth)
			if more = more || less; len(steps) == 0 {
				continue
			}
		}
		if d == search.Downstream {
			slices.Reverse(steps)
		}
		out = append(out, scored(id, n.path(steps)))
	}
	slices.SortFunc(out, func(a, b ReachedFactor) int { return a.scoreKey().compare(b.scoreKey()) })
	return out, more
}

// isChain reports whether each step follows the one before in a chain.
func (n *searchGraph) isChain(steps []int) bool {
	for i := range len(steps) - 1 {
		if !n.meet(steps[i], steps[i+1]) {
			return false
		}
	}
	return true
}

// bestChain returns the steps of the strongest chain from a factor to the starts of a ranking, or of
// the shortest if none has a known strength.
func (n *searchGraph) bestChain(ctx context.Context, from int, to []int, depth int) (steps []int, more bool) {
	s := n.simpleSearch(to, 1, -1)
	if found, more := n.bestRoutes(ctx, []int{from}, to, depth, 1); len(found) > 0 {
		return found[0].steps, more
	}
	s.walkUntil([]int{from}, depth)
	if len(s.routes) == 0 {
		return nil, s.full()
	}
	return s.routes[0], false
}

func scored(id factor.Identity, p Path) ReachedFactor {
	r := ReachedFactor{Factor: id, Path: p}
	if strength := p.Strength(); strength != nil {
		n := float64(p.Evidence())
		score := *strength * n / (n + evidenceHalf)
		r.Score = &score
	}
	return r
}

// scoreKey is the sort key of a factor in a ranking.
type scoreKey struct {
	// score is -1 if it is unknown.
	score  float64
	length int
	key    string
}

func (r ReachedFactor) scoreKey() scoreKey {
	k := scoreKey{score: -1, length: r.Path.Length(), key: r.Factor.Key()}
	if r.Score != nil {
		k.score = *r.Score
	}
	return k
}

func (k scoreKey) compare(other scoreKey) int {
	return cmp.Or(cmp.Compare(other.score, k.score), cmp.Compare(k.length, other.length), strings.Compare(k.key, other.key))
}

// String formats the key as a cursor.
func (k scoreKey) String() string {
	return fmt.Sprintf("%016x %d %s", math.Float64bits(k.score), k.length, k.key)
}

// readScoreKey parses a cursor; an empty one is the zero key.
func readScoreKey(cursor string) (scoreKey, error) {
	if cursor == "" {
		return scoreKey{}, nil
	}
	parts := strings.Split(cursor, " ")
	if len(parts) != 3 {
		return scoreKey{}, fmt.Errorf("a cursor of %d parts", len(parts))
	}
	bits, err := strconv.ParseUint(parts[0], 16, 64)
	if err != nil {
		return scoreKey{}, fmt.Errorf("read the score of a cursor: %w", err)
	}
	length, err := strconv.Atoi(parts[1])
	if err != nil {
		return scoreKey{}, fmt.Errorf("read the length in a cursor: %w", err)
	}
	return scoreKey{score: math.Float64frombits(bits), length: length, key: parts[2]}, nil
}

// explainReach describes the page, one line per factor.
func (s *Service) explainReach(a ReachAnswer, budget int) (explain.Explanation, error) {
	if end, bad := layer.BadEnd(a.Of); bad {
		return s.layer.ExplainEnd(end, budget)
	}
	what := "leads to"
	if a.Direction == search.Downstream {
		what = "comes from"
	}
	first := func(label int) string {
		if a.Total == 0 {
			return fmt.Sprintf("Nothing %s %s within %s, whatever the basis of the links.", what, layer.EndWords(a.Of, label), explain.Count(a.MaxDepth, "link"))
		}
		if a.Total > 1 {
			what = explain.Plural(what)
		}
		words := fmt.Sprintf("%s within %s %s %s, by strength and evidence",
			explain.Count(a.Total, "factor"), explain.Count(a.MaxDepth, "link"), what, layer.EndWords(a.Of, label))
		return words + "; " + a.restsOn() + "."
	}
	var rest []explain.Sentence
	if a.Status == search.StatusTruncated {
		rest = append(rest, func(int) string {
			return fmt.Sprintf("Truncated: of each factor at most %d links were followed, those of most episodes.", MaxFanOut)
		})
	}
	rest = append(rest, composedNote(a.ComposedOnly, "factor")...)
	rest = append(append(rest, layer.StateNotes(a.AsOf, a.Derivation)...), layer.RuleNote(a.Shown)...)
	for _, r := range a.Found {
		rest = append(rest, r.Path.headline)
	}
	return explain.Fit(s.tokens, budget, first, rest)
}

// restsOn describes the weakest basis of the paths of the page.
func (a ReachAnswer) restsOn() string {
	count := map[episodic.Basis]int{}
	for _, r := range a.Found {
		count[r.Path.WeakestBasis()]++
	}
	return fmt.Sprintf("of %d shown, measured all the way: %d; at their weakest only stated: %d, only read from text: %d, only the order in time: %d",
		len(a.Found), count[episodic.BasisMeasured], count[episodic.BasisStated], count[episodic.BasisExtracted], count[episodic.BasisTemporal])
}
