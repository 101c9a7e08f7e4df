package patternstest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// Memory is an in-memory store of project "p": its patterns and episodes. It implements only the
// methods that tests call.
type Memory struct {
	patterns.Store
	layer.Occurrences

	tables
	RuleSet contribution.Rules
	// Raw has the present episodes as they were written, layer their contributions under the rules
	// by which they were last derived.
	Raw   map[string]RawEpisode
	layer map[string]contribution.Contribution
	Clock time.Time
}

// tables are the rows that a transaction may change.
type tables struct {
	PatternRows  map[string]patterns.Pattern
	EvidenceRows map[patterns.EvidenceKey]patterns.Evidence
	ChangeRows   map[string][]patterns.Change
}

// RawEpisode is an episode before merges of factors.
type RawEpisode struct {
	Seen    time.Time
	Outcome episodic.Outcome
	Errors  bool
	States  []RawState
}

// RawState is a state in a [RawEpisode]; a nil order is unknown.
type RawState struct {
	factor.Identity
	Order *int64
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{
		tables: tables{map[string]patterns.Pattern{}, map[patterns.EvidenceKey]patterns.Evidence{}, map[string][]patterns.Change{}},
		Raw:    map[string]RawEpisode{}, layer: map[string]contribution.Contribution{}, Clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

// Service returns a service over the memory; its clock advances by a second at each reading.
func (m *Memory) Service() *memory.Patterns {
	return memory.NewPatterns(memory.PatternParts{Patterns: m, Episodes: m}, func() time.Time {
		m.Clock = m.Clock.Add(time.Second)
		return m.Clock
	})
}

// GetProject implements [layer.Occurrences].
func (m *Memory) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if project != "p" {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{}, nil
}

// GetEpisodes implements [layer.Occurrences].
func (m *Memory) GetEpisodes(_ context.Context, project string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		if _, there := m.Raw[id]; there && project == "p" {
			out = append(out, episodic.Stored{Episode: episodic.Episode{ID: id}})
		}
	}
	return out, nil
}

// GetPatterns implements [patterns.Reader].
func (m *Memory) GetPatterns(_ context.Context, _ string, keys []string) ([]patterns.Pattern, error) {
	return slices.Collect(maps.Values(chosen(m.PatternRows, keys))), nil
}

// ChangePatterns implements [patterns.Writer].
func (m *Memory) ChangePatterns(_ context.Context, project string, create bool, _ time.Time, work func(patterns.Tx) error) error {
	if project != "p" && !create {
		return episodic.ErrProjectNotFound
	}
	return m.change(work)
}

// change runs work and rolls back if it fails.
func (m *Memory) change(work func(patterns.Tx) error) error {
	before := tables{maps.Clone(m.PatternRows), maps.Clone(m.EvidenceRows), maps.Clone(m.ChangeRows)}
	err := work(MemoryTx{m})
	if err != nil {
		m.tables = before
	}
	return err
}

// Write writes an episode and updates the layer and the evidence as a store does.
func (m *Memory) Write(t *testing.T, id string, e RawEpisode) {
	t.Helper()
	m.Raw[id] = e
	m.Derive(t, id)
}

// Remove deletes an episode.
func (m *Memory) Remove(t *testing.T, id string) {
	t.Helper()
	delete(m.Raw, id)
	m.Derive(t, id)
}

// Derive updates the layer and the evidence for some episodes.
func (m *Memory) Derive(t *testing.T, ids ...string) {
	t.Helper()
	var put []contribution.Contribution
	var gone []string
	for _, id := range ids {
		delete(m.layer, id)
		if e, there := m.Raw[id]; there {
			m.layer[id] = e.contribution(id, m.RuleSet.Merging())
			put = append(put, m.layer[id])
		} else {
			gone = append(gone, id)
		}
	}
	if err := m.change(func(tx patterns.Tx) error { return evidence.Follow(tx, put, gone) }); err != nil {
		t.Fatal(err)
	}
}

// Decide replaces the rules and updates the evidence; the layer stays as it was derived.
func (m *Memory) Decide(t *testing.T, next contribution.Rules) {
	t.Helper()
	before := m.RuleSet
	m.RuleSet = next
	if err := m.change(func(tx patterns.Tx) error { return evidence.FollowRules(tx, before, next) }); err != nil {
		t.Fatal(err)
	}
}

// contribution returns the contribution of an episode after merges.
func (e RawEpisode) contribution(id string, now func(factor.Identity) factor.Identity) contribution.Contribution {
	c := contribution.Contribution{Episode: id, Outcome: e.Outcome, Seen: e.Seen, Errors: e.Errors}
	for _, s := range e.States {
		factor := now(s.Identity)
		at := slices.IndexFunc(c.Observations, func(o contribution.Observation) bool { return o.Identity == factor })
		if at < 0 {
			c.Observations = append(c.Observations, contribution.Observation{Identity: factor, Order: s.Order})
			continue
		}
		if o := &c.Observations[at]; o.Order == nil || s.Order != nil && *s.Order < *o.Order {
			o.Order = s.Order
		}
	}
	slices.SortFunc(c.Observations, func(a, b contribution.Observation) int { return cmp.Compare(a.Key(), b.Key()) })
	return c
}

// MemoryTx implements [patterns.Tx] over a memory.
type MemoryTx struct{ *Memory }

// Project implements [patterns.CatalogTx].
func (MemoryTx) Project() string { return "p" }

// Rules implements [patterns.EvidenceTx].
func (t MemoryTx) Rules() (contribution.Rules, error) { return t.RuleSet, nil }

// Patterns implements [patterns.CatalogTx].
func (t MemoryTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	if keys == nil {
		return maps.Clone(t.PatternRows), nil
	}
	return chosen(t.PatternRows, keys), nil
}

func chosen[T any](of map[string]T, keys []string) map[string]T {
	out := map[string]T{}
	for _, key := range keys {
		if one, there := of[key]; there {
			out[key] = one
		}
	}
	return out
}

// PutPatterns implements [patterns.CatalogTx].
func (t MemoryTx) PutPatterns(put []patterns.Pattern) error {
	for _, p := range put {
		t.PatternRows[p.Key] = p
	}
	return nil
}

// Watching implements [patterns.EvidenceTx]. It fills only the fields that a store must fill.
func (t MemoryTx) Watching(factors []string) (map[string]patterns.Pattern, error) {
	out := map[string]patterns.Pattern{}
	for key, p := range t.PatternRows {
		if slices.ContainsFunc(p.Watched(), func(f string) bool { return slices.Contains(factors, f) }) {
			of := patterns.Pattern{Key: key, CountedFrom: p.CountedFrom, Counts: p.Counts, LastUsed: p.LastUsed}
			of.Matches, of.Rule = p.Matches, p.Rule
			out[key] = of
		}
	}
	return out, nil
}

// PutCounts implements [patterns.CatalogTx].
func (t MemoryTx) PutCounts(put []patterns.Pattern) error {
	for _, p := range put {
		old, there := t.PatternRows[p.Key]
		if !there {
			return errors.New("counts of an unknown pattern")
		}
		old.Counts, old.LastUsed = p.Counts, p.LastUsed
		t.PatternRows[p.Key] = old
	}
	return nil
}

// RemovePatterns implements [patterns.CatalogTx].
func (t MemoryTx) RemovePatterns(keys []string) error {
	for _, key := range keys {
		delete(t.PatternRows, key)
		delete(t.ChangeRows, key)
		maps.DeleteFunc(t.EvidenceRows, func(k patterns.EvidenceKey, _ patterns.Evidence) bool { return k.Pattern == key })
	}
	return nil
}

func (t MemoryTx) rows(holds func(patterns.EvidenceKey) bool) ([]patterns.Evidence, error) {
	var out []patterns.Evidence
	for key, row := range t.EvidenceRows {
		if holds(key) {
			out = append(out, row)
		}
	}
	slices.SortFunc(out, func(a, b patterns.Evidence) int {
		return cmp.Or(strings.Compare(a.Pattern, b.Pattern), strings.Compare(a.Episode, b.Episode))
	})
	return out, nil
}

// EvidenceIn implements [patterns.EvidenceTx].
func (t MemoryTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(episodes, k.Episode) })
}

// EvidenceOf implements [patterns.EvidenceTx].
func (t MemoryTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(keys, k.Pattern) })
}

// PutEvidence implements [patterns.EvidenceTx].
func (t MemoryTx) PutEvidence(put []patterns.Evidence) error {
	for _, row := range put {
		_, pattern := t.PatternRows[row.Pattern]
		if _, episode := t.layer[row.Episode]; !pattern || !episode {
			return errors.New("evidence of an unknown pattern or episode")
		}
		t.EvidenceRows[patterns.EvidenceKey{Pattern: row.Pattern, Episode: row.Episode}] = row
	}
	return nil
}

// RemoveEvidence implements [patterns.EvidenceTx].
func (t MemoryTx) RemoveEvidence(gone []patterns.EvidenceKey) error {
	for _, key := range gone {
		if _, there := t.EvidenceRows[key]; !there {
			return errors.New("removal of missing evidence")
		}
		delete(t.EvidenceRows, key)
	}
	return nil
}

// Observed implements [patterns.EvidenceTx].
func (t MemoryTx) Observed(factors, episodes, variables []string) ([]patterns.Observed, error) {
	var out []patterns.Observed
	for _, id := range slices.Sorted(maps.Keys(t.layer)) {
		c, row := t.layer[id], patterns.Observed{}
		wanted := slices.Contains(episodes, id)
		for _, o := range c.Observations {
			wanted = wanted || episodes == nil && slices.Contains(factors, o.Key())
			if slices.Contains(variables, o.Variable) {
				row.Observations = append(row.Observations, o)
			}
		}
		if wanted {
			row.Episode, row.Seen, row.Outcome, row.Errors = id, c.Seen, c.Outcome, c.Errors
			out = append(out, row)
		}
	}
	return out, nil
}

// PutChanges implements [patterns.CatalogTx].
func (t MemoryTx) PutChanges(changes []patterns.Change) error {
	for _, c := range changes {
		if c.Number != len(t.ChangeRows[c.Pattern])+1 {
			return errors.New("a change with the wrong number")
		}
		t.ChangeRows[c.Pattern] = append(slices.Clone(t.ChangeRows[c.Pattern]), c)
	}
	return nil
}

// LastChanges implements [patterns.CatalogTx].
func (t MemoryTx) LastChanges(keys []string) (map[string]int, error) {
	out := map[string]int{}
	for key, all := range chosen(t.ChangeRows, keys) {
		out[key] = len(all)
	}
	return out, nil
}
