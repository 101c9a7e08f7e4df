package causaltest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
)

// Memory is a factor store made of given links. It implements only what tests need.
type Memory struct {
	derive.Store

	Links []link.FactorLink
	Rules contribution.Rules
	State layer.Derivation
	// Contributions are those of the episodes; see [Memory.Put].
	Contributions map[string]contributed
	// Supports are the links, by key, that each episode states; nil stands for one episode that states
	// them all.
	Supports map[string][]string
	// Then has the links as counted over the episodes until a time, by key.
	Then map[string]link.FactorLink
	// asked is the number of queries for edges, edges the number of edges returned.
	asked, edges int
}

// WordCounter estimates tokens as a quarter of the bytes.
type WordCounter struct{}

// CountTokens implements [explain.Tokens].
func (WordCounter) CountTokens(text string) (int, error) { return (len(text) + 3) / 4, nil }

// ServiceOver returns the services on a store.
func ServiceOver(m *Memory) *memory.Causes {
	return memory.NewCauses(memory.CauseParts{Factors: m, Occurrences: knownProject{}, Tokens: WordCounter{}}, time.Now)
}

// knownProject knows every project except one named "unknown".
type knownProject struct{ layer.Occurrences }

// GetProject implements [layer.Occurrences].
func (knownProject) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if project == "unknown" {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{}, nil
}

// ParseFactor parses the label of a factor: "variable=state", or a variable that occurred.
func ParseFactor(name string) factor.Identity {
	if variable, state, found := strings.Cut(name, "="); found {
		return factor.Identity{Variable: variable, State: state}
	}
	return factor.Identity{Variable: name, State: factor.StateOccurred}
}

// Stated returns a link stated with a strength; a negative strength is unknown.
func Stated(source string, r episodic.Relation, target string, strength float64) link.FactorLink {
	from, to := ParseFactor(source), ParseFactor(target)
	if r == episodic.RelationCorrelates && to.Key() < from.Key() {
		from, to = to, from
	}
	l := link.FactorLink{
		Key: link.FactorLinkKey(from.Key(), r, to.Key()), Source: from, Target: to, Relation: r,
		Statements: 1, Measure: link.Measure{Unmeasured: true},
	}
	if strength >= 0 {
		l.StatedStrength = &strength
	}
	return l
}

// Causes returns a stated CAUSES link.
func Causes(source, target string, strength float64) link.FactorLink {
	return Stated(source, episodic.RelationCauses, target, strength)
}

// All returns the factors of the links, by key.
func (m *Memory) All() []factor.Factor {
	known := map[factor.Identity]bool{}
	var out []factor.Factor
	for _, l := range m.Links {
		for _, id := range []factor.Identity{l.Source, l.Target} {
			if !known[id] {
				known[id] = true
				out = append(out, factor.Factor{Identity: id})
			}
		}
	}
	slices.SortFunc(out, func(a, b factor.Factor) int { return strings.Compare(a.Key(), b.Key()) })
	return out
}

// GetFactors implements [layer.FactorReader].
func (m *Memory) GetFactors(_ context.Context, _ string, keys []string) ([]factor.Factor, error) {
	return slices.DeleteFunc(m.All(), func(f factor.Factor) bool { return !slices.Contains(keys, f.Key()) }), nil
}

// ListFactors implements [layer.FactorReader].
func (m *Memory) ListFactors(_ context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	found := m.matching(q.Filter)
	return found[:min(len(found), q.Page.Limit)], nil
}

// CountFactors implements [layer.FactorReader].
func (m *Memory) CountFactors(_ context.Context, q layer.FactorQuery) (int, error) {
	return len(m.matching(q.Filter)), nil
}

func (m *Memory) matching(f layer.FactorFilter) []factor.Factor {
	return slices.DeleteFunc(m.All(), func(c factor.Factor) bool {
		return f.Exact != "" && c.Label() != f.Exact || !strings.Contains(strings.ToLower(c.Label()), strings.ToLower(f.Label))
	})
}

// ListVariables implements [layer.FactorReader].
func (m *Memory) ListVariables(_ context.Context, _ string, names []string) ([]factor.Variable, error) {
	return []factor.Variable{{Name: names[0], Closed: true}}, nil
}

// GetRules implements [layer.RuleReader].
func (m *Memory) GetRules(_ context.Context, project string) (contribution.Rules, error) {
	if project == "unknown" {
		return contribution.Rules{}, episodic.ErrProjectNotFound
	}
	return m.Rules, nil
}

// GetDerivation implements [layer.RuleReader].
func (m *Memory) GetDerivation(context.Context, string) (layer.Derivation, error) {
	return m.State, nil
}

// CountFactorLinks implements [layer.LinkReader].
func (m *Memory) CountFactorLinks(_ context.Context, q layer.FactorLinkQuery) (int, error) {
	n := 0
	for _, l := range m.Links {
		if l.Grade() < q.Filter.HiddenBy.Grade() {
			n++
		}
	}
	return n, nil
}

// EdgesAt returns a function that lists the edges that the filter follows.
func (m *Memory) EdgesAt(follow search.FactorFollow) search.NextEdges {
	return func(keys []string, d search.Direction, limit int) ([]search.FactorEdge, error) {
		m.asked++
		var out []search.FactorEdge
		for _, s := range m.Steps(follow) {
			e := search.FactorEdge{Link: s.Link.Key, From: s.From().Key(), To: s.To().Key()}
			if d == search.Downstream && slices.Contains(keys, e.From) || d == search.Upstream && slices.Contains(keys, e.To) {
				out = append(out, e)
			}
		}
		slices.SortFunc(out, func(a, b search.FactorEdge) int { return strings.Compare(a.Link, b.Link) })
		out = out[:min(len(out), limit)]
		m.edges += len(out)
		return out, nil
	}
}

// Steps returns the steps that the filter follows.
func (m *Memory) Steps(follow search.FactorFollow) []search.Step {
	var out []search.Step
	for _, l := range m.Links {
		if follow.Admits(l) {
			out = append(out, search.StepsOf(l)...)
		}
	}
	return out
}

// FactorSubgraph implements [layer.PathSearcher].
func (m *Memory) FactorSubgraph(_ context.Context, q search.FactorSearch) ([]link.FactorLink, bool, error) {
	keys, more, err := search.Walks(q, m.EdgesAt(q.Follow))
	var out []link.FactorLink
	for _, l := range m.Links {
		if slices.Contains(keys, l.Key) {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return out, more, err
}

// ShortestFactorPath implements [layer.PathSearcher] by trying every walk, one link longer at a time.
func (m *Memory) ShortestFactorPath(_ context.Context, q search.FactorSearch) ([]search.Step, error) {
	for _, k := range q.From {
		if slices.Contains(q.To, k) {
			return nil, nil
		}
	}
	next := map[string][]search.Step{}
	for _, s := range m.Steps(q.Follow) {
		next[s.From().Key()] = append(next[s.From().Key()], s)
	}
	// Among the walks to one factor, only the first can become the first path.
	walks := map[string][]search.Step{}
	for _, k := range q.From {
		walks[k] = nil
	}
	seen := map[string]bool{}
	for range q.Depth {
		longer := map[string][]search.Step{}
		for at, walk := range walks {
			seen[at] = true
			for _, s := range next[at] {
				w := append(slices.Clone(walk), s)
				if before, known := longer[s.To().Key()]; !known || search.CompareTrails(w, before) < 0 {
					longer[s.To().Key()] = w
				}
			}
		}
		var found [][]search.Step
		for _, k := range q.To {
			if w, reached := longer[k]; reached {
				found = append(found, w)
			}
		}
		if len(found) > 0 {
			return slices.MinFunc(found, search.CompareTrails), nil
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

// FactorLinksAt implements [layer.LinkReader].
func (m *Memory) FactorLinksAt(_ context.Context, _ string, keys []string, d search.Direction, follow search.FactorFollow, limit int) (map[string][]link.FactorLink, error) {
	out := map[string][]link.FactorLink{}
	for _, s := range m.Steps(follow) {
		at := s.From().Key()
		if d == search.Upstream {
			at = s.To().Key()
		}
		if slices.Contains(keys, at) {
			out[at] = append(out[at], s.Link)
		}
	}
	for k, links := range out {
		slices.SortFunc(links, func(a, b link.FactorLink) int {
			return cmp.Or(cmp.Compare(b.Evidence.Total(), a.Evidence.Total()), strings.Compare(a.Key, b.Key))
		})
		out[k] = links[:min(len(links), limit)]
	}
	return out, nil
}

// CountPairs implements [layer.EvidenceReader].
func (m *Memory) CountPairs(_ context.Context, _ string, pairs []link.Pair, _ time.Time) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	for i, p := range pairs {
		for _, l := range m.Then {
			if l.Source == p.Source && l.Target == p.Target {
				out[i] = l.Pair
			}
		}
	}
	return out, nil
}

// CountRules implements [layer.EvidenceReader].
func (m *Memory) CountRules(context.Context, string) ([]link.RuleTotal, error) { return nil, nil }

// CountSupports implements [layer.EvidenceReader].
func (m *Memory) CountSupports(_ context.Context, _ string, links []string, _ time.Time) ([]link.BasisCounts, error) {
	out := make([]link.BasisCounts, len(links))
	for i, k := range links {
		out[i] = m.Then[k].Evidence
	}
	return out, nil
}
