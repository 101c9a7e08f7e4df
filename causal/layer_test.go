package causal_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// layer keeps the factor layer of one project in maps. It checks what a store may rely on:
// that rows which are referred to are there.
type layer struct {
	t             testing.TB
	rules         causal.Rules
	state         causal.Derivation
	episodes      map[string]episodic.Episode
	contributions map[string]causal.Contribution
	marked        map[string]bool
	instances     map[string]causal.Identity
	factors       map[string]causal.Factor
	variables     map[string]causal.Variable
	links         map[string]causal.FactorLink
	statements    map[string]causal.PlacedStatement
}

func newLayer(t testing.TB) *layer {
	return &layer{
		t: t, episodes: map[string]episodic.Episode{}, contributions: map[string]causal.Contribution{}, marked: map[string]bool{},
		instances: map[string]causal.Identity{}, factors: map[string]causal.Factor{}, variables: map[string]causal.Variable{},
		links: map[string]causal.FactorLink{}, statements: map[string]causal.PlacedStatement{},
	}
}

// write puts episodes in, or takes those out that are given without an id of their own.
func (l *layer) write(episodes ...episodic.Episode) {
	l.t.Helper()
	ids := make([]string, len(episodes))
	for i, e := range episodes {
		ids[i], l.episodes[e.ID] = e.ID, e
	}
	l.derive(ids)
}

func (l *layer) remove(ids ...string) {
	l.t.Helper()
	for _, id := range ids {
		delete(l.episodes, id)
	}
	l.derive(ids)
}

func (l *layer) derive(ids []string) {
	l.t.Helper()
	if err := causal.Derive(l, ids); err != nil {
		l.t.Fatal(err)
	}
}

// settle derives what is marked.
func (l *layer) settle() {
	l.t.Helper()
	ids := slices.Sorted(maps.Keys(l.marked))
	if _, err := causal.DeriveMarked(l, ids, 1_000); err != nil {
		l.t.Fatal(err)
	}
	if len(l.marked) > 0 {
		l.t.Fatalf("still marked: %v", l.marked)
	}
}

func (l *layer) change(rules causal.Rules) {
	l.t.Helper()
	if err := causal.ChangeRules(l, rules); err != nil {
		l.t.Fatal(err)
	}
	l.settle()
}

// print is the whole layer but for the count of its changes, in one form.
func (l *layer) print() string {
	state := l.state
	if state.Graph = 0; state.Episodes == 0 {
		state.Version = 0 // the next episode sets it
	}
	text, err := json.MarshalIndent([]any{state, l.factors, l.variables, l.links, l.instances}, "", " ")
	if err != nil {
		l.t.Fatal(err)
	}
	return string(text)
}

func (l *layer) Project() string                           { return "p" }
func (l *layer) Rules() (causal.Rules, error)              { return l.rules, nil }
func (l *layer) PutRules(rules causal.Rules) error         { l.rules = rules; return nil }
func (l *layer) State() (causal.Derivation, error)         { return l.state, nil }
func (l *layer) PutState(state causal.Derivation) error    { l.state = state; return nil }
func (l *layer) PutVariables(list []causal.Variable) error { return put(l.variables, list, nameOf) }
func (l *layer) PutFactors(list []causal.Factor) error     { return put(l.factors, list, keyOf) }
func (l *layer) RemoveVariables(names []string) error      { return drop(l.variables, names) }
func (l *layer) RemoveLinks(keys []string) error           { return drop(l.links, keys) }
func (l *layer) RemoveStatements(ids []string) error       { return drop(l.statements, ids) }

func nameOf(v causal.Variable) string { return v.Name }
func keyOf(f causal.Factor) string    { return f.Key() }

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

func pick[T any](from map[string]T, keys []string) (map[string]T, error) {
	out := map[string]T{}
	for _, k := range keys {
		if v, there := from[k]; there {
			out[k] = v
		}
	}
	return out, nil
}

func (l *layer) Factors(keys []string) (map[string]causal.Factor, error) {
	return pick(l.factors, keys)
}

func (l *layer) Variables(names []string) (map[string]causal.Variable, error) {
	return pick(l.variables, names)
}

func (l *layer) Decided(variables []string) ([]string, error) {
	var out []string
	for _, f := range l.factors {
		if f.Kinds.Decision > 0 && slices.Contains(variables, f.Variable) {
			out = append(out, f.Variable)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func (l *layer) Links(keys []string) (map[string]causal.FactorLink, error) {
	return pick(l.links, keys)
}

func (l *layer) FactorsOf(keys []string) (map[string]causal.Identity, error) {
	return pick(l.instances, keys)
}

func (l *layer) Contents(ids []string) ([]episodic.Episode, error) {
	found, err := pick(l.episodes, ids)
	return slices.Collect(maps.Values(found)), err
}

func (l *layer) Crossing(ids []string) ([]string, error) {
	var out []string
	for id, e := range l.episodes {
		for _, link := range e.Links {
			for _, end := range []string{link.Source, link.Target} {
				if other, _, across := episodic.SplitKey(end); across {
					if slices.Contains(ids, other) && !slices.Contains(ids, id) {
						out = append(out, id)
					}
					if slices.Contains(ids, id) && !slices.Contains(ids, other) && l.episodes[other].ID != "" {
						out = append(out, other)
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func (l *layer) Contributions(ids []string) (map[string]causal.Contribution, error) {
	return pick(l.contributions, ids)
}

func (l *layer) PutContributions(list []causal.Contribution, gone []string, graph int) error {
	for _, id := range gone {
		l.forget(id)
	}
	for _, c := range list {
		l.forget(c.Episode)
		maps.Copy(l.instances, c.Instances)
		for _, o := range c.Observations {
			if _, there := l.factors[o.Key()]; !there {
				return fmt.Errorf("%s is observed before it is there", o.Label())
			}
		}
		c.Instances = nil
		l.contributions[c.Episode] = c
	}
	return nil
}

func (l *layer) forget(id string) {
	if _, known := l.contributions[id]; !known {
		return
	}
	delete(l.contributions, id)
	delete(l.marked, id)
	maps.DeleteFunc(l.instances, func(key string, _ causal.Identity) bool { return strings.HasPrefix(key, id+"/") })
}

func (l *layer) Mark(factors []string) error {
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

func (l *layer) LinksAmong(variables []string) ([]causal.FactorLink, error) {
	return l.linksWhere(func(link causal.FactorLink) bool {
		return slices.Contains(variables, link.Source.Variable) && slices.Contains(variables, link.Target.Variable)
	}), nil
}

func (l *layer) LinksOf(variable string) ([]causal.FactorLink, error) {
	return l.linksWhere(func(link causal.FactorLink) bool {
		return link.Source.Variable == variable || link.Target.Variable == variable
	}), nil
}

func (l *layer) linksWhere(wanted func(causal.FactorLink) bool) []causal.FactorLink {
	var out []causal.FactorLink
	for _, link := range l.links {
		if wanted(link) {
			out = append(out, link)
		}
	}
	return out
}

func (l *layer) PutLinks(list []causal.FactorLink) error {
	for _, link := range list {
		for _, end := range []causal.Identity{link.Source, link.Target} {
			if _, there := l.factors[end.Key()]; !there {
				return fmt.Errorf("a link at %s, which is not there", end.Label())
			}
		}
	}
	return put(l.links, list, func(link causal.FactorLink) string { return link.Key })
}

func (l *layer) RemoveFactors(keys []string) error {
	for _, key := range keys {
		for _, link := range l.links {
			if link.Source.Key() == key || link.Target.Key() == key {
				return fmt.Errorf("%s is removed before its link", key)
			}
		}
	}
	return drop(l.factors, keys)
}

func (l *layer) FactorRanges(keys []string) (map[string]causal.Range, error) {
	return l.ranges(keys, func(c causal.Contribution, key string) bool {
		return slices.ContainsFunc(c.Observations, func(o causal.Observation) bool { return o.Key() == key })
	}), nil
}

func (l *layer) LinkRanges(keys []string) (map[string]causal.Range, error) {
	return l.ranges(keys, func(c causal.Contribution, key string) bool {
		return slices.ContainsFunc(c.Supports, func(s causal.Support) bool { return s.Link() == key })
	}), nil
}

func (l *layer) ranges(keys []string, has func(causal.Contribution, string) bool) map[string]causal.Range {
	out := map[string]causal.Range{}
	for _, key := range keys {
		var times []time.Time
		for _, c := range l.contributions {
			if has(c, key) && !c.Seen.IsZero() {
				times = append(times, c.Seen)
			}
		}
		if slices.SortFunc(times, time.Time.Compare); len(times) > 0 {
			out[key] = causal.Range{First: times[0], Last: times[len(times)-1]}
		}
	}
	return out
}

// Count compares pairs by looking at every episode.
func (l *layer) Count(pairs []causal.Pair) ([]causal.PairCounts, error) {
	out := make([]causal.PairCounts, len(pairs))
	for i, p := range pairs {
		for _, c := range l.contributions {
			source, knowsSource := tells(c, p.Source, p.SourceClosed)
			target, knowsTarget := tells(c, p.Target, p.TargetClosed)
			if knowsSource && knowsTarget {
				countPair(&out[i], source, target)
			}
		}
	}
	return out, nil
}

// tells is the observation of a factor in an episode, and whether the state of its variable is
// known there.
func tells(c causal.Contribution, i causal.Identity, closed bool) (o *causal.Observation, known bool) {
	for k := range c.Observations {
		if c.Observations[k].Identity == i {
			return &c.Observations[k], true
		}
		known = known || c.Observations[k].Variable == i.Variable
	}
	return nil, known || closed
}

func countPair(c *causal.PairCounts, source, target *causal.Observation) {
	switch {
	case source != nil && target != nil:
		c.N11++
		if source.Order != nil && target.Order != nil {
			switch cmp.Compare(*source.Order, *target.Order) {
			case -1:
				c.Forward++
			case 1:
				c.Backward++
			}
		}
	case source != nil:
		c.N10++
	case target != nil:
		c.N01++
	default:
		c.N00++
	}
}

func (l *layer) statementsWhere(wanted func(causal.PlacedStatement) bool) []causal.PlacedStatement {
	var out []causal.PlacedStatement
	for _, id := range slices.Sorted(maps.Keys(l.statements)) {
		if s := l.statements[id]; wanted(s) {
			out = append(out, s)
		}
	}
	return out
}

func placed(s causal.PlacedStatement) bool { return s.SourceNow != causal.Identity{} }

func (l *layer) Statements(ids []string) ([]causal.PlacedStatement, error) {
	return l.statementsWhere(func(s causal.PlacedStatement) bool { return slices.Contains(ids, s.ID()) }), nil
}

func (l *layer) StatementsAt(factors []string) ([]causal.PlacedStatement, error) {
	return l.statementsWhere(func(s causal.PlacedStatement) bool {
		return placed(s) && (slices.Contains(factors, s.SourceNow.Key()) || slices.Contains(factors, s.TargetNow.Key()))
	}), nil
}

func (l *layer) StatementsFor(links []string) ([]causal.PlacedStatement, error) {
	return l.statementsWhere(func(s causal.PlacedStatement) bool { return placed(s) && slices.Contains(links, s.Link) }), nil
}

func (l *layer) Unplaced(int) ([]causal.PlacedStatement, error) {
	return l.statementsWhere(func(s causal.PlacedStatement) bool { return !placed(s) }), nil
}

func (l *layer) PutStatements(list []causal.PlacedStatement) error {
	return put(l.statements, list, func(s causal.PlacedStatement) string { return s.ID() })
}
