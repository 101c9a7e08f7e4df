package causaltest

import (
	"encoding/json"
	"fmt"
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
)

// Layer is an in-memory [derive.Tx] for the factor layer of one project. It fails where a change
// breaks a reference between rows.
type Layer struct {
	T             testing.TB
	RuleSet       contribution.Rules
	Numbers       layer.Derivation
	Episodes      map[string]episodic.Episode
	contributions map[string]contribution.Contribution
	marked        map[string]bool
	instances     map[string]factor.Identity
	FactorRows    map[string]factor.Factor
	VariableRows  map[string]factor.Variable
	LinkRows      map[string]link.FactorLink
	StatementRows map[string]contribution.PlacedStatement
	uncounted     []derive.Uncounted
}

// NewLayer returns an empty layer.
func NewLayer(t testing.TB) *Layer {
	return &Layer{
		T: t, Episodes: map[string]episodic.Episode{}, contributions: map[string]contribution.Contribution{}, marked: map[string]bool{},
		instances: map[string]factor.Identity{}, FactorRows: map[string]factor.Factor{}, VariableRows: map[string]factor.Variable{},
		LinkRows: map[string]link.FactorLink{}, StatementRows: map[string]contribution.PlacedStatement{},
	}
}

// Write adds or replaces episodes and derives them.
func (l *Layer) Write(episodes ...episodic.Episode) {
	l.T.Helper()
	ids := make([]string, len(episodes))
	for i, e := range episodes {
		ids[i], l.Episodes[e.ID] = e.ID, e
	}
	l.derive(ids)
}

// Remove deletes episodes and updates the layer.
func (l *Layer) Remove(ids ...string) {
	l.T.Helper()
	for _, id := range ids {
		delete(l.Episodes, id)
	}
	l.derive(ids)
}

func (l *Layer) derive(ids []string) {
	l.T.Helper()
	if err := derive.Derive(l, ids); err != nil {
		l.T.Fatal(err)
	}
}

// settle derives the marked episodes.
func (l *Layer) settle() {
	l.T.Helper()
	ids := slices.Sorted(maps.Keys(l.marked))
	if _, err := derive.RefreshMarked(l, ids, 1_000); err != nil {
		l.T.Fatal(err)
	}
	if len(l.marked) > 0 {
		l.T.Fatalf("still marked: %v", l.marked)
	}
}

// Change replaces the rules and derives the episodes that they affect.
func (l *Layer) Change(rules contribution.Rules) {
	l.T.Helper()
	if err := derive.ChangeRules(l, rules); err != nil {
		l.T.Fatal(err)
	}
	l.settle()
}

// Print returns the layer as JSON, except its revision, to compare two layers. It counts the links first, as
// every reader of them does.
func (l *Layer) Print() string {
	l.T.Helper()
	l.CountUncounted()
	state := l.Numbers
	if state.Graph = 0; state.Episodes == 0 {
		state.Version = 0 // the next episode sets it
	}
	text, err := json.MarshalIndent([]any{state, l.FactorRows, l.VariableRows, l.LinkRows, l.instances}, "", " ")
	if err != nil {
		l.T.Fatal(err)
	}
	return string(text)
}

// CountUncounted counts what the links leave out.
func (l *Layer) CountUncounted() {
	l.T.Helper()
	if err := derive.CountUncounted(l); err != nil {
		l.T.Fatal(err)
	}
}

// Uncounted implements [derive.UncountedTx].
func (l *Layer) Uncounted() ([]derive.Uncounted, error) { return l.uncounted, nil }

// PutUncounted implements [derive.UncountedTx].
func (l *Layer) PutUncounted(u derive.Uncounted) (int, error) {
	l.uncounted = append(l.uncounted, u)
	weight := 0
	for _, one := range l.uncounted {
		weight += one.Weight
	}
	return weight, nil
}

// RemoveUncounted implements [derive.UncountedTx].
func (l *Layer) RemoveUncounted() error { l.uncounted = nil; return nil }

// Project implements [derive.RulesTx].
func (l *Layer) Project() string { return "p" }

// Rules implements [derive.RulesTx].
func (l *Layer) Rules() (contribution.Rules, error) { return l.RuleSet, nil }

// PutRules implements [derive.RulesTx].
func (l *Layer) PutRules(rules contribution.Rules) error { l.RuleSet = rules; return nil }

// State implements [derive.RulesTx].
func (l *Layer) State() (layer.Derivation, error) { return l.Numbers, nil }

// PutState implements [derive.RulesTx].
func (l *Layer) PutState(state layer.Derivation) error { l.Numbers = state; return nil }

// PutVariables implements [derive.FactorsTx].
func (l *Layer) PutVariables(list []factor.Variable) error { return put(l.VariableRows, list, nameOf) }

// PutFactors implements [derive.FactorsTx].
func (l *Layer) PutFactors(list []factor.Factor) error { return put(l.FactorRows, list, keyOf) }

// RemoveVariables implements [derive.FactorsTx].
func (l *Layer) RemoveVariables(names []string) error { return drop(l.VariableRows, names) }

// RemoveLinks implements [derive.LinksTx].
func (l *Layer) RemoveLinks(keys []string) error { return drop(l.LinkRows, keys) }

// RemoveStatements implements [derive.StatementsTx].
func (l *Layer) RemoveStatements(ids []string) error { return drop(l.StatementRows, ids) }

func nameOf(v factor.Variable) string { return v.Name }

func keyOf(f factor.Factor) string { return f.Key() }

func put[T any](in map[string]T, list []T, key func(T) string) error {
	for _, one := range list {
		in[key(one)] = one
	}
	return nil
}

func drop[T any](from map[string]T, keys []string) error {
	for _, k := range keys {
		if _, there := from[k]; !there {
			return fmt.Errorf("%s is not there to be removed", k)
		}
		delete(from, k)
	}
	return nil
}

func pick[T any](from map[string]T, keys []string) map[string]T {
	out := map[string]T{}
	for _, k := range keys {
		if v, there := from[k]; there {
			out[k] = v
		}
	}
	return out
}

// Factors implements [derive.FactorsTx].
func (l *Layer) Factors(keys []string) (map[string]factor.Factor, error) {
	return pick(l.FactorRows, keys), nil
}

// Variables implements [derive.FactorsTx].
func (l *Layer) Variables(names []string) (map[string]factor.Variable, error) {
	return pick(l.VariableRows, names), nil
}

// Decided implements [derive.FactorsTx].
func (l *Layer) Decided(variables []string) ([]string, error) {
	var out []string
	for _, f := range l.FactorRows {
		if f.Kinds.Decision > 0 && slices.Contains(variables, f.Variable) {
			out = append(out, f.Variable)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Links implements [derive.LinksTx].
func (l *Layer) Links(keys []string) (map[string]link.FactorLink, error) {
	return pick(l.LinkRows, keys), nil
}

// FactorsOf implements [derive.ContributionsTx].
func (l *Layer) FactorsOf(keys []string) (map[string]factor.Identity, error) {
	return pick(l.instances, keys), nil
}

// Contents implements [derive.ContributionsTx].
func (l *Layer) Contents(ids []string) ([]episodic.Episode, error) {
	return slices.Collect(maps.Values(pick(l.Episodes, ids))), nil
}

// Crossing implements [derive.ContributionsTx].
func (l *Layer) Crossing(ids []string) ([]string, error) {
	var out []string
	for id, e := range l.Episodes {
		for _, link := range e.Links {
			for _, end := range []string{link.Source, link.Target} {
				if other, _, across := episodic.SplitKey(end); across {
					if slices.Contains(ids, other) && !slices.Contains(ids, id) {
						out = append(out, id)
					}
					if slices.Contains(ids, id) && !slices.Contains(ids, other) && l.Episodes[other].ID != "" {
						out = append(out, other)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// Contributions implements [derive.ContributionsTx].
func (l *Layer) Contributions(ids []string) (map[string]contribution.Contribution, error) {
	return pick(l.contributions, ids), nil
}

// PutContributions implements [derive.ContributionsTx].
func (l *Layer) PutContributions(list []contribution.Contribution, gone []string, graph int) error {
	for _, id := range gone {
		l.forget(id)
	}
	for _, c := range list {
		l.forget(c.Episode)
		maps.Copy(l.instances, c.Instances)
		for _, o := range c.Observations {
			if _, there := l.FactorRows[o.Key()]; !there {
				return fmt.Errorf("%s is observed before it is there", o.Label())
			}
		}
		c.Instances = nil
		l.contributions[c.Episode] = c
	}
	return nil
}

func (l *Layer) forget(id string) {
	if _, known := l.contributions[id]; !known {
		return
	}
	delete(l.contributions, id)
	delete(l.marked, id)
	maps.DeleteFunc(l.instances, func(key string, _ factor.Identity) bool { return strings.HasPrefix(key, id+"/") })
}

// MarkStale implements [derive.ContributionsTx].
func (l *Layer) MarkStale(factors []string) error {
	for id, c := range l.contributions {
		for _, o := range c.Observations {
			l.marked[id] = l.marked[id] || slices.Contains(factors, o.Key())
		}
		for _, s := range c.Supports {
			l.marked[id] = l.marked[id] || slices.Contains(factors, s.Source.Key()) || slices.Contains(factors, s.Target.Key())
		}
	}
	maps.DeleteFunc(l.marked, func(_ string, yes bool) bool { return !yes })
	return nil
}

// LinksAmong implements [derive.LinksTx].
func (l *Layer) LinksAmong(variables []string) ([]link.FactorLink, error) {
	return l.linksWhere(func(link link.FactorLink) bool {
		return slices.Contains(variables, link.Source.Variable) && slices.Contains(variables, link.Target.Variable)
	}), nil
}

// LinksOf implements [derive.LinksTx].
func (l *Layer) LinksOf(variable string) ([]link.FactorLink, error) {
	return l.linksWhere(func(link link.FactorLink) bool {
		return link.Source.Variable == variable || link.Target.Variable == variable
	}), nil
}

func (l *Layer) linksWhere(wanted func(link.FactorLink) bool) []link.FactorLink {
	var out []link.FactorLink
	for _, link := range l.LinkRows {
		if wanted(link) {
			out = append(out, link)
		}
	}
	return out
}

// PutLinks implements [derive.LinksTx].
func (l *Layer) PutLinks(list []link.FactorLink) error {
	for _, link := range list {
		for _, end := range []factor.Identity{link.Source, link.Target} {
			if _, there := l.FactorRows[end.Key()]; !there {
				return fmt.Errorf("a link at %s, which is not there", end.Label())
			}
		}
	}
	return put(l.LinkRows, list, func(link link.FactorLink) string { return link.Key })
}

// RemoveFactors implements [derive.FactorsTx].
func (l *Layer) RemoveFactors(keys []string) error {
	for _, key := range keys {
		for _, link := range l.LinkRows {
			if link.Source.Key() == key || link.Target.Key() == key {
				return fmt.Errorf("%s is removed before its link", key)
			}
		}
	}
	return drop(l.FactorRows, keys)
}

// FactorRanges implements [derive.FactorsTx].
func (l *Layer) FactorRanges(keys []string) (map[string]derive.Range, error) {
	return l.ranges(keys, func(c contribution.Contribution, key string) bool {
		return slices.ContainsFunc(c.Observations, func(o contribution.Observation) bool { return o.Key() == key })
	}), nil
}

// LinkRanges implements [derive.LinksTx].
func (l *Layer) LinkRanges(keys []string) (map[string]derive.Range, error) {
	return l.ranges(keys, func(c contribution.Contribution, key string) bool {
		return slices.ContainsFunc(c.Supports, func(s contribution.Support) bool { return s.Link() == key })
	}), nil
}

func (l *Layer) ranges(keys []string, has func(contribution.Contribution, string) bool) map[string]derive.Range {
	out := map[string]derive.Range{}
	for _, key := range keys {
		var times []time.Time
		for _, c := range l.contributions {
			if has(c, key) && !c.Seen.IsZero() {
				times = append(times, c.Seen)
			}
		}
		if slices.SortFunc(times, time.Time.Compare); len(times) > 0 {
			out[key] = derive.Range{First: times[0], Last: times[len(times)-1]}
		}
	}
	return out
}
