package storetest

import (
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/patterns"
)

// patternTx is a transaction over the patterns of the model; nothing runs concurrently.
type patternTx struct {
	*held
	name string
}

// Project implements [patterns.Tx].
func (t patternTx) Project() string { return t.name }

// Rules implements [patterns.Tx].
func (t patternTx) Rules() (contribution.Rules, error) { return t.rules, nil }

// Patterns implements [patterns.Tx].
func (t patternTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	if keys == nil {
		return maps.Clone(t.kept), nil
	}
	return only(t.kept, keys), nil
}

// PutPatterns implements [patterns.Tx].
func (t patternTx) PutPatterns(put []patterns.Pattern) error {
	for _, p := range put {
		t.kept[p.Key] = p
	}
	return nil
}

// Watching implements [patterns.Tx].
func (t patternTx) Watching(factors []string) (map[string]patterns.Pattern, error) {
	out := map[string]patterns.Pattern{}
	for key, p := range t.kept {
		if slices.ContainsFunc(p.Watched(), func(f string) bool { return slices.Contains(factors, f) }) {
			out[key] = p
		}
	}
	return out, nil
}

// PutCounts implements [patterns.Tx]. The model counts on its own.
func (t patternTx) PutCounts([]patterns.Pattern) error { return nil }

// RemovePatterns implements [patterns.Tx].
func (t patternTx) RemovePatterns(keys []string) error {
	for _, key := range keys {
		delete(t.kept, key)
		delete(t.changes, key)
		maps.DeleteFunc(t.evidence, func(k patterns.EvidenceKey, _ patterns.Evidence) bool { return k.Pattern == key })
	}
	return nil
}

// EvidenceIn implements [patterns.Tx].
func (t patternTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return slices.DeleteFunc(t.sortedEvidence(), func(e patterns.Evidence) bool { return !slices.Contains(episodes, e.Episode) }), nil
}

// EvidenceOf implements [patterns.Tx].
func (t patternTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return slices.DeleteFunc(t.sortedEvidence(), func(e patterns.Evidence) bool { return !slices.Contains(keys, e.Pattern) }), nil
}

// PutEvidence implements [patterns.Tx].
func (t patternTx) PutEvidence(put []patterns.Evidence) error {
	for _, e := range put {
		t.evidence[patterns.EvidenceKey{Pattern: e.Pattern, Episode: e.Episode}] = e
	}
	return nil
}

// RemoveEvidence implements [patterns.Tx].
func (t patternTx) RemoveEvidence(keys []patterns.EvidenceKey) error {
	for _, key := range keys {
		delete(t.evidence, key)
	}
	return nil
}

// Observed implements [patterns.Tx].
func (t patternTx) Observed(factors, episodes, variables []string) ([]patterns.Observed, error) {
	var out []patterns.Observed
	for _, id := range slices.Sorted(maps.Keys(t.contributed)) {
		c := t.contributed[id]
		has := slices.ContainsFunc(c.Observations, func(o contribution.Observation) bool { return slices.Contains(factors, o.Key()) })
		if episodes != nil {
			has = slices.Contains(episodes, id)
		}
		if !has {
			continue
		}
		observed := slices.DeleteFunc(slices.Clone(c.Observations), func(o contribution.Observation) bool { return !slices.Contains(variables, o.Variable) })
		slices.SortFunc(observed, func(a, b contribution.Observation) int { return strings.Compare(a.Key(), b.Key()) })
		out = append(out, patterns.Observed{Episode: id, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors, Observations: observed})
	}
	return out, nil
}

// PutChanges implements [patterns.Tx].
func (t patternTx) PutChanges(changes []patterns.Change) error {
	for _, c := range changes {
		t.changes[c.Pattern] = append(t.changes[c.Pattern], c)
	}
	return nil
}

// LastChanges implements [patterns.Tx].
func (t patternTx) LastChanges(keys []string) (map[string]int, error) {
	out := map[string]int{}
	for key, changes := range only(t.changes, keys) {
		out[key] = changes[len(changes)-1].Number
	}
	return out, nil
}
