package storetest

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

func (t *tx) Project() string { return t.project }

func (t *tx) Rules() (contribution.Rules, error) { return t.rules, nil }

func (t *tx) PutRules(rules contribution.Rules) error {
	t.rules = rules
	return nil
}

func (t *tx) State() (layer.Derivation, error) { return t.state, nil }

func (t *tx) PutState(d layer.Derivation) error {
	t.state = d
	return nil
}

func (t *tx) Contents(ids []string) ([]episodic.Episode, error) {
	return slices.Collect(maps.Values(only(t.held.contents(), ids))), nil
}

func (t *tx) Crossing(ids []string) ([]string, error) {
	var out []string
	among := setOf(ids)
	for id, e := range t.held.contents() {
		if !among[id] && linksWith(e, among) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out, nil
}

func (t *tx) FactorsOf(occurrences []string) (map[string]factor.Identity, error) {
	out := map[string]factor.Identity{}
	for id := range t.held.contents() {
		maps.Copy(out, only(t.contributions[id].Instances, occurrences))
	}
	return out, nil
}

func (t *tx) Contributions(ids []string) (map[string]contribution.Contribution, error) {
	out := only(t.contributions, ids)
	for id, c := range out {
		c.Instances = nil
		out[id] = c
	}
	return out, nil
}

// PutContributions requires the factors to exist, as foreign keys do.
func (t *tx) PutContributions(put []contribution.Contribution, gone []string, graph int) error {
	for _, c := range put {
		for _, o := range c.Observations {
			if t.factors[o.Key()].Identity != o.Identity {
				return fmt.Errorf("%s has factor %s, which is not there", c.Episode, o.Label())
			}
		}
		t.contributions[c.Episode], t.graphs[c.Episode] = c, graph
		delete(t.marked, c.Episode)
	}
	for _, id := range gone {
		delete(t.contributions, id)
		delete(t.marked, id)
	}
	for _, c := range t.contributions {
		for _, s := range c.Supports {
			for _, i := range []factor.Identity{s.Source, s.Target} {
				if t.factors[i.Key()].Identity != i {
					return fmt.Errorf("%s states a link at factor %s, which is not there", c.Episode, i.Label())
				}
			}
		}
	}
	return nil
}

func (t *tx) MarkStale(factors []string) error {
	for id, c := range t.contributions {
		for _, o := range c.Observations {
			if slices.Contains(factors, o.Key()) {
				t.marked[id] = true
			}
		}
		for _, s := range c.Supports {
			if slices.Contains(factors, s.Source.Key()) || slices.Contains(factors, s.Target.Key()) {
				t.marked[id] = true
			}
		}
	}
	return nil
}

func (t *tx) Factors(keys []string) (map[string]factor.Factor, error) {
	return only(t.factors, keys), nil
}

func (t *tx) Variables(names []string) (map[string]factor.Variable, error) {
	return only(t.variables, names), nil
}

func (t *tx) Links(keys []string) (map[string]link.FactorLink, error) {
	return only(t.links, keys), nil
}

func (t *tx) LinksAmong(variables []string) ([]link.FactorLink, error) {
	return slices.DeleteFunc(t.sortedLinks(), func(l link.FactorLink) bool {
		return !slices.Contains(variables, l.Source.Variable) || !slices.Contains(variables, l.Target.Variable)
	}), nil
}

func (t *tx) Decided(variables []string) ([]string, error) {
	var out []string
	for _, name := range variables {
		for _, f := range t.factors {
			if f.Variable == name && f.Kinds.Decision > 0 && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

func (t *tx) LinksOf(variable string) ([]link.FactorLink, error) {
	return slices.DeleteFunc(t.sortedLinks(), func(l link.FactorLink) bool {
		return l.Source.Variable != variable && l.Target.Variable != variable
	}), nil
}

func (t *tx) FactorRanges(keys []string) (map[string]derive.Range, error) {
	return t.ranges(keys, func(c contribution.Contribution, key string) bool {
		return slices.ContainsFunc(c.Observations, func(o contribution.Observation) bool { return o.Key() == key })
	}), nil
}

func (t *tx) LinkRanges(keys []string) (map[string]derive.Range, error) {
	return t.ranges(keys, func(c contribution.Contribution, key string) bool {
		return slices.ContainsFunc(c.Supports, func(s contribution.Support) bool { return s.Link() == key })
	}), nil
}

func (t *tx) ranges(keys []string, of func(contribution.Contribution, string) bool) map[string]derive.Range {
	out := map[string]derive.Range{}
	for _, c := range t.contributions {
		for _, key := range keys {
			if of(c, key) && !c.Seen.IsZero() {
				r := out[key]
				r.First, r.Last = spanned(r.First, r.Last, c.Seen)
				out[key] = r
			}
		}
	}
	return out
}

func (t *tx) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	out := make([]link.PairCounts, len(pairs))
	for i, pair := range pairs {
		out[i] = t.contributions.compare(pair, time.Time{})
	}
	return out, nil
}

func (t *tx) PutFactors(factors []factor.Factor) error {
	for _, f := range factors {
		t.factors[f.Key()] = f
	}
	return nil
}

func (t *tx) PutVariables(variables []factor.Variable) error {
	for _, v := range variables {
		t.variables[v.Name] = v
	}
	return nil
}

// PutLinks requires both ends to exist.
func (t *tx) PutLinks(links []link.FactorLink) error {
	for _, l := range links {
		for _, i := range []factor.Identity{l.Source, l.Target} {
			if t.factors[i.Key()].Identity != i {
				return fmt.Errorf("link %s joins factor %s, which is not there", l.Key, i.Label())
			}
		}
		t.links[l.Key] = l
	}
	return nil
}

// RemoveFactors requires that nothing refers to them.
func (t *tx) RemoveFactors(keys []string) error {
	for _, key := range keys {
		for _, l := range t.links {
			if l.Source.Key() == key || l.Target.Key() == key {
				return fmt.Errorf("factor %s goes, and link %s stays", key, l.Key)
			}
		}
		delete(t.factors, key)
	}
	for id, c := range t.contributions {
		for _, s := range c.Supports {
			if slices.Contains(keys, s.Source.Key()) || slices.Contains(keys, s.Target.Key()) {
				return fmt.Errorf("a factor goes at which %s states a link", id)
			}
		}
	}
	return nil
}

func (t *tx) Uncounted() ([]derive.Uncounted, error) { return t.uncounted, nil }

func (t *tx) PutUncounted(u derive.Uncounted) (int, error) {
	t.uncounted = append(t.uncounted, u)
	weight := 0
	for _, one := range t.uncounted {
		weight += one.Weight
	}
	return weight, nil
}

func (t *tx) RemoveUncounted() error {
	t.uncounted = nil
	return nil
}

func (t *tx) RemoveVariables(names []string) error { return remove(t.variables, names) }

func (t *tx) RemoveLinks(keys []string) error { return remove(t.links, keys) }

func (t *tx) RemoveStatements(ids []string) error { return remove(t.statements, ids) }

func remove[V any](from map[string]V, keys []string) error {
	for _, key := range keys {
		delete(from, key)
	}
	return nil
}

func (t *tx) Statements(ids []string) ([]contribution.PlacedStatement, error) {
	return t.statementsThat(func(s contribution.PlacedStatement) bool { return slices.Contains(ids, s.ID()) }), nil
}

func (t *tx) StatementsAt(factors []string) ([]contribution.PlacedStatement, error) {
	return t.statementsThat(func(s contribution.PlacedStatement) bool {
		return slices.Contains(factors, s.SourceNow.Key()) || slices.Contains(factors, s.TargetNow.Key())
	}), nil
}

func (t *tx) StatementsFor(links []string) ([]contribution.PlacedStatement, error) {
	return t.statementsThat(func(s contribution.PlacedStatement) bool { return s.Link != "" && slices.Contains(links, s.Link) }), nil
}

func (t *tx) Unplaced(limit int) ([]contribution.PlacedStatement, error) {
	all := t.unplaced()
	return all[:min(len(all), limit)], nil
}

func (t *tx) PutStatements(statements []contribution.PlacedStatement) error {
	for _, s := range statements {
		t.statements[s.ID()] = s
	}
	return nil
}
