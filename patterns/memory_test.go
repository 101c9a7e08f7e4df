package patterns_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// memory is a store of the patterns of project "p" and of what its episodes tell. What it does
// not have is asked of no test.
type memory struct {
	patterns.Store
	causal.Occurrences

	kept
	rules causal.Rules
	// raw are the present episodes as they were written, layer what they contribute as of the
	// rules by which they were derived last.
	raw   map[string]rawEpisode
	layer map[string]causal.Contribution
	clock time.Time
}

// kept is what a transaction may change.
type kept struct {
	patterns map[string]patterns.Pattern
	evidence map[patterns.EvidenceKey]patterns.Evidence
	changes  map[string][]patterns.Change
}

// rawEpisode is an episode before anybody merged factors.
type rawEpisode struct {
	seen    time.Time
	outcome episodic.Outcome
	errors  bool
	states  []rawState
}

type rawState struct {
	causal.Identity
	order *int64
}

func newMemory() *memory {
	return &memory{
		kept: kept{map[string]patterns.Pattern{}, map[patterns.EvidenceKey]patterns.Evidence{}, map[string][]patterns.Change{}},
		raw:  map[string]rawEpisode{}, layer: map[string]causal.Contribution{}, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
	}
}

// service is a Service over the memory, of which every question takes a second.
func (m *memory) service() *patterns.Service {
	return patterns.NewService(patterns.Parts{Patterns: m, Episodes: m}, func() time.Time {
		m.clock = m.clock.Add(time.Second)
		return m.clock
	})
}

func (m *memory) GetProject(_ context.Context, project string) (episodic.ProjectInfo, error) {
	if project != "p" {
		return episodic.ProjectInfo{}, episodic.ErrProjectNotFound
	}
	return episodic.ProjectInfo{}, nil
}

func (m *memory) GetEpisodes(_ context.Context, project string, ids []string) ([]episodic.Stored, error) {
	var out []episodic.Stored
	for _, id := range ids {
		if _, there := m.raw[id]; there && project == "p" {
			out = append(out, episodic.Stored{Episode: episodic.Episode{ID: id}})
		}
	}
	return out, nil
}

func (m *memory) GetPatterns(_ context.Context, _ string, keys []string) ([]patterns.Pattern, error) {
	return slices.Collect(maps.Values(chosen(m.patterns, keys))), nil
}

func (m *memory) ChangePatterns(_ context.Context, project string, create bool, _ time.Time, work func(patterns.Tx) error) error {
	if project != "p" && !create {
		return episodic.ErrProjectNotFound
	}
	return m.change(work)
}

// change runs work, and takes everything back when it fails.
func (m *memory) change(work func(patterns.Tx) error) error {
	before := kept{maps.Clone(m.patterns), maps.Clone(m.evidence), maps.Clone(m.changes)}
	err := work(memoryTx{m})
	if err != nil {
		m.kept = before
	}
	return err
}

// write writes an episode, and derives and follows it as a store does.
func (m *memory) write(t *testing.T, id string, e rawEpisode) {
	t.Helper()
	m.raw[id] = e
	m.derive(t, id)
}

// remove takes an episode away.
func (m *memory) remove(t *testing.T, id string) {
	t.Helper()
	delete(m.raw, id)
	m.derive(t, id)
}

// derive brings the layer up to date with some episodes.
func (m *memory) derive(t *testing.T, ids ...string) {
	t.Helper()
	var put []causal.Contribution
	var gone []string
	for _, id := range ids {
		delete(m.layer, id)
		if e, there := m.raw[id]; there {
			m.layer[id] = e.contribution(id, m.rules.Merging())
			put = append(put, m.layer[id])
		} else {
			gone = append(gone, id)
		}
	}
	if err := m.change(func(tx patterns.Tx) error { return patterns.Follow(tx, put, gone) }); err != nil {
		t.Fatal(err)
	}
}

// decide replaces the rules; the layer stays as it was derived.
func (m *memory) decide(t *testing.T, next causal.Rules) {
	t.Helper()
	before := m.rules
	m.rules = next
	if err := m.change(func(tx patterns.Tx) error { return patterns.FollowRules(tx, before, next) }); err != nil {
		t.Fatal(err)
	}
}

// contribution is what an episode contributes after merges.
func (e rawEpisode) contribution(id string, now func(causal.Identity) causal.Identity) causal.Contribution {
	c := causal.Contribution{Episode: id, Outcome: e.outcome, Seen: e.seen, Errors: e.errors}
	for _, s := range e.states {
		factor := now(s.Identity)
		at := slices.IndexFunc(c.Observations, func(o causal.Observation) bool { return o.Identity == factor })
		if at < 0 {
			c.Observations = append(c.Observations, causal.Observation{Identity: factor, Order: s.order})
			continue
		}
		if o := &c.Observations[at]; o.Order == nil || s.order != nil && *s.order < *o.Order {
			o.Order = s.order
		}
	}
	slices.SortFunc(c.Observations, func(a, b causal.Observation) int { return cmp.Compare(a.Key(), b.Key()) })
	return c
}

// memoryTx is the memory as a transaction sees it.
type memoryTx struct{ *memory }

func (memoryTx) Project() string                { return "p" }
func (t memoryTx) Rules() (causal.Rules, error) { return t.rules, nil }

func (t memoryTx) Patterns(keys []string) (map[string]patterns.Pattern, error) {
	if keys == nil {
		return maps.Clone(t.patterns), nil
	}
	return chosen(t.patterns, keys), nil
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

func (t memoryTx) PutPatterns(put []patterns.Pattern) error {
	for _, p := range put {
		t.patterns[p.Key] = p
	}
	return nil
}

// Watching fills no more than a store has to.
func (t memoryTx) Watching(factors []string) (map[string]patterns.Pattern, error) {
	out := map[string]patterns.Pattern{}
	for key, p := range t.patterns {
		if slices.ContainsFunc(p.Watched(), func(f string) bool { return slices.Contains(factors, f) }) {
			of := patterns.Pattern{Key: key, CountedFrom: p.CountedFrom, Counts: p.Counts, LastUsed: p.LastUsed}
			of.Matches, of.Rule = p.Matches, p.Rule
			out[key] = of
		}
	}
	return out, nil
}

func (t memoryTx) PutCounts(put []patterns.Pattern) error {
	for _, p := range put {
		old, there := t.patterns[p.Key]
		if !there {
			return errors.New("counts of no pattern")
		}
		old.Counts, old.LastUsed = p.Counts, p.LastUsed
		t.patterns[p.Key] = old
	}
	return nil
}

func (t memoryTx) RemovePatterns(keys []string) error {
	for _, key := range keys {
		delete(t.patterns, key)
		delete(t.changes, key)
		maps.DeleteFunc(t.evidence, func(k patterns.EvidenceKey, _ patterns.Evidence) bool { return k.Pattern == key })
	}
	return nil
}

func (t memoryTx) rows(holds func(patterns.EvidenceKey) bool) ([]patterns.Evidence, error) {
	var out []patterns.Evidence
	for key, row := range t.evidence {
		if holds(key) {
			out = append(out, row)
		}
	}
	slices.SortFunc(out, func(a, b patterns.Evidence) int {
		return cmp.Or(strings.Compare(a.Pattern, b.Pattern), strings.Compare(a.Episode, b.Episode))
	})
	return out, nil
}

func (t memoryTx) EvidenceIn(episodes []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(episodes, k.Episode) })
}

func (t memoryTx) EvidenceOf(keys []string) ([]patterns.Evidence, error) {
	return t.rows(func(k patterns.EvidenceKey) bool { return slices.Contains(keys, k.Pattern) })
}

func (t memoryTx) PutEvidence(put []patterns.Evidence) error {
	for _, row := range put {
		_, pattern := t.patterns[row.Pattern]
		if _, episode := t.layer[row.Episode]; !pattern || !episode {
			return errors.New("evidence of nothing")
		}
		t.evidence[patterns.EvidenceKey{Pattern: row.Pattern, Episode: row.Episode}] = row
	}
	return nil
}

func (t memoryTx) RemoveEvidence(gone []patterns.EvidenceKey) error {
	for _, key := range gone {
		if _, there := t.evidence[key]; !there {
			return errors.New("removes what is not there")
		}
		delete(t.evidence, key)
	}
	return nil
}

func (t memoryTx) Holding(factors, episodes, variables []string) ([]patterns.Told, error) {
	var out []patterns.Told
	for _, id := range slices.Sorted(maps.Keys(t.layer)) {
		c, told := t.layer[id], patterns.Told{}
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

func (t memoryTx) PutChanges(changes []patterns.Change) error {
	for _, c := range changes {
		if c.Number != len(t.changes[c.Pattern])+1 {
			return errors.New("a change out of its number")
		}
		t.changes[c.Pattern] = append(slices.Clone(t.changes[c.Pattern]), c)
	}
	return nil
}

func (t memoryTx) LastChanges(keys []string) (map[string]int, error) {
	out := map[string]int{}
	for key, all := range chosen(t.changes, keys) {
		out[key] = len(all)
	}
	return out, nil
}
