package storetest

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
)

// ground is the graph for the paths of one question.
type ground struct {
	occurrences map[string]episodic.Occurrence
	edges       []edge
	// leaving are the edges that leave an occurrence, one for each target: of parallel links only the
	// first counts.
	leaving map[string][]edge
}

func (m *model) ground(q trace.PathSearch) ground {
	g := ground{occurrences: m.project(q.Project).byKey(), leaving: map[string][]edge{}}
	g.edges = m.edges(q.Project, search.Follow{Relations: q.Relations, Bases: q.Bases}, search.Downstream)
	first := slices.CompactFunc(slices.Clone(g.edges), func(a, b edge) bool { return a.from == b.from && a.to == b.to })
	for _, e := range first {
		g.leaving[e.from] = append(g.leaving[e.from], e)
	}
	return g
}

// simplePaths returns every path of 1 to depth links without a repeated occurrence between each pair of
// ends, shortest first, then by the keys along them.
func (g ground) simplePaths(q trace.PathSearch) []trace.Path {
	var out []trace.Path
	var walk func(trail []edge, seen []string, to string)
	walk = func(trail []edge, seen []string, to string) {
		at := seen[len(seen)-1]
		if at == to {
			out = append(out, g.pathOf(trail))
			return
		}
		if len(trail) == q.Depth {
			return
		}
		for _, e := range g.leaving[at] {
			if !slices.Contains(seen, e.to) {
				walk(append(trail, e), append(seen, e.to), to)
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

func (g ground) pathOf(trail []edge) trace.Path {
	p := trace.Path{From: g.occurrences[trail[0].from], To: g.occurrences[trail[len(trail)-1].to]}
	for _, e := range trail {
		p.Hops = append(p.Hops, trace.Hop{From: g.occurrences[e.from], To: g.occurrences[e.to], Link: e.link})
	}
	return p
}

// comparePaths orders by length, then by the keys along the path.
func comparePaths(a, b trace.Path) int {
	return cmp.Or(cmp.Compare(len(a.Hops), len(b.Hops)), slices.Compare(keysAlong(a), keysAlong(b)))
}

func keysAlong(p trace.Path) []string {
	keys := []string{p.From.Key}
	for _, h := range p.Hops {
		keys = append(keys, h.To.Key)
	}
	return keys
}

// ShortestPaths implements [trace.Store].
func (m *model) ShortestPaths(_ context.Context, q trace.PathSearch) ([]trace.Path, error) {
	g := m.ground(q)
	var out []trace.Path
	for _, from := range q.From {
		reached := distances(g.edges, []string{from})
		for _, to := range q.To {
			one := q
			one.From, one.To, one.Depth = []string{from}, []string{to}, reached[to]
			if reached[to] > 0 && reached[to] <= q.Depth {
				out = append(out, g.simplePaths(one)[0])
			}
		}
	}
	slices.SortStableFunc(out, comparePaths)
	return out[:min(len(out), q.Limit)], nil
}

// Subgraph implements [trace.Store].
func (m *model) Subgraph(_ context.Context, q trace.PathSearch) (hops []trace.Hop, more bool, err error) {
	g := m.ground(q)
	there := func(keys []string) []string {
		return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return g.occurrences[key].Key == "" })
	}
	ahead := distances(g.edges, there(q.From))
	var reversed []edge
	for _, e := range g.edges {
		reversed = append(reversed, edge{from: e.to, to: e.from})
	}
	behind := distances(reversed, there(q.To))
	walk := func(key string) int { return ahead[key] + behind[key] }
	nearest := nearest(ahead, behind, q)
	all := 0
	for _, e := range g.edges {
		a, reached := ahead[e.from]
		b, reaches := behind[e.to]
		if !reached || !reaches || a+1+b > q.Depth {
			continue
		}
		all++
		if nearest[e.from] && nearest[e.to] {
			hops = append(hops, trace.Hop{From: g.occurrences[e.from], To: g.occurrences[e.to], Link: e.link})
		}
	}
	slices.SortFunc(hops, func(a, b trace.Hop) int {
		return cmp.Or(cmp.Compare(walk(a.From.Key), walk(b.From.Key)), cmp.Compare(a.From.Key, b.From.Key),
			cmp.Compare(a.To.Key, b.To.Key), compareLinks(a.Link, b.Link))
	})
	return hops[:min(len(hops), q.Limit)], all > q.Limit, nil
}

// nearest returns the occurrences on walks between the ends that a subgraph may contain.
func nearest(ahead, behind map[string]int, q trace.PathSearch) map[string]bool {
	var all []string
	for key, a := range ahead {
		if b, reaches := behind[key]; reaches && a+b <= q.Depth {
			all = append(all, key)
		}
	}
	slices.SortFunc(all, func(x, y string) int {
		return cmp.Or(cmp.Compare(ahead[x]+behind[x], ahead[y]+behind[y]), cmp.Compare(x, y))
	})
	out := map[string]bool{}
	for _, key := range all[:min(len(all), q.Limit+len(q.From)+1)] {
		out[key] = true
	}
	return out
}

// Path answers as [trace.Service.Path] promises, by examining every path.
func (m *model) Path(_ context.Context, q trace.PathQuestion) (trace.PathAnswer, error) {
	if m.projects[q.Project] == nil {
		return trace.PathAnswer{}, episodic.ErrProjectNotFound
	}
	if q.MaxDepth == 0 {
		q.MaxDepth = search.MaxShortestDepth
		if q.Mode == trace.ModeAllSimple {
			q.MaxDepth = search.DefaultDepth
		}
	}
	if q.Limit == 0 {
		q.Limit = search.MaxPaths
	}
	answer := trace.PathAnswer{From: m.end(q.Project, q.From), To: m.end(q.Project, q.To), MaxDepth: q.MaxDepth}
	switch {
	case answer.From.Total == 0 || answer.To.Total == 0:
		answer.Status = search.StatusUnknownEnd
		return answer, nil
	case answer.From.Total > search.MaxMatches || answer.To.Total > search.MaxMatches:
		answer.Status = search.StatusAmbiguous
		return answer, nil
	}
	paths := m.paths(q, answer.From.Matches, answer.To.Matches)
	switch {
	case len(paths) == 0:
		answer.Status = search.StatusNoPath
		q.Mode, q.MaxDepth = trace.ModeShortest, search.MaxShortestDepth
		for _, longer := range m.paths(q, answer.From.Matches, answer.To.Matches) {
			answer.ShortestBeyond = longer.Length()
		}
	case len(paths) > q.Limit:
		answer.Status, answer.Paths = search.StatusTruncated, paths[:q.Limit]
	default:
		answer.Status, answer.Paths = search.StatusFound, paths
	}
	return answer, nil
}

// paths returns all paths of a mode.
func (m *model) paths(q trace.PathQuestion, from, to []episodic.Occurrence) []trace.Path {
	search := trace.PathSearch{
		Project: q.Project, Depth: q.MaxDepth, Relations: orAll(q.Follow.Relations, episodic.CausalRelations()),
		Bases: orAll(q.Follow.Bases, episodic.Bases()),
	}
	var paths []trace.Path
	for _, f := range from {
		search.From = append(search.From, f.Key)
		for _, t := range to {
			if f.Key == t.Key {
				paths = append(paths, trace.Path{From: f, To: t})
			}
		}
	}
	for _, t := range to {
		search.To = append(search.To, t.Key)
	}
	if q.Mode == trace.ModeAllSimple {
		return append(paths, m.ground(search).simplePaths(search)...)
	}
	if len(paths) > 0 {
		return paths // nothing is shorter than an empty path
	}
	search.Limit = 1
	shortest, _ := m.ShortestPaths(context.Background(), search)
	if len(shortest) == 0 || q.Mode != trace.ModeAllShortest {
		return shortest
	}
	search.Depth = shortest[0].Length()
	return m.ground(search).simplePaths(search)
}

func orAll[T any](list, all []T) []T {
	if len(list) == 0 {
		return all
	}
	return list
}

// end resolves the name of an end: a key, or else part of labels.
func (m *model) end(project, name string) trace.End {
	name = strings.TrimSpace(name)
	if o, is := m.project(project).byKey()[name]; is {
		return trace.End{Asked: name, Matches: []episodic.Occurrence{o}, Total: 1}
	}
	end := trace.End{Asked: name}
	for _, o := range m.project(project).occurrences() {
		if hasPart(o.Label, name) {
			end.Total++
			if len(end.Matches) < search.MaxMatches {
				end.Matches = append(end.Matches, o)
			}
		}
	}
	return end
}
