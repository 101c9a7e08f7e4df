package trace

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// maxHops is the maximum number of hops in a subgraph for simple paths.
const maxHops = 20_000

// Path answers how one occurrence leads to another. It returns a [problem.InvalidError] for a
// question outside the limits and ErrProjectNotFound for an unknown project. An end that matches
// nothing, or too much, is an answer, not an error.
func (s *Service) Path(ctx context.Context, q PathQuestion) (PathAnswer, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return PathAnswer{}, err
	}
	answer := PathAnswer{MaxDepth: q.MaxDepth}
	direct, more, searched, err := s.searchKeys(ctx, q)
	if err != nil {
		return PathAnswer{}, fmt.Errorf("find paths from %s to %s: %w", q.From, q.To, err)
	}
	if len(direct) > 0 {
		answer.From, answer.To = exactEnd(direct[0].From), exactEnd(direct[0].To)
		answer.Paths, answer.Status = direct, pathStatus(direct, more)
		return answer, nil
	}
	if answer.From, answer.To, err = s.ends(ctx, q); err != nil {
		return PathAnswer{}, err
	}
	if answer.Status = endStatus(answer.From, answer.To); answer.Status != "" {
		if answer.Status == search.StatusUnknownEnd {
			return answer, episodic.KnownProject(ctx, s.occurrences, q.Project)
		}
		return answer, nil
	}
	if !searched || !answer.From.exact() || !answer.To.exact() {
		if answer.Paths, more, err = s.search(ctx, q, answer.From, answer.To); err != nil {
			return PathAnswer{}, fmt.Errorf("find paths from %s to %s: %w", q.From, q.To, err)
		}
	}
	if answer.Status = pathStatus(answer.Paths, more); answer.Status == search.StatusNoPath {
		answer.ShortestBeyond, err = s.beyond(ctx, q, answer.From, answer.To)
	}
	return answer, err
}

// beyond returns the length of the shortest path between ends that no path within the depth joins,
// 0 if there is none.
func (s *Service) beyond(ctx context.Context, q PathQuestion, from, to End) (int, error) {
	if q.MaxDepth == search.MaxShortestDepth {
		return 0, nil
	}
	q.Mode, q.MaxDepth = ModeShortest, search.MaxShortestDepth
	found, _, err := s.search(ctx, q, from, to)
	if err != nil {
		return 0, fmt.Errorf("find a longer path from %s to %s: %w", q.From, q.To, err)
	}
	if len(found) == 0 {
		return 0, nil
	}
	return found[0].Length(), nil
}

// searchKeys searches with the names as keys before resolving them: most questions name keys, and the
// paths contain their ends. searched is false if the names cannot be keys, or are equal.
func (s *Service) searchKeys(ctx context.Context, q PathQuestion) (paths []Path, more, searched bool, err error) {
	_, _, fromKey := episodic.SplitKey(q.From)
	_, _, toKey := episodic.SplitKey(q.To)
	if !fromKey || !toKey || q.From == q.To {
		return nil, false, false, nil
	}
	paths, more, err = s.search(ctx, q, exactEnd(episodic.Occurrence{Key: q.From}), exactEnd(episodic.Occurrence{Key: q.To}))
	return paths, more, true, err
}

func pathStatus(paths []Path, more bool) search.Status {
	switch {
	case more:
		return search.StatusTruncated
	case len(paths) == 0:
		return search.StatusNoPath
	default:
		return search.StatusFound
	}
}

// search connects the ends. An occurrence that matches both names is the empty path, which alone
// answers a question for shortest paths.
func (s *Service) search(ctx context.Context, q PathQuestion, from, to End) (paths []Path, more bool, err error) {
	empty := emptyPaths(from, to)
	if len(empty) > 0 && q.Mode != ModeAllSimple {
		return cut(empty, q.Limit)
	}
	asked := PathSearch{
		Project: q.Project, From: Keys(from.Matches), To: Keys(to.Matches), Depth: q.MaxDepth,
		Relations: q.Follow.Relations, Bases: q.Follow.Bases, Limit: q.Limit + 1,
	}
	if q.Mode == ModeAllSimple {
		asked.Limit = maxHops
		hops, cutOff, err := s.store.Subgraph(ctx, asked)
		if err != nil {
			return nil, false, err
		}
		found, more := SimplePaths(hops, asked.From, asked.To, q.MaxDepth, q.Limit)
		paths, cutAgain, err := cut(append(empty, found...), q.Limit)
		return paths, more || cutOff || cutAgain, err
	}
	asked.Limit = search.MaxMatches * search.MaxMatches
	found, err := s.store.ShortestPaths(ctx, asked)
	if err != nil || len(found) == 0 || q.Mode == ModeShortest {
		return found[:min(len(found), 1)], false, err
	}
	return s.allShortest(ctx, asked, found[0].Length(), q.Limit)
}

// allShortest returns every path of the given length, the shortest between the ends. Every walk of
// that length in their subgraph is one. Asking the store for the paths instead would count
// parallel links as different paths: two at each of 62 steps make 2^62.
func (s *Service) allShortest(ctx context.Context, search PathSearch, length, limit int) (paths []Path, more bool, err error) {
	search.Depth, search.Limit = length, maxHops
	hops, cutOff, err := s.store.Subgraph(ctx, search)
	if err != nil {
		return nil, false, err
	}
	paths, more = SimplePaths(hops, search.From, search.To, length, limit)
	return paths, more || cutOff, nil
}

func cut(paths []Path, limit int) ([]Path, bool, error) {
	if len(paths) > limit {
		return paths[:limit], true, nil
	}
	return paths, false, nil
}

func emptyPaths(from, to End) []Path {
	var out []Path
	for _, f := range from.Matches {
		for _, t := range to.Matches {
			if f.Key == t.Key {
				out = append(out, Path{From: f, To: t})
			}
		}
	}
	return out
}

// Keys returns the keys of occurrences, in order.
func Keys(occurrences []episodic.Occurrence) []string {
	out := make([]string, len(occurrences))
	for i, o := range occurrences {
		out[i] = o.Key
	}
	return out
}

// Trace returns a page of the causes or effects of an occurrence, nearest first. It returns
// ErrNotFound for an unknown occurrence, ErrProjectNotFound for an unknown project and a
// [problem.InvalidError] for a question outside the limits.
func (s *Service) Trace(ctx context.Context, q Question) ([]Reached, error) {
	q, err := s.prepareTrace(ctx, q)
	if err != nil {
		return nil, err
	}
	reached, err := s.store.Trace(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("trace %s of %s: %w", q.Direction, q.Of, err)
	}
	return reached, nil
}

// CountTrace returns the number of occurrences that a trace reaches, ignoring the page.
func (s *Service) CountTrace(ctx context.Context, q Question) (int, error) {
	q, err := s.prepareTrace(ctx, q)
	if err != nil {
		return 0, err
	}
	n, err := s.store.CountTrace(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count trace %s of %s: %w", q.Direction, q.Of, err)
	}
	return n, nil
}

func (s *Service) prepareTrace(ctx context.Context, q Question) (Question, error) {
	q = q.withDefaults()
	if err := q.validate(); err != nil {
		return q, err
	}
	found, err := s.occurrences.GetOccurrences(ctx, q.Project, []string{q.Of})
	if err != nil {
		return q, fmt.Errorf("find occurrence %s: %w", q.Of, err)
	}
	if len(found) == 0 {
		if err := episodic.KnownProject(ctx, s.occurrences, q.Project); err != nil {
			return q, err
		}
		return q, fmt.Errorf("occurrence %q: %w", q.Of, episodic.ErrNotFound)
	}
	return q, nil
}

// Neighbors returns the links at each occurrence in one direction, by occurrence key.
func (s *Service) Neighbors(ctx context.Context, project string, keys []string, d search.Direction, follow search.Follow) (map[string][]Neighbor, error) {
	follow = follow.WithDefaults()
	if err := problem.AsError(follow.Problems()); err != nil {
		return nil, err
	}
	found, err := s.store.Neighbors(ctx, project, keys, d, follow)
	if err != nil {
		return nil, fmt.Errorf("find links at %d occurrences: %w", len(keys), err)
	}
	return found, nil
}
