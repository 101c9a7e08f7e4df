package storetest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// simplePaths returns every path of 1 to depth links without a repeated occurrence between
// each pair of ends, the shortest first, of equal ones by the keys along them.
func (m *model) simplePaths(q causal.PathSearch) []causal.Path {
	occurrences := m.project(q.Project).byKey()
	edges := m.edges(q.Project, causal.Follow{Relations: q.Relations, Bases: q.Bases}, causal.Downstream)
	// Of parallel links the first counts; the others make no paths of their own.
	edges = slices.CompactFunc(edges, func(a, b edge) bool { return a.from == b.from && a.to == b.to })
	var out []causal.Path
	var walk func(trail []edge, seen []string, to string)
	walk = func(trail []edge, seen []string, to string) {
		at := seen[len(seen)-1]
		if at == to {
			out = append(out, pathOf(occurrences, trail))
			return
		}
		if len(trail) == q.Depth {
			return
		}
		for _, e := range edges {
			if e.from == at && !slices.Contains(seen, e.to) {
				walk(append(slices.Clone(trail), e), append(slices.Clone(seen), e.to), to)
			}
		}
	}
	for _, from := range q.From {
		for _, to := range q.To {
			if from != to {
				walk(nil, []string{from}, to)
			}
		}
	}
	slices.SortStableFunc(out, comparePaths)
	return out
}

func pathOf(occurrences map[string]episodic.Occurrence, trail []edge) causal.Path {
	p := causal.Path{From: occurrences[trail[0].from], To: occurrences[trail[len(trail)-1].to]}
	for _, e := range trail {
		p.Hops = append(p.Hops, causal.Hop{From: occurrences[e.from], To: occurrences[e.to], Link: e.link})
	}
	return p
}

// comparePaths orders by length, then by the keys along the path.
func comparePaths(a, b causal.Path) int {
	return cmp.Or(cmp.Compare(len(a.Hops), len(b.Hops)), slices.Compare(keysAlong(a), keysAlong(b)))
}

func keysAlong(p causal.Path) []string {
	keys := []string{p.From.Key}
	for _, h := range p.Hops {
		keys = append(keys, h.To.Key)
	}
	return keys
}

// ShortestPaths implements [causal.Store].
func (m *model) ShortestPaths(_ context.Context, q causal.PathSearch) ([]causal.Path, error) {
	edges := m.edges(q.Project, causal.Follow{Relations: q.Relations, Bases: q.Bases}, causal.Downstream)
	var out []causal.Path
	for _, from := range q.From {
		reached := distances(edges, []string{from})
		for _, to := range q.To {
			one := q
			one.From, one.To, one.Depth = []string{from}, []string{to}, reached[to]
			if reached[to] > 0 && reached[to] <= q.Depth {
				out = append(out, m.simplePaths(one)[0])
			}
		}
	}
	slices.SortStableFunc(out, comparePaths)
	return out[:min(len(out), q.Limit)], nil
}

// Subgraph implements [causal.Store].
func (m *model) Subgraph(_ context.Context, q causal.PathSearch) (hops []causal.Hop, more bool, err error) {
	occurrences := m.project(q.Project).byKey()
	there := func(keys []string) []string {
		return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return occurrences[key].Key == "" })
	}
	edges := m.edges(q.Project, causal.Follow{Relations: q.Relations, Bases: q.Bases}, causal.Downstream)
	ahead := distances(edges, there(q.From))
	var reversed []edge
	for _, e := range edges {
		reversed = append(reversed, edge{from: e.to, to: e.from})
	}
	behind := distances(reversed, there(q.To))
	walk := func(key string) int { return ahead[key] + behind[key] }
	for _, e := range edges {
		a, reached := ahead[e.from]
		b, reaches := behind[e.to]
		if reached && reaches && a+1+b <= q.Depth {
			hops = append(hops, causal.Hop{From: occurrences[e.from], To: occurrences[e.to], Link: e.link})
		}
	}
	slices.SortFunc(hops, func(a, b causal.Hop) int {
		return cmp.Or(cmp.Compare(walk(a.From.Key), walk(b.From.Key)), cmp.Compare(a.From.Key, b.From.Key),
			cmp.Compare(a.To.Key, b.To.Key), compareLinks(a.Link, b.Link))
	})
	return hops[:min(len(hops), q.Limit)], len(hops) > q.Limit, nil
}

// Path answers as [causal.Service.Path] promises, by looking at every path there is.
func (m *model) Path(_ context.Context, q causal.PathQuestion) (causal.PathAnswer, error) {
	if m.projects[q.Project] == nil {
		return causal.PathAnswer{}, episodic.ErrProjectNotFound
	}
	if q.MaxDepth == 0 {
		q.MaxDepth = causal.DefaultDepth
	}
	if q.Limit == 0 {
		q.Limit = causal.MaxPaths
	}
	answer := causal.PathAnswer{From: m.end(q.Project, q.From), To: m.end(q.Project, q.To), MaxDepth: q.MaxDepth}
	switch {
	case answer.From.Total == 0 || answer.To.Total == 0:
		answer.Status = causal.StatusUnknownEnd
		return answer, nil
	case answer.From.Total > causal.MaxMatches || answer.To.Total > causal.MaxMatches:
		answer.Status = causal.StatusAmbiguous
		return answer, nil
	}
	paths := m.paths(q, answer.From.Matches, answer.To.Matches)
	switch {
	case len(paths) == 0:
		answer.Status = causal.StatusNoPath
	case len(paths) > q.Limit:
		answer.Status, answer.Paths = causal.StatusTruncated, paths[:q.Limit]
	default:
		answer.Status, answer.Paths = causal.StatusFound, paths
	}
	return answer, nil
}

// paths returns the paths of a mode, all of them.
func (m *model) paths(q causal.PathQuestion, from, to []episodic.Occurrence) []causal.Path {
	search := causal.PathSearch{
		Project: q.Project, Depth: q.MaxDepth, Relations: orAll(q.Follow.Relations, episodic.CausalRelations()),
		Bases: orAll(q.Follow.Bases, episodic.Bases()),
	}
	var paths []causal.Path
	for _, f := range from {
		search.From = append(search.From, f.Key)
		for _, t := range to {
			if f.Key == t.Key {
				paths = append(paths, causal.Path{From: f, To: t})
			}
		}
	}
	for _, t := range to {
		search.To = append(search.To, t.Key)
	}
	if q.Mode == causal.ModeAllSimple {
		return append(paths, m.simplePaths(search)...)
	}
	if len(paths) > 0 {
		return paths // nothing is shorter than an empty path
	}
	search.Limit = 1
	shortest, _ := m.ShortestPaths(context.Background(), search)
	if len(shortest) == 0 || q.Mode != causal.ModeAllShortest {
		return shortest
	}
	search.Depth = shortest[0].Length()
	return m.simplePaths(search)
}

func orAll[T any](list, all []T) []T {
	if len(list) == 0 {
		return all
	}
	return list
}

// end understands the name of an end: a key, else part of labels.
func (m *model) end(project, name string) causal.End {
	name = strings.TrimSpace(name)
	if o, is := m.project(project).byKey()[name]; is {
		return causal.End{Asked: name, Matches: []episodic.Occurrence{o}, Total: 1}
	}
	end := causal.End{Asked: name}
	for _, o := range m.project(project).occurrences() {
		if hasPart(o.Label, name) {
			end.Total++
			if len(end.Matches) < causal.MaxMatches {
				end.Matches = append(end.Matches, o)
			}
		}
	}
	return end
}
