package evidence_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// walk is a random history of a project with what its patterns are known to be made of.
type walk struct {
	*patternstest.Memory
	*testing.T

	r       *rand.Rand
	service *memory.Patterns
	want    map[string]wanted
	log     []string
}

func (w *walk) say(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

// TestCounts_areThoseOfARecount walks through random writes, deletes, repetitions, merges of
// factors and of patterns, closed worlds, applications and refinements, and after each of them
// counts everything from the raw episodes.
func TestCounts_areThoseOfARecount(t *testing.T) {
	steps := map[string]int{}
	for seed := range uint64(soak.Rounds(150)) {
		m := patternstest.NewMemory()
		w := &walk{m, t, soak.Rand(14, seed), m.Service(), map[string]wanted{}, nil}
		for range 60 {
			steps[w.step()]++
			w.check(seed)
		}
	}
	t.Logf("%v", steps)
	for _, name := range []string{
		"write", "again", "delete", "derive", "factors merged", "factors split", "close", "apply", "add", "update", "merge", "merged before", "deprecate",
	} {
		if steps[name] < soak.Rounds(10) {
			t.Errorf("%d times %q; the walks say nothing about it", steps[name], name)
		}
	}
}

// step does one random thing and returns its name.
func (w *walk) step() string {
	id := fmt.Sprintf("e%d", w.r.IntN(8))
	switch n := w.r.IntN(100); {
	case n < 30:
		w.say("write %s", id)
		w.Write(w.T, id, w.episode())
		return "write"
	case n < 36:
		return w.again(id)
	case n < 42:
		return w.delete(id)
	case n < 50:
		return w.mergeFactors()
	case n < 54:
		return w.splitFactors()
	case n < 58:
		w.say("derive all")
		w.Derive(w.T, slices.Sorted(maps.Keys(w.Raw))...)
		return "derive"
	case n < 64:
		return w.close()
	case n < 76:
		return w.apply(id)
	case n < 86:
		return w.add(id)
	case n < 90:
		return w.update()
	case n < 99:
		return w.merge()
	default:
		return w.deprecate()
	}
}

var outcomes = episodic.Outcomes()

// episode is one that tells some states, some of them at the same time or at none.
func (w *walk) episode() patternstest.RawEpisode {
	e := patternstest.RawEpisode{Outcome: outcomes[w.r.IntN(len(outcomes))], Errors: w.r.IntN(2) == 0}
	if w.r.IntN(4) > 0 {
		e.Seen = w.Clock.Add(time.Duration(w.r.IntN(400)-200) * time.Second)
	}
	for range w.r.IntN(6) {
		s := patternstest.RawState{Identity: w.factor()}
		switch w.r.IntN(6) {
		case 0:
		case 1:
			s.Order = new(contribution.OrderFirst)
		default:
			s.Order = new(int64(w.r.IntN(5)))
		}
		if !slices.ContainsFunc(e.States, func(o patternstest.RawState) bool { return o.Identity == s.Identity }) {
			e.States = append(e.States, s)
		}
	}
	return e
}

func (w *walk) factor() factor.Identity {
	return factor.Identity{Variable: string(rune('u' + w.r.IntN(4))), State: string(rune('a' + w.r.IntN(3)))}
}

func (w *walk) again(id string) string {
	if e, there := w.Raw[id]; there {
		w.say("again %s", id)
		w.Write(w.T, id, e)
	}
	return "again"
}

func (w *walk) delete(id string) string {
	if _, there := w.Raw[id]; there {
		w.say("delete %s", id)
		w.Remove(w.T, id)
		for _, want := range w.want {
			delete(want.applied, id)
		}
	}
	return "delete"
}

func (w *walk) mergeFactors() string {
	from, into := w.factor(), w.factor()
	if end(w.Memory, from) != from || end(w.Memory, into) == from {
		return "factors kept"
	}
	next := w.RuleSet
	next.Merges = append(slices.Clone(next.Merges), contribution.Merge{From: from, Into: into})
	w.say("factor %s is %s", from.Label(), into.Label())
	w.Decide(w.T, next)
	return "factors merged"
}

// splitFactors takes a merge back. What was one factor in the layer is two again only when the
// episodes are derived anew, which the service does at once.
func (w *walk) splitFactors() string {
	if n := len(w.RuleSet.Merges); n > 0 {
		i, next := w.r.IntN(n), w.RuleSet
		next.Merges = slices.Delete(slices.Clone(next.Merges), i, i+1)
		w.say("merge %d is taken back", i)
		w.Decide(w.T, next)
		w.Derive(w.T, slices.Sorted(maps.Keys(w.Raw))...)
	}
	return "factors split"
}

func (w *walk) close() string {
	variable, next := string(rune('u'+w.r.IntN(4))), w.RuleSet
	next.Closed = slices.DeleteFunc(slices.Clone(next.Closed), func(c contribution.Closed) bool { return c.Variable == variable })
	if state := w.r.IntN(5); state < 4 {
		next.Closed = append(next.Closed, contribution.Closed{Variable: variable, AbsentState: []string{"", "a", "b", "c"}[state]})
	}
	w.say("closed are %v", next.Closed)
	w.Decide(w.T, next)
	return "close"
}

// refusedFor fails unless an error is a refusal for what is possible here.
func (w *walk) refusedFor(err error) bool {
	if err != nil && !errors.Is(err, problem.ErrInvalid) && !errors.Is(err, episodic.ErrConflict) {
		w.Fatalf("%v\n%s", err, strings.Join(w.log, "\n"))
	}
	return err != nil
}

func (w *walk) any() string {
	keys := slices.Sorted(maps.Keys(w.want))
	if len(keys) == 0 {
		return ""
	}
	return keys[w.r.IntN(len(keys))]
}

func (w *walk) apply(id string) string {
	key := w.any()
	if key == "" {
		return "apply"
	}
	a := patterns.Application{}
	if w.r.IntN(3) > 0 {
		a.Outcome = outcomes[w.r.IntN(len(outcomes))]
	}
	if w.r.IntN(2) == 0 {
		a.TimeSaved, a.CostSaved = new(w.r.Float64()), new(-w.r.Float64())
	}
	w.say("apply %s in %s: %s", key, id, a.Outcome)
	row, err := w.service.Catalog.Apply(w.Context(), patterns.ApplicationRequest{Project: "p", Key: key, Episode: id, Application: a})
	if _, there := w.Raw[id]; !there {
		if !errors.Is(err, problem.ErrInvalid) {
			w.Fatalf("an application in an episode that is not there: %v", err)
		}
		return "apply"
	}
	if err != nil {
		w.Fatal(err)
	}
	w.want[key].applied[id] = *row.Applied
	return "apply"
}

func (w *walk) matches() []patterns.Match {
	var out []patterns.Match
	for range w.r.IntN(3) {
		var m patterns.Match
		for range w.r.IntN(3) {
			m.Trigger = append(m.Trigger, w.factor())
		}
		for range 1 + w.r.IntN(4)/3 + w.r.IntN(4)/3 {
			m.Then = append(m.Then, w.factor())
		}
		out = append(out, m)
	}
	return out
}

// rule is the first most of the time, because patterns of different rules are not merged.
func (w *walk) rule() patterns.SuccessRule { return patterns.SuccessRules()[max(0, w.r.IntN(20)-16)] }

func (w *walk) add(id string) string {
	r := patterns.AddRequest{Project: "p", Name: fmt.Sprintf("pattern %d", w.r.IntN(6)), Definition: patterns.Definition{
		Trigger: "something holds", Action: "do something", Matches: w.matches(), Rule: w.rule(),
	}}
	if _, there := w.Raw[id]; there && w.r.IntN(2) == 0 {
		r.Episodes = []string{id}
	}
	w.say("add %s %+v %v", r.Name, r.Matches, r.Episodes)
	added, err := w.service.Catalog.Add(w.Context(), r)
	if w.refusedFor(err) {
		return "add refused"
	}
	if _, known := w.want[added.Key]; !known {
		w.want[added.Key] = wanted{matches: r.Matches, rule: r.Rule, applied: map[string]patterns.Application{}}
	}
	for _, id := range r.Episodes {
		if _, known := w.want[added.Key].applied[id]; !known {
			w.want[added.Key].applied[id] = patterns.Application{At: w.Clock}
		}
	}
	return "add"
}

func (w *walk) update() string {
	key := w.any()
	if key == "" {
		return "update"
	}
	next := w.want[key]
	next.matches, next.rule = w.matches(), w.rule()
	r := patterns.UpdateRequest{Project: "p", Key: key, Refined: w.r.IntN(2) == 0, Edit: func(d *patterns.Definition) {
		d.Matches, d.Rule = next.matches, next.rule
	}}
	w.say("update %s %+v refined %v", key, next.matches, r.Refined)
	if _, err := w.service.Catalog.Update(w.Context(), r); w.refusedFor(err) {
		return "update"
	}
	if r.Refined {
		next.from = w.Clock
	}
	w.want[key] = next
	return "update"
}

func (w *walk) merge() string {
	r := patterns.MergeRequest{Project: "p", Keys: []string{w.any(), w.any()}, Name: fmt.Sprintf("pattern %d", w.r.IntN(9))}
	w.say("merge %v into %s", r.Keys, r.Name)
	before := map[string]patterns.Status{}
	for key, p := range w.PatternRows {
		before[key] = p.Status
	}
	key, err := w.service.Catalog.Merge(w.Context(), r)
	if errors.Is(err, episodic.ErrNotFound) && r.Keys[0] == "" || w.refusedFor(err) {
		return "merge refused"
	}
	next := wanted{rule: w.want[r.Keys[0]].rule, applied: map[string]patterns.Application{}}
	for _, k := range r.Keys {
		if before[k] == patterns.StatusDeprecated {
			return "merged before"
		}
		of := w.want[k]
		next.matches = slices.Concat(next.matches, of.matches)
		if of.from.After(next.from) {
			next.from = of.from
		}
		for id, a := range of.applied {
			if a.At.After(next.applied[id].At) {
				next.applied[id] = a
			}
		}
	}
	w.want[key] = next
	return "merge"
}

func (w *walk) deprecate() string {
	key := w.any()
	w.say("deprecate %s", key)
	err := w.service.Catalog.Deprecate(w.Context(), patterns.DeprecateRequest{Project: "p", Key: key, Reason: "it is old", Successor: w.any()})
	if !errors.Is(err, episodic.ErrNotFound) {
		w.refusedFor(err)
	}
	return "deprecate"
}

// check compares everything with the oracle, and a recount with what is there.
func (w *walk) check(seed uint64) {
	w.Helper()
	for key, want := range w.want {
		rows, counts, used := oracle(w.Memory, key, want)
		p := w.PatternRows[key]
		held, _ := patternstest.MemoryTx{Memory: w.Memory}.EvidenceOf([]string{key})
		if diff := cmp.Diff(rows, held, cmpopts.EquateEmpty()); diff != "" || p.Counts != counts || !p.LastUsed.Equal(used) {
			w.Fatalf("seed %d: evidence of %q, want (-) and got (+):\n%s\ncounts %+v, want %+v; used %v, want %v\n%s",
				seed, p.Name, diff, p.Counts, counts, p.LastUsed, used, strings.Join(w.log, "\n"))
		}
	}
	if mended, err := evidence.Recount(patternstest.MemoryTx{Memory: w.Memory}, nil); err != nil || mended > 0 {
		w.Fatalf("seed %d: a recount mended %d rows, %v\n%s", seed, mended, err, strings.Join(w.log, "\n"))
	}
}
