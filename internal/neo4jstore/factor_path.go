package neo4jstore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ShortestFactorPath implements [derive.Store]. The server finds the paths of a pair of
// ends; between many ends, or where there are too many equally short ones to compare, it is
// asked level by level.
func (s *Store) ShortestFactorPath(ctx context.Context, q search.FactorSearch) ([]search.Step, error) {
	if slices.ContainsFunc(q.From, func(key string) bool { return slices.Contains(q.To, key) }) {
		return nil, nil
	}
	if err := s.countLinks(ctx, q.Project); err != nil {
		return nil, fmt.Errorf("find the shortest path between factors: %w", err)
	}
	if len(q.From) == 1 && len(q.To) == 1 {
		steps, first, err := s.shortestOfPair(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("find the shortest path between two factors: %w", err)
		}
		if first {
			return steps, nil
		}
	}
	steps, err := s.shortestByLevels(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find the shortest path between %d and %d factors: %w", len(q.From), len(q.To), err)
	}
	return steps, nil
}

// shortestOfPair returns one of the shortest paths, and whether it is the first of them.
func (s *Store) shortestOfPair(ctx context.Context, q search.FactorSearch) (steps []search.Step, first bool, err error) {
	p := followParams(q.Project, q.Follow)
	p["from"], p["to"], p["depth"], p["enough"] = q.From[0], q.To[0], q.Depth, enoughTies
	ties := 0
	steps, err = read(ctx, s, cypher.FindShortestFactorPath, p, func(r *row) search.Step {
		ties = r.integer("ties")
		return r.strongestStep("steps")
	})
	return steps, ties < enoughTies, err
}

// strongestStep reads parallel links as they are walked and returns the one that a path
// carries.
func (r *row) strongestStep(name string) search.Step {
	var all []search.Step
	for _, other := range r.rows(name) {
		all = append(all, other.step())
	}
	if len(all) == 0 {
		return search.Step{}
	}
	return slices.MinFunc(all, func(a, b search.Step) int { return search.CompareFactorLinks(a.Link, b.Link) })
}

// everyEdge asks for all edges of a level.
const everyEdge = 1 << 30

// shortestByLevels looks from the ends back until a beginning is met, and then walks on along
// the first factor that is nearer to an end.
func (s *Store) shortestByLevels(ctx context.Context, q search.FactorSearch) ([]search.Step, error) {
	left := map[string]int{} // how many links are left to an end
	level := slices.Clone(q.To)
	for _, key := range level {
		left[key] = 0
	}
	at := ""
	for depth := 1; depth <= q.Depth && len(level) > 0 && at == ""; depth++ {
		edges, err := s.edges(ctx, q, level, search.Upstream, everyEdge)
		if err != nil {
			return nil, err
		}
		level = level[:0:0]
		for _, e := range edges {
			if _, seen := left[e.From]; !seen {
				left[e.From] = depth
				level = append(level, e.From)
			}
		}
		at = leastOf(q.From, level)
	}
	var steps []search.Step
	for at != "" && left[at] > 0 {
		step, err := s.nearer(ctx, q, at, left)
		if err != nil {
			return nil, err
		}
		if step == (search.Step{}) {
			return nil, episodic.ErrConflict // somebody changed it meanwhile
		}
		steps, at = append(steps, step), step.To().Key()
	}
	return steps, nil
}

// leastOf returns the first key that is in both lists, or none.
func leastOf(a, b []string) string {
	least := ""
	for _, key := range a {
		if (least == "" || key < least) && slices.Contains(b, key) {
			least = key
		}
	}
	return least
}

// nearer returns the step from a factor to the first of those that are one link nearer to an end.
func (s *Store) nearer(ctx context.Context, q search.FactorSearch, at string, left map[string]int) (search.Step, error) {
	edges, err := s.edges(ctx, q, []string{at}, search.Downstream, everyEdge)
	if err != nil {
		return search.Step{}, err
	}
	next := ""
	for _, e := range edges {
		if n, seen := left[e.To]; seen && n == left[at]-1 && (next == "" || e.To < next) {
			next = e.To
		}
	}
	var keys []string
	for _, e := range edges {
		if e.To == next {
			keys = append(keys, e.Link)
		}
	}
	links, err := read(ctx, s, cypher.GetFactorLinks, params{"project": q.Project, "keys": keys}, decodeLink)
	if err != nil || len(links) == 0 {
		return search.Step{}, err
	}
	link := slices.MinFunc(links, search.CompareFactorLinks)
	return search.Step{Link: link, Back: link.Source.Key() != at}, nil
}

// edges lists the links at some factors as they are walked.
func (s *Store) edges(ctx context.Context, q search.FactorSearch, keys []string, d search.Direction, limit int) ([]search.FactorEdge, error) {
	typed, err := s.typedEdges(ctx, q, keys, d, limit)
	out := make([]search.FactorEdge, len(typed))
	for i, e := range typed {
		out[i] = e.FactorEdge
	}
	return out, err
}

// typedEdge is an edge with the type of its relationship.
type typedEdge struct {
	search.FactorEdge

	relation string
}

func (s *Store) typedEdges(ctx context.Context, q search.FactorSearch, keys []string, d search.Direction, limit int) ([]typedEdge, error) {
	statement := cypher.FindFactorEdgesFrom
	if d == search.Upstream {
		statement = cypher.FindFactorEdgesTo
	}
	p := followParams(q.Project, q.Follow)
	p["keys"], p["limit"] = distinct(keys), limit
	out, err := read(ctx, s, statement, p, func(r *row) []typedEdge {
		list := column[[]any](r, "edges", false)
		edges := make([]typedEdge, 0, len(list))
		for _, item := range list {
			edges = append(edges, r.typedEdge(item))
		}
		return edges
	})
	return slices.Concat(out...), err
}

// typedEdge reads the list that stands for an edge.
func (r *row) typedEdge(item any) typedEdge {
	parts, _ := item.([]any)
	texts := make([]string, 4)
	for i := range texts {
		if i < len(parts) {
			texts[i], _ = parts[i].(string)
		}
		if texts[i] == "" {
			r.fail("part %d of an edge is not a text: %w", i, errTorn)
		}
	}
	return typedEdge{search.FactorEdge{Link: texts[0], From: texts[1], To: texts[2]}, texts[3]}
}

// FactorSubgraph implements [derive.Store].
func (s *Store) FactorSubgraph(ctx context.Context, q search.FactorSearch) (links []link.FactorLink, more bool, err error) {
	if err := s.countLinks(ctx, q.Project); err != nil {
		return nil, false, fmt.Errorf("find the links between factors: %w", err)
	}
	relations := map[string]string{} // the type of each link that was met
	keys, more, err := search.Walks(q, func(keys []string, d search.Direction, limit int) ([]search.FactorEdge, error) {
		found, err := s.typedEdges(ctx, q, keys, d, limit)
		out := make([]search.FactorEdge, len(found))
		for i, e := range found {
			out[i], relations[e.Link] = e.FactorEdge, e.relation
		}
		return out, err
	})
	if err != nil {
		return nil, false, fmt.Errorf("find the links between %d and %d factors: %w", len(q.From), len(q.To), err)
	}
	if len(keys) == 0 {
		return nil, more, nil
	}
	p := params{"project": q.Project}
	for _, relation := range episodic.Relations() {
		of := []string{}
		for _, key := range keys {
			if relations[key] == relationType(relation) {
				of = append(of, key)
			}
		}
		p[string(relation)] = of
	}
	links, err = read(ctx, s, cypher.GetFactorLinksByType, p, decodeLink)
	if err != nil {
		return nil, false, fmt.Errorf("get %d links between factors: %w", len(keys), err)
	}
	slices.SortFunc(links, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return links, more, nil
}
