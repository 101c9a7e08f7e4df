package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/internal/retraction"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
)

// RunDependents tests what rests on things, and retractions, against a project that never had the thing.
func RunDependents(t *testing.T, open Open) {
	f := newFixture(t, open)
	if f.Dependents == nil || f.Factors == nil || f.Patterns == nil || f.Ledger == nil {
		t.Fatal("the set has no dependents, factors, patterns or ledger")
	}
	seeds, every := 3, 2
	if !f.alone {
		seeds, every = 2, 9
	}
	var seen shown
	for seed := range soak.Rounds(seeds) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { f.runDependents(t, uint64(seed), every, &seen) })
	}
	if !t.Failed() && !testing.Short() {
		seen.check(t)
	}
	t.Run("nothing known", func(t *testing.T) { exampleNothingKnown(t, f) })
}

// shown counts what the histories showed, by kind: a suite that never saw a pattern change says nothing of patterns.
type shown struct {
	kinds, falls map[dependents.Kind]int
	reviewed     int
}

func (s *shown) add(all []dependents.Dependent) {
	if s.kinds == nil {
		s.kinds, s.falls = map[dependents.Kind]int{}, map[dependents.Kind]int{}
	}
	for _, d := range all {
		s.kinds[d.Kind]++
		if d.Falls {
			s.falls[d.Kind]++
		}
	}
}

func (s *shown) check(t *testing.T) {
	for _, kind := range dependents.Kinds() {
		if s.kinds[kind] == 0 {
			t.Errorf("no history showed a %s that rests on anything", kind)
		}
	}
	for _, kind := range []dependents.Kind{dependents.KindFactor, dependents.KindFactorLink} {
		if s.falls[kind] == 0 || s.falls[kind] == s.kinds[kind] {
			t.Errorf("%d of %d of kind %s fall", s.falls[kind], s.kinds[kind], kind)
		}
	}
	if s.reviewed == 0 {
		t.Error("no pattern came under review")
	}
}

// runDependents compares, for each thing of a random history, or every so many, what is found with what a project without
// it lacks; and retracts some of them.
func (f *fixture) runDependents(t *testing.T, seed uint64, every int, seen *shown) {
	h := randomHistory(t, soak.Rand(87, seed))
	project := f.project(t)
	f.relive(t, project, h)
	service := f.retraction()
	tried := map[string]bool{}
	for i, of := range h.things() {
		if (i+int(seed))%every > 0 {
			continue
		}
		before := f.picture(t, project)
		bare := f.project(t)
		f.relive(t, bare, h.without(of))
		after := f.picture(t, bare)
		found, _, err := service.Find(t.Context(), project, of)
		must(t, err)
		if !found.Known() {
			t.Errorf("seed %d: %s is not known", seed, of)
		}
		seen.add(found.Dependents)
		same(t, fmt.Sprintf("seed %d: what rests on %s", seed, of), slices.Sorted(slices.Values(append(h.resting(t, f, project, of), before.less(after)...))), listed(found.Dependents))
		same(t, "the question changed nothing", before.plain(), f.picture(t, project).plain())
		if kind, _, _ := strings.Cut(of.String(), " "); !tried[kind] {
			tried[kind] = true
			f.retracts(t, project, service, of, before, after, seen)
		}
		if t.Failed() {
			t.Fatalf("seed %d, %s:\n%s", seed, of, h)
		}
	}
}

// retracts takes a thing out and brings it back.
func (f *fixture) retracts(t *testing.T, project string, service *retraction.Service, of dependents.Of, before, after picture, seen *shown) {
	t.Helper()
	receipt, _, err := service.Retract(t.Context(), project, of, "it was wrong")
	must(t, err)
	same(t, "the receipt of "+of.String(), before.less(after), slices.DeleteFunc(listed(receipt.Dependents), func(d string) bool { return !layered(d) }))
	now := f.picture(t, project)
	for key, p := range before.patterns {
		touched := before.patterns[key].Successes != now.patterns[key].Successes || before.patterns[key].Failures != now.patterns[key].Failures
		switch status := now.patterns[key].status; {
		case p.status == patterns.StatusValidated && touched && status != patterns.StatusUnderReview:
			t.Errorf("pattern %s rests on %s and is %s still", key, of, status)
		case p.status == patterns.StatusValidated && touched:
			seen.reviewed++
		case status != p.status:
			t.Errorf("pattern %s is %s, and was %s", key, status, p.status)
		}
	}
	same(t, "a memory that retracted "+of.String()+" is like one that never had it", after.plain(), now.plain())
	again, note, err := service.Find(t.Context(), project, of)
	must(t, err)
	if again.Known() || !strings.Contains(note, "Nothing is known about "+of.String()) || !strings.Contains(note, "it was wrong") {
		t.Errorf("what is retracted is told as %q", note)
	}
	_, _, err = service.Undo(t.Context(), project, of, "it was right")
	must(t, err)
	same(t, of.String()+" is back", before.plain(), f.picture(t, project).plain())
	f.setStatuses(t, project)
}
