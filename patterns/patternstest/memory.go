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

// Memory is a store of the patterns of project "p" and of what its episodes tell. What it does
// not have is asked of no test.
type Memory struct {
	patterns.Store
	layer.Occurrences

	kept
	RuleSet contribution.Rules
	// Raw are the present episodes as they were written, layer what they contribute as of the
	// rules by which they were derived last.
	Raw   map[string]RawEpisode
	layer map[string]contribution.Contribution
	Clock time.Time
}

// kept is what a transaction may change.
type kept struct {
	PatternRows  map[string]patterns.Pattern
	EvidenceRows map[patterns.EvidenceKey]patterns.Evidence
	ChangeRows   map[string][]patterns.Change
}

// RawEpisode is an episode before anybody merged factors.
type RawEpisode struct {
	Seen    time.Time
	Outcome episodic.Outcome
	Errors  bool
	States  []RawState
}

type RawState struct {
	factor.Identity
	Order *int64
}

func NewMemory() *Memory {
	return &Memory{
		kept: kept{map[string]patterns.Pattern{}, map[patterns.EvidenceKey]patterns.Evidence{}, map[string][]patterns.Change{}},
		Raw:  map[string]RawEpisode{}, layer: map[string]contribution.Contribution{}, Clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

// Service is a Service over the memory, of which every question takes a second.
func (m *Memory) Service() *memory.Patterns {
	return memory.NewPatterns(memory.PatternParts{Patterns: m, Episodes: m}, func() time.Time {
		m.Clock = m.Clock.Add(time.Second)
		return m.Clock
	})
}

func (m *Memory) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if project != "p" {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{}, nil
}

func (m *Memory) GetEpisodes(_ context.Context, project string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		if _, there := m.Raw[id]; there && project == "p" {
			out = append(out, episodic.Stored{Episode: episodic.Episode{ID: id}})
		}
	}
	return out, nil
}

func (m *Memory) GetPatterns(_ context.Context, _ string, keys []string) ([]patterns.Pattern, error) {
	return slices.Collect(maps.Values(chosen(m.PatternRows, keys))), nil
}

func (m *Memory) ChangePatterns(_ context.Context, project string, create bool, _ time.Time, work func(patterns.Tx) error) error {
	if project != "p" && !create {
		return episodic.ErrProjectNotFound
	}
	return m.change(work)
}

// change runs work, and takes everything back when it fails.
func (m *Memory) change(work func(patterns.Tx) error) error {
	before := kept{maps.Clone(m.PatternRows), maps.Clone(m.EvidenceRows), maps.Clone(m.ChangeRows)}
	err := work(MemoryTx{m})
	if err != nil {
		m.kept = before
	}
	return err
}

// Write writes an episode, and derives and follows it as a store does.
func (m *Memory) Write(t *testing.T, id string, e RawEpisode) {
	t.Helper()
	m.Raw[id] = e
	m.Derive(t, id)
}

// Remove takes an episode away.
func (m *Memory) Remove(t *testing.T, id string) {
	t.Helper()
	delete(m.Raw, id)
	m.Derive(t, id)
}

// Derive brings the layer up to date with some episodes.
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

// Decide replaces the rules; the layer stays as it was derived.
func (m *Memory) Decide(t *testing.T, next contribution.Rules) {
	t.Helper()
	before := m.RuleSet
	m.RuleSet = next
	if err := m.change(func(tx patterns.Tx) error { return evidence.FollowRules(tx, before, next) }); err != nil {
		t.Fatal(err)
	}
}

// contribution is what an episode contributes after merges.
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

// MemoryTx is the memory as a transaction sees it.
type MemoryTx struct{ *Memory }

func (MemoryTx) Project() string { return "p" }

func (t MemoryTx) Rules() (contribution.Rules, error) { return t.RuleSet, nil }

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

func (t MemoryTx) PutPatterns(put []patterns.Pattern) error {
	for _, p := range put {
		t.PatternRows[p.Key] = p
	}
	return nil
}

// Watching fills no more than a store has to.
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

func (t MemoryTx) PutCounts(put []patterns.Pattern) error {
	for _, p := range put {
		old, there := t.PatternRows[p.Key]
		if !there {
			return errors.New("counts of no pattern")
		}
		old.Counts, old.LastUsed = p.Counts, p.LastUsed
		t.PatternRows[p.Key] = old
	}
	return nil
}

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

func (t MemoryTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(episodes, k.Episode) })
}

func (t MemoryTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(keys, k.Pattern) })
}

func (t MemoryTx) PutEvidence(put []patterns.Evidence) error {
	for _, row := range put {
		_, pattern := t.PatternRows[row.Pattern]
		if _, episode := t.layer[row.Episode]; !pattern || !episode {
			return errors.New("evidence of nothing")
		}
		t.EvidenceRows[patterns.EvidenceKey{Pattern: row.Pattern, Episode: row.Episode}] = row
	}
	return nil
}

func (t MemoryTx) RemoveEvidence(gone []patterns.EvidenceKey) error {
	for _, key := range gone {
		if _, there := t.EvidenceRows[key]; !there {
			return errors.New("removes what is not there")
		}
		delete(t.EvidenceRows, key)
	}
	return nil
}

func (t MemoryTx) Observed(factors, episodes, variables []string) ([]patterns.Observed, error) {
	var out []patterns.Observed
	for _, id := range slices.Sorted(maps.Keys(t.layer)) {
		c, told := t.layer[id], patterns.Observed{}
		held := slices.Contains(episodes, id)
		for _, o := range c.Observations {
			held = held || episodes == nil && slices.Contains(factors, o.Key())
			if slices.Contains(variables, o.Variable) {
				told.Observations = append(told.Observations, o)
			}
		}
		if held {
			told.Episode, told.Seen, told.Outcome, told.Errors = id, c.Seen, c.Outcome, c.Errors
			out = append(out, told)
		}
	}
	return out, nil
}

func (t MemoryTx) PutChanges(changes []patterns.Change) error {
	for _, c := range changes {
		if c.Number != len(t.ChangeRows[c.Pattern])+1 {
			return errors.New("a change out of its number")
		}
		t.ChangeRows[c.Pattern] = append(slices.Clone(t.ChangeRows[c.Pattern]), c)
	}
	return nil
}

func (t MemoryTx) LastChanges(keys []string) (map[string]int, error) {
	out := map[string]int{}
	for key, all := range chosen(t.ChangeRows, keys) {
		out[key] = len(all)
	}
	return out, nil
}
