package causal_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// memory is a factor layer made of links by hand. What it does not have is asked of no test.
type memory struct {
	causal.FactorStore

	links []causal.FactorLink
	rules causal.Rules
	state causal.Derivation
	// told is what episodes contributed, see [memory.put].
	told map[string]contributed
	// then gives what episodes until a time say of a link, by its key.
	then map[string]causal.FactorLink
	// asked counts how often edges at factors were listed, edges how many.
	asked, edges int
}

// wordCounter counts words and marks.
type wordCounter struct{}

func (wordCounter) CountTokens(text string) (int, error) { return (len(text) + 3) / 4, nil }

func serviceOver(m *memory) *causal.Service {
	return causal.NewService(causal.Parts{Factors: m, Occurrences: knownProject{}, Tokens: wordCounter{}}, time.Now)
}

// knownProject has every project but one named "unknown".
type knownProject struct{ causal.Occurrences }

func (knownProject) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if project == "unknown" {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{}, nil
}

func thing(name string) causal.Identity {
	if variable, state, found := strings.Cut(name, "="); found {
		return causal.Identity{Variable: variable, State: state}
	}
	return causal.Identity{Variable: name, State: causal.StateOccurred}
}

// stated is a link that somebody stated with a strength; a negative one is not known.
func stated(source string, r episodic.Relation, target string, strength float64) causal.FactorLink {
	from, to := thing(source), thing(target)
	if r == episodic.RelationCorrelates && to.Key() < from.Key() {
		from, to = to, from
	}
	l := causal.FactorLink{
		Key: causal.FactorLinkKey(from.Key(), r, to.Key()), Source: from, Target: to, Relation: r,
		Statements: 1, Measure: causal.Measure{Unmeasured: true},
	}
	if strength >= 0 {
		l.StatedStrength = &strength
	}
	return l
}

func causes(source, target string, strength float64) causal.FactorLink {
	return stated(source, episodic.RelationCauses, target, strength)
}

func (m *memory) all() []causal.Factor {
	known := map[causal.Identity]bool{}
	var out []causal.Factor
	for _, l := range m.links {
		for _, id := range []causal.Identity{l.Source, l.Target} {
			if !known[id] {
				known[id] = true
				out = append(out, causal.Factor{Identity: id})
			}
		}
	}
	slices.SortFunc(out, func(a, b causal.Factor) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

func (m *memory) GetFactors(_ context.Context, _ string, keys []string) ([]causal.Factor, error) {
	return slices.DeleteFunc(m.all(), func(f causal.Factor) bool { return !slices.Contains(keys, f.Key()) }), nil
}

func (m *memory) ListFactors(_ context.Context, q causal.FactorQuery) ([]causal.Factor, error) {
	found := m.matching(q.Filter)
	return found[:min(len(found), q.Page.Limit)], nil
}

func (m *memory) CountFactors(_ context.Context, q causal.FactorQuery) (int, error) {
	return len(m.matching(q.Filter)), nil
}

func (m *memory) matching(f causal.FactorFilter) []causal.Factor {
	return slices.DeleteFunc(m.all(), func(c causal.Factor) bool {
		return f.Exact != "" && c.Label() != f.Exact || !strings.Contains(strings.ToLower(c.Label()), strings.ToLower(f.Label))
	})
}

func (m *memory) ListVariables(_ context.Context, _ string, names []string) ([]causal.Variable, error) {
	return []causal.Variable{{Name: names[0], Closed: true}}, nil
}

func (m *memory) GetRules(_ context.Context, project string) (causal.Rules, error) {
	if project == "unknown" {
		return causal.Rules{}, episodic.ErrProjectNotFound
	}
	return m.rules, nil
}

func (m *memory) GetDerivation(context.Context, string) (causal.Derivation, error) {
	return m.state, nil
}

func (m *memory) CountFactorLinks(_ context.Context, q causal.FactorLinkQuery) (int, error) {
	n := 0
	for _, l := range m.links {
		if l.Grade() < q.Filter.HiddenBy.Grade() {
			n++
		}
	}
	return n, nil
}

// edgesAt lists the edges that are followed.
func (m *memory) edgesAt(follow causal.FactorFollow) causal.NextEdges {
	return func(keys []string, d causal.Direction, limit int) ([]causal.FactorEdge, error) {
		m.asked++
		var out []causal.FactorEdge
		for _, s := range m.steps(follow) {
			e := causal.FactorEdge{Link: s.Link.Key, From: s.From().Key(), To: s.To().Key()}
			if d == causal.Downstream && slices.Contains(keys, e.From) || d == causal.Upstream && slices.Contains(keys, e.To) {
				out = append(out, e)
			}
		}
		slices.SortFunc(out, func(a, b causal.FactorEdge) int { return strings.Compare(a.Link, b.Link) })
		out = out[:min(len(out), limit)]
		m.edges += len(out)
		return out, nil
	}
}

func (m *memory) steps(follow causal.FactorFollow) []causal.Step {
	var out []causal.Step
	for _, l := range m.links {
		if follow.Admits(l) {
			out = append(out, causal.StepsOf(l)...)
		}
	}
	return out
}

func (m *memory) FactorSubgraph(_ context.Context, q causal.FactorSearch) ([]causal.FactorLink, bool, error) {
	keys, more, err := causal.FactorWalks(q, m.edgesAt(q.Follow))
	var out []causal.FactorLink
	for _, l := range m.links {
		if slices.Contains(keys, l.Key) {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b causal.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return out, more, err
}

// ShortestFactorPath tries every walk, one link longer at a time.
func (m *memory) ShortestFactorPath(_ context.Context, q causal.FactorSearch) ([]causal.Step, error) {
	for _, k := range q.From {
		if slices.Contains(q.To, k) {
			return nil, nil
		}
	}
	next := map[string][]causal.Step{}
	for _, s := range m.steps(q.Follow) {
		next[s.From().Key()] = append(next[s.From().Key()], s)
	}
	// Of the walks to one factor only the first can become the first of all.
	walks := map[string][]causal.Step{}
	for _, k := range q.From {
		walks[k] = nil
	}
	seen := map[string]bool{}
	for range q.Depth {
		longer := map[string][]causal.Step{}
		for at, walk := range walks {
			seen[at] = true
			for _, s := range next[at] {
				w := append(slices.Clone(walk), s)
				if before, known := longer[s.To().Key()]; !known || causal.CompareTrails(w, before) < 0 {
					longer[s.To().Key()] = w
				}
			}
		}
		var found [][]causal.Step
		for _, k := range q.To {
			if w, reached := longer[k]; reached {
				found = append(found, w)
			}
		}
		if len(found) > 0 {
			return slices.MinFunc(found, causal.CompareTrails), nil
		}
		for k := range longer {
			if seen[k] {
				delete(longer, k)
			}
		}
		walks = longer
	}
	return nil, nil
}

func (m *memory) FactorLinksAt(_ context.Context, _ string, keys []string, d causal.Direction, follow causal.FactorFollow, limit int) (map[string][]causal.FactorLink, error) {
	out := map[string][]causal.FactorLink{}
	for _, s := range m.steps(follow) {
		at := s.From().Key()
		if d == causal.Upstream {
			at = s.To().Key()
		}
		if slices.Contains(keys, at) {
			out[at] = append(out[at], s.Link)
		}
	}
	for k, links := range out {
		slices.SortFunc(links, func(a, b causal.FactorLink) int {
			return cmp.Or(cmp.Compare(b.Evidence.Total(), a.Evidence.Total()), strings.Compare(a.Key, b.Key))
		})
		out[k] = links[:min(len(links), limit)]
	}
	return out, nil
}

func (m *memory) CountPairs(_ context.Context, _ string, pairs []causal.Pair, _ time.Time) ([]causal.PairCounts, error) {
	out := make([]causal.PairCounts, len(pairs))
	for i, p := range pairs {
		for _, l := range m.then {
			if l.Source == p.Source && l.Target == p.Target {
				out[i] = l.Pair
			}
		}
	}
	return out, nil
}

func (m *memory) CountSupports(_ context.Context, _ string, links []string, _ time.Time) ([]causal.BasisCounts, error) {
	out := make([]causal.BasisCounts, len(links))
	for i, k := range links {
		out[i] = m.then[k].Evidence
	}
	return out, nil
}
