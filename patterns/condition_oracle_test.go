package patterns_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
)

// TestApplicability_contradictions draws applicabilities and tasks: what is refused as
// contradictory fits none of them, and most of what fits none is refused.
func TestApplicability_contradictions(t *testing.T) {
	d := drawn{soak.Rand(14, 1)}
	refused, silent := 0, 0
	for range soak.Rounds(600) {
		a := d.applicability()
		problems := patterns.ApplicabilityProblems(a)
		fits := false
		for range 1_500 {
			task, in := d.task()
			task.Text = "" // a text may mention two types, a task has one
			if _, fits = a.Fit(task.Situation(in)); fits {
				break
			}
		}
		switch {
		case fits && problems != nil:
			t.Fatalf("%+v fits a task, and is refused: %q", a, problems)
		case problems != nil:
			refused++
		case !fits:
			silent++
		}
	}
	t.Logf("%d drawn: %d refused, %d that no drawn task fitted let through", soak.Rounds(600), refused, silent)
	if refused < 20 {
		t.Errorf("%d are refused; the draw shows nothing", refused)
	}
}

// TestGeneralised: a merged applicability applies wherever one of its parts does.
func TestGeneralised(t *testing.T) {
	d := drawn{soak.Rand(14, 2)}
	applied := 0
	for range soak.Rounds(3_000) {
		parts := []patterns.Applicability{d.applicability(), d.applicability(), d.applicability()}
		parts[1].Conditions = slices.Concat(parts[1].Conditions, parts[0].Conditions)
		whole := patterns.Generalised(parts)
		for range 20 {
			task, in := d.task()
			s := task.Situation(in)
			for _, p := range parts {
				if _, one := p.Fit(s); one {
					applied++
					if _, fits := whole.Fit(s); !fits {
						t.Fatalf("%+v applies to %+v in %v, and not generalised: %+v", p, task, in, whole)
					}
				}
			}
		}
	}
	if applied < 1_000 {
		t.Errorf("applied %d times; the draw shows nothing", applied)
	}
}

func FuzzCondition(f *testing.F) {
	f.Add(uint64(1), "context.a", "EQUALS", "go")
	f.Add(uint64(2), "task.type", "CONTAINS", "a--B __ c")
	f.Add(uint64(3), "context.b", "AT_LEAST", "1e-5")
	f.Add(uint64(4), "CONTEXT.İ", "IN", "\xffİ-")
	f.Fuzz(func(t *testing.T, seed uint64, field, operator, value string) {
		d := drawn{rand.New(rand.NewPCG(seed, 3))}
		leaf := compare(field, patterns.Operator(operator), value)
		c := anyOf(d.condition(2), all(leaf, d.condition(1)))
		if folded := patterns.FoldValue(value); patterns.FoldValue(folded) != folded {
			t.Fatalf("%q folds to %q, and that to %q", value, folded, patterns.FoldValue(folded))
		}
		problems := patterns.Problems(c)
		for _, p := range problems {
			if !strings.HasPrefix(p.Path, "conditions[0]") || p.Message == "" || !utf8.ValidString(p.Message) {
				t.Errorf("%+v is refused with %+v", c, p)
			}
		}
		task, in := d.task()
		in["a"] = value
		checkLaws(t, c, d.condition(2), task.Situation(in), problems == nil)
	})
}

// checkLaws holds an evaluation against what has to be so of any.
func checkLaws(t *testing.T, c, other patterns.Condition, s patterns.Situation, valid bool) {
	t.Helper()
	if a, b := not(all(c, other)).Judge(s), anyOf(not(c), not(other)).Judge(s); a != b {
		t.Errorf("not all of %s and %s is %s, any not %s", c, other, a, b)
	}
	if got, want := not(not(c)).Judge(s), c.Judge(s); got != want {
		t.Errorf("not not %s is %s, not %s", c, got, want)
	}
	if !valid {
		return
	}
	a := patterns.Applicability{Conditions: []patterns.Condition{c}}
	_, applies := a.Fit(s)
	if applies != (c.Judge(s) == patterns.True) {
		t.Errorf("%s is %s, and a pattern that asks for it applies: %t", c, c.Judge(s), applies)
	}
	if applies && !indexed(patterns.Pattern{Definition: patterns.Definition{Applicability: a}}, s) {
		t.Errorf("%s holds, and the index does not find it", c)
	}
}

// indexed says whether the index names a pattern for a situation.
func indexed(p patterns.Pattern, s patterns.Situation) bool {
	look := s.Entries()
	return slices.ContainsFunc(p.Entries(), func(e string) bool { return slices.Contains(look, e) })
}
