package causaltest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
)

// History is the factor layer of whole episodes in memory, for tests that ask many of them. Its
// links are the statements that it is given; it leaves out those of the episodes.
type History struct {
	derive.Store

	episodes      map[string]episodic.Episode
	contributions []contribution.Contribution
	rules         contribution.Rules
	factors       map[string]factor.Factor
	variables     map[string]factor.Variable
	links         []link.FactorLink
}

// NewHistory returns the services on a history. Closed variables have the absent state "".
func NewHistory(t testing.TB, episodes []episodic.Episode, closed []string, links ...link.FactorLink) *memory.Causes {
	t.Helper()
	h := &History{
		episodes: map[string]episodic.Episode{}, factors: map[string]factor.Factor{}, variables: map[string]factor.Variable{}, links: links,
	}
	for _, name := range closed {
		h.rules.Closed = append(h.rules.Closed, contribution.Closed{Variable: name})
	}
	for _, e := range episodes {
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatal(err)
		}
		h.episodes[e.ID] = p.Episode
		h.add(contribution.Contribute(p.Episode, h.rules, nil))
	}
	for _, name := range closed {
		v := h.variables[name]
		v.Name, v.Closed = name, true
		h.variables[name] = v
	}
	return memory.NewCauses(memory.CauseParts{Factors: h, Occurrences: knownEpisodes{h: h}, Tokens: WordCounter{}}, time.Now)
}

func (h *History) add(c contribution.Contribution) {
	h.contributions = append(h.contributions, c)
	for name := range c.Variables() {
		v := h.variables[name]
		v.Name = name
		v.Recorded++
		h.variables[name] = v
	}
	for _, o := range c.Observations {
		f := h.factors[o.Key()]
		f.Identity = o.Identity
		f.Outcomes.Unknown++
		f.Kinds.Add(o.Kinds, 1)
		h.factors[o.Key()] = f
	}
}

// knownEpisodes finds the episodes of a history.
type knownEpisodes struct {
	layer.Occurrences

	h *History
}

// GetEpisodes implements [layer.Occurrences].
func (k knownEpisodes) GetEpisodes(_ context.Context, _ string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		if e, known := k.h.episodes[id]; known {
			out = append(out, episodic.Stored{Episode: e})
		}
	}
	return out, nil
}

// GetOccurrences implements [layer.Occurrences]; it returns the keys alone.
func (k knownEpisodes) GetOccurrences(_ context.Context, _ string, keys []string) ([]episodic.Occurrence, error) {
	var out []episodic.Occurrence
	for _, key := range keys {
		out = append(out, episodic.Occurrence{Key: key})
	}
	return out, nil
}

// GetProject implements [layer.Occurrences].
func (knownEpisodes) GetProject(context.Context, string) (episodic.ProjectInfo, error) {
	return episodic.ProjectInfo{}, nil
}

// GetDerivation implements [layer.RuleReader].
func (h *History) GetDerivation(context.Context, string) (layer.Derivation, error) {
	return layer.Derivation{Version: derive.DerivationVersion, Graph: 1, Episodes: len(h.contributions)}, nil
}

// GetRules implements [layer.RuleReader].
func (h *History) GetRules(context.Context, string) (contribution.Rules, error) { return h.rules, nil }

// ListVariables implements [layer.FactorReader].
func (h *History) ListVariables(_ context.Context, _ string, names []string) ([]factor.Variable, error) {
	out := slices.Collect(maps.Values(h.variables))
	out = slices.DeleteFunc(out, func(v factor.Variable) bool { return names != nil && !slices.Contains(names, v.Name) })
	slices.SortFunc(out, func(a, b factor.Variable) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// ListRecurringVariables implements [layer.FactorReader].
func (h *History) ListRecurringVariables(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error) {
	all, err := h.ListVariables(ctx, project, nil)
	total = len(all)
	return slices.DeleteFunc(all, func(v factor.Variable) bool { return v.Recorded < least && !v.Closed }), total, err
}

// matching are the factors for which a condition holds, by key.
func (h *History) matching(holds func(factor.Factor) bool) []factor.Factor {
	var out []factor.Factor
	for _, key := range slices.Sorted(maps.Keys(h.factors)) {
		if f := h.factors[key]; holds(f) {
			out = append(out, f)
		}
	}
	return out
}

// GetFactors implements [layer.FactorReader].
func (h *History) GetFactors(_ context.Context, _ string, keys []string) ([]factor.Factor, error) {
	return h.matching(func(f factor.Factor) bool { return slices.Contains(keys, f.Key()) }), nil
}

// ListFactors implements [layer.FactorReader].
func (h *History) ListFactors(_ context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	found := h.matching(func(f factor.Factor) bool {
		return (q.Filter.Exact == "" || f.Label() == q.Filter.Exact) && strings.Contains(strings.ToLower(f.Label()), strings.ToLower(q.Filter.Label))
	})
	return found[:min(len(found), q.Page.Limit)], nil
}

// StatesOf implements [layer.StateReader].
func (h *History) StatesOf(_ context.Context, _ string, variables []string) ([]factor.Factor, error) {
	return h.matching(func(f factor.Factor) bool { return slices.Contains(variables, f.Variable) }), nil
}

// LinksInto implements [layer.LinkReader].
func (h *History) LinksInto(_ context.Context, _ string, variables []string, limit int) (links []link.FactorLink, more bool, err error) {
	links, more = linksInto(h.links, variables, limit)
	return links, more, nil
}

// ScanStates implements [layer.StateReader].
func (h *History) ScanStates(ctx context.Context, q layer.StatesQuery, each func(layer.EpisodeStates) error) (layer.Derivation, error) {
	place := make(map[string]int, len(q.Factors))
	for i, key := range q.Factors {
		place[key] = i
	}
	for _, c := range h.contributions {
		row := layer.EpisodeStates{Episode: c.Episode, Seen: c.Seen}
		for _, o := range c.Observations {
			if at, asked := place[o.Key()]; asked {
				row.States = append(row.States, layer.ObservedState{Factor: at, Order: o.Order})
			}
		}
		if err := each(row); err != nil {
			return layer.Derivation{}, err
		}
	}
	return h.GetDerivation(ctx, "")
}
