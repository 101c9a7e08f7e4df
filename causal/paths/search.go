package paths

import (
	"cmp"
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
)

// FactorPath answers how one factor leads to another. It returns a [problem.InvalidError] for a
// question outside the limits and ErrProjectNotFound for an unknown project. An end that matches
// nothing, or too much, is an answer, not an error.
func (s *Service) FactorPath(ctx context.Context, q Question) (Answer, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return Answer{}, err
	}
	a, err := s.answerFactorPath(ctx, &q)
	if err != nil {
		return Answer{}, fmt.Errorf("find paths from %s to %s: %w", q.From, q.To, err)
	}
	if !q.State && q.Budget == 0 {
		return *a, nil
	}
	if err := s.readState(ctx, q, a); err != nil {
		return Answer{}, fmt.Errorf("find out what paths from %s to %s leave out: %w", q.From, q.To, err)
	}
	if q.Budget > 0 {
		a.Text, err = s.explainPaths(*a, q.Budget)
	}
	return *a, err
}

// setRule sets the rule of the project in a filter without one.
func (s *Service) setRule(ctx context.Context, project string, f *search.FactorFollow) error {
	if f.Shown != "" {
		return nil
	}
	rules, err := s.factors.GetRules(ctx, project)
	if err != nil {
		return fmt.Errorf("find the rule of %s: %w", project, err)
	}
	f.Shown = cmp.Or(rules.Shown, link.ShowDefault)
	return nil
}

// answerFactorPath resolves the rule and the ends, then searches between the ends.
func (s *Service) answerFactorPath(ctx context.Context, q *Question) (a *Answer, err error) {
	if err := s.setRule(ctx, q.Project, &q.Follow); err != nil {
		return nil, err
	}
	a = &Answer{Mode: q.Mode, MaxDepth: q.MaxDepth, Shown: q.Follow.Shown, AsOf: q.AsOf}
	if a.From, err = s.layer.FactorEnd(ctx, q.Project, q.From); err != nil {
		return nil, err
	}
	if a.To, err = s.layer.FactorEnd(ctx, q.Project, q.To); err != nil {
		return nil, err
	}
	if a.Status = layer.FactorEndStatus(a.From, a.To); a.Status != "" {
		return a, episodic.Absent(ctx, s.occurrences, q.Project, nil)
	}
	return a, s.searchFactors(ctx, *q, a)
}

// native reports whether the store can find the path.
func (q Question) native() bool {
	return (q.Mode == ModeShortest || q.Mode == ModeReachable) && q.AsOf.IsZero()
}

func (q Question) search(from, to []string) search.FactorSearch {
	return search.FactorSearch{Project: q.Project, From: from, To: to, Depth: q.MaxDepth, Follow: q.Follow, Limit: maxFactorLinks}
}

func pathOf(steps []search.Step) Path {
	return Path{From: steps[0].From(), To: steps[len(steps)-1].To(), Steps: steps}
}

// searchFactors connects the ends. A factor that matches both names is the empty path, which is the
// shortest and strongest one.
func (s *Service) searchFactors(ctx context.Context, q Question, a *Answer) error {
	a.Paths = emptyFactorPaths(a.From, a.To)
	one := q.Mode.DefaultLimit() == 1
	search := q.search(factor.KeysOf(a.From.Matches), factor.KeysOf(a.To.Matches))
	switch {
	case len(a.Paths) > 0 && (one || q.Mode == ModeAllShortest):
		a.BottlenecksKnown = q.Bottlenecks
	case q.native():
		if err := s.searchNative(ctx, q, search, a); err != nil {
			return err
		}
	default:
		if err := s.searchSubgraph(ctx, q, search, a); err != nil {
			return err
		}
	}
	if one {
		q.Limit = 1
	}
	a.finish(q.Limit)
	paths := make([]*Path, len(a.Paths))
	for i := range a.Paths {
		paths[i] = &a.Paths[i]
	}
	return s.qualify(ctx, q, paths)
}

// qualify says of paths where they are composed, and which episodes lived them whole.
func (s *Service) qualify(ctx context.Context, q Question, paths []*Path) error {
	if q.Composed {
		if err := s.markComposed(ctx, q.Project, paths, q.AsOf); err != nil {
			return err
		}
	}
	if !q.Support || len(paths) == 0 {
		return nil
	}
	return s.supportPaths(ctx, q.Project, paths, q.AsOf)
}

// searchNative lets the store find a path. Where that one is composed and must not be, the links are
// searched here.
func (s *Service) searchNative(ctx context.Context, q Question, search search.FactorSearch, a *Answer) error {
	steps, err := s.factors.ShortestFactorPath(ctx, search)
	if err != nil || len(steps) == 0 {
		return err
	}
	if whole, err := s.isChain(ctx, q.Project, steps); err != nil || !whole && !q.Composed {
		if err != nil {
			return err
		}
		return s.searchSubgraph(ctx, q, search, a)
	}
	a.Paths = []Path{pathOf(steps)}
	if !q.Bottlenecks {
		return nil
	}
	graph, cut, err := s.graphBetween(ctx, q, search)
	if err == nil && !cut {
		a.findBottlenecks(graph)
	}
	return err
}

// graphBetween reads the links between the ends and, unless composed paths count, where they meet.
func (s *Service) graphBetween(ctx context.Context, q Question, search search.FactorSearch) (graph *searchGraph, cut bool, err error) {
	links, cut, err := s.between(ctx, search)
	if err != nil {
		return nil, false, err
	}
	graph = newSearchGraph(links)
	if q.Composed {
		return graph, cut, nil
	}
	less, err := s.join(ctx, q.Project, graph, q.AsOf)
	return graph, cut || less, err
}

func (a *Answer) findBottlenecks(graph *searchGraph) {
	if len(a.Paths) == 0 {
		return
	}
	a.Bottlenecks, a.BottlenecksKnown = graph.bottlenecks(graph.numbers(a.From.Matches), graph.numbers(a.To.Matches), a.MaxDepth)
}

// searchSubgraph searches the links between the ends.
func (s *Service) searchSubgraph(ctx context.Context, q Question, search search.FactorSearch, a *Answer) error {
	if q.Mode == ModeAllShortest && q.AsOf.IsZero() && !q.Bottlenecks {
		depth, err := s.shortestDepth(ctx, q, search)
		if err != nil || depth == 0 {
			return err
		}
		search.Depth = depth
	}
	graph, cut, err := s.graphBetween(ctx, q, search)
	if err != nil {
		return err
	}
	from, to := graph.numbers(a.From.Matches), graph.numbers(a.To.Matches)
	paths, more := graph.paths(ctx, q, from, to)
	if err := ctx.Err(); err != nil {
		return err
	}
	a.Paths = append(a.Paths, paths...)
	a.LeftOut.Cut = cut || more
	if q.Mode == ModeStrongest || q.Mode == ModeKBest {
		a.LeftOut.Unweighed, a.LeftOut.Weightless = graph.unweighed, graph.weightless
	}
	if q.Bottlenecks && !cut {
		a.findBottlenecks(graph)
	}
	if len(a.Paths) == 0 && !q.Composed {
		a.findComposed(graph, from, to)
	}
	return nil
}

// findComposed notes the length of the shortest path when every one is composed.
func (a *Answer) findComposed(graph *searchGraph, from, to []int) {
	if chain, _ := graph.shortestSimple(from, to, a.MaxDepth, 1); len(chain) == 0 {
		a.LeftOut.ComposedPath = graph.shortest(from, to, a.MaxDepth)
	}
}

// shortestDepth returns how deep the shortest paths are looked for: as long as the shortest one of the
// store if that counts, else as deep as asked; 0 when there is none.
func (s *Service) shortestDepth(ctx context.Context, q Question, search search.FactorSearch) (int, error) {
	steps, err := s.factors.ShortestFactorPath(ctx, search)
	if err != nil || len(steps) == 0 {
		return 0, err
	}
	whole, err := s.isChain(ctx, q.Project, steps)
	if err != nil {
		return 0, err
	}
	if whole || q.Composed {
		return len(steps), nil
	}
	return search.Depth, nil
}

// paths returns the paths of a mode in the graph.
func (n *searchGraph) paths(ctx context.Context, q Question, from, to []int) (found []Path, more bool) {
	if len(from) == 0 || len(to) == 0 {
		return nil, false
	}
	switch q.Mode {
	case ModeStrongest:
		return n.best(ctx, from, to, q.MaxDepth, 1)
	case ModeKBest:
		return n.best(ctx, from, to, q.MaxDepth, q.Limit)
	case ModeAllSimple:
		return n.simple(from, to, q.MaxDepth, q.Limit)
	case ModeAllShortest:
		return n.shortestSimple(from, to, q.MaxDepth, q.Limit)
	}
	found, more = n.shortestSimple(from, to, q.MaxDepth, 1)
	return found, more && len(found) == 0
}

// finish truncates the paths to the limit and sets the status.
func (a *Answer) finish(limit int) {
	if len(a.Paths) > limit {
		a.LeftOut.Cut = a.LeftOut.Cut || a.Mode == ModeAllShortest || a.Mode == ModeAllSimple
		a.Paths = a.Paths[:limit]
	}
	switch {
	case a.LeftOut.Cut:
		a.Status = search.StatusTruncated
	case len(a.Paths) == 0:
		a.Status = search.StatusNoPath
	default:
		a.Status = search.StatusFound
	}
}

func emptyFactorPaths(from, to layer.End) []Path {
	var out []Path
	for _, f := range from.Matches {
		for _, t := range to.Matches {
			if f == t {
				out = append(out, Path{From: f, To: t})
			}
		}
	}
	return out
}

// readState reads the state of the derivation and counts what the rule hides.
func (s *Service) readState(ctx context.Context, q Question, a *Answer) (err error) {
	if a.Derivation, err = s.factors.GetDerivation(ctx, q.Project); err != nil {
		return err
	}
	if q.Follow.Shown == link.ShowAll {
		return nil
	}
	if q.State {
		a.LeftOut.Hidden, err = s.factors.CountFactorLinks(ctx, layer.FactorLinkQuery{
			Project: q.Project, Filter: layer.FactorLinkFilter{HiddenBy: q.Follow.Shown},
		})
	}
	if err != nil || a.Status != search.StatusNoPath {
		return err
	}
	search := q.search(factor.KeysOf(a.From.Matches), factor.KeysOf(a.To.Matches))
	search.Follow.Shown = link.ShowAll
	steps, err := s.factors.ShortestFactorPath(ctx, search)
	a.LeftOut.HiddenPath = len(steps)
	return err
}
