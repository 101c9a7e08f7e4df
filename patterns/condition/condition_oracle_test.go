package condition_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// TestApplicability_contradictions draws applicabilities and tasks: what is refused as
// contradictory fits none of them, and most of what fits none is refused.
func TestApplicability_contradictions(t *testing.T) {
	d := patternstest.Generator{Rand: soak.Rand(14, 1)}
	refused, silent := 0, 0
	for range soak.Rounds(200) {
		a := d.Applicability()
		problems := condition.ApplicabilityProblems(a)
		fits := false
		for range 1_500 {
			task, in := d.Task()
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
	t.Logf("%d drawn: %d refused, %d that no drawn task fitted let through", soak.Rounds(200), refused, silent)
	if refused < soak.Rounds(20) {
		t.Errorf("%d are refused; the draw shows nothing", refused)
	}
}

func FuzzCondition(f *testing.F) {
	f.Add(uint64(1), "context.a", "EQUALS", "go")
	f.Add(uint64(2), "task.type", "CONTAINS", "a--B __ c")
	f.Add(uint64(3), "context.b", "AT_LEAST", "1e-5")
	f.Add(uint64(4), "CONTEXT.İ", "IN", "\xffİ-")
	f.Fuzz(func(t *testing.T, seed uint64, field, operator, value string) {
		d := patternstest.Generator{Rand: rand.New(rand.NewPCG(seed, 3))}
		leaf := patternstest.Compare(field, condition.Operator(operator), value)
		c := patternstest.AnyOf(d.Condition(2), patternstest.All(leaf, d.Condition(1)))
		if folded := condition.FoldValue(value); condition.FoldValue(folded) != folded {
			t.Fatalf("%q folds to %q, and that to %q", value, folded, condition.FoldValue(folded))
		}
		problems := condition.Problems(c)
		for _, p := range problems {
			if !strings.HasPrefix(p.Path, "conditions[0]") || p.Message == "" || !utf8.ValidString(p.Message) {
				t.Errorf("%+v is refused with %+v", c, p)
			}
		}
		task, in := d.Task()
		in["a"] = value
		checkLaws(t, c, d.Condition(2), task.Situation(in), problems == nil)
	})
}

// checkLaws holds an evaluation against what has to be so of any.
func checkLaws(t *testing.T, c, other condition.Condition, s condition.Situation, valid bool) {
	t.Helper()
	if a, b := patternstest.Not(patternstest.All(c, other)).Judge(s), patternstest.AnyOf(patternstest.Not(c), patternstest.Not(other)).Judge(s); a != b {
		t.Errorf("not all of %s and %s is %s, any not %s", c, other, a, b)
	}
	if got, want := patternstest.Not(patternstest.Not(c)).Judge(s), c.Judge(s); got != want {
		t.Errorf("not not %s is %s, not %s", c, got, want)
	}
	if !valid {
		return
	}
	a := condition.Applicability{Conditions: []condition.Condition{c}}
	_, applies := a.Fit(s)
	if applies != (c.Judge(s) == condition.True) {
		t.Errorf("%s is %s, and a pattern that asks for it applies: %t", c, c.Judge(s), applies)
	}
	if applies && !indexed(patterns.Pattern{Definition: patterns.Definition{Applicability: a}}, s) {
		t.Errorf("%s holds, and the index does not find it", c)
	}
}

// indexed says whether the index names a pattern for a situation.
func indexed(p patterns.Pattern, s condition.Situation) bool {
	look := s.Entries()
	return slices.ContainsFunc(p.Entries(), func(e string) bool { return slices.Contains(look, e) })
}
