package similarity_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
	"github.com/causeway-memory/causeway/patterns/similarity"
	"github.com/google/go-cmp/cmp"
)

// acting is a pattern with an action, in words and as a factor.
func acting(name, action string, a condition.Applicability) patterns.Pattern {
	p := patternstest.Validated(name, a)
	p.Action = action
	p.Matches = []patterns.Match{{Then: []factor.Identity{{Variable: "action", State: action}}}}
	return p
}

func TestService_Similar(t *testing.T) {
	go1 := condition.Applicability{ProblemTypes: []string{"bug-fix"}, Features: condition.Features{Domain: []string{"go"}, Complexity: condition.Range{Low: new(0.0), High: new(0.6)}}}
	go2 := condition.Applicability{ProblemTypes: []string{"Bug fix"}, Features: condition.Features{Domain: []string{"go", "rust"}, Complexity: condition.Range{Low: new(0.3), High: new(0.9)}}}
	first, twin := acting("first", "write a test", go1), acting("twin", "write a test", go2)
	anywhere, elsewhere := acting("anywhere", "sleep", condition.Applicability{}), acting("elsewhere", "write a test", condition.Applicability{ProblemTypes: []string{"review"}})
	retired := acting("retired", "write a test", go1)
	retired.Status = patterns.StatusDeprecated
	answer, err := patternstest.ServiceWith(anywhere, twin, first, elsewhere, retired).Similarity.Similar(t.Context(), "p", first.Key, 0)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, a := range answer.Found {
		order = append(order, a.Pattern.Name)
	}
	if diff := cmp.Diff([]string{"twin", "anywhere"}, order); diff != "" || answer.Looked != 3 {
		t.Fatalf("looked at %d, found (-want +got):\n%s", answer.Looked, diff)
	}
	// Words: write, a and test of first, twin and those three. Complexity: .3 to .6 of 0 to .9.
	want := map[string]*float64{
		"words": new(.6), "factors": new(1.0), "kind": new(1.0), "problem types": new(1.0), "domains": new(.5),
		"capabilities": nil, "complexity": new(1. / 3), "conditions": nil,
	}
	sum, weights := 0.0, 0.0
	for _, term := range answer.Found[0].Terms {
		if w := want[term.Name]; (w == nil) != (term.Value == nil) || w != nil && math.Abs(*w-*term.Value) > 1e-12 || term.Why == "" {
			t.Errorf("%+v, want %v", term, w)
		}
		if term.Value != nil {
			sum, weights = sum+term.Weight**term.Value, weights+term.Weight
		}
	}
	if got := answer.Found[0].Score; math.Abs(got-sum/weights) > 1e-12 {
		t.Errorf("the score is %v, want %v", got, sum/weights)
	}
}

func TestService_Similar_refused(t *testing.T) {
	if _, err := patternstest.ServiceWith().Similarity.Similar(t.Context(), "p", "absent", 0); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("an unknown pattern: %v", err)
	}
	if _, err := patternstest.ServiceWith().Similarity.Similar(t.Context(), "p", "absent", 51); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("too many: %v", err)
	}
}

// TestService_Similar_laws: every pattern is most like itself, and likeness goes both ways.
func TestService_Similar_laws(t *testing.T) {
	d := patternstest.Generator{Rand: soak.Rand(14, 6)}
	for range soak.Rounds(200) {
		p, q := acting(d.Word(), d.Word(), d.Applicability()), acting(d.Word(), d.Word(), d.Applicability())
		p.Applicability.Features.Complexity = condition.Range{Low: new(float64(d.IntN(2))), High: new(float64(1 + d.IntN(2)))}
		q.Applicability.Features.Complexity = condition.Range{High: d.Figure()}
		q.AntiPattern, q.Content.Strategy = d.IntN(2) == 0, &patterns.Strategy{}
		there, back := similarity.Compare(p, q), similarity.Compare(q, p)
		if math.Abs(there.Score-back.Score) > 1e-12 || there.Score < 0 || there.Score > 1 {
			t.Fatalf("%v and %v for\n%+v\n%+v", there.Score, back.Score, p, q)
		}
		if self := similarity.Compare(p, p); math.Abs(self.Score-1) > 1e-12 {
			t.Fatalf("%+v is like itself by %v: %+v", p, self.Score, self.Terms)
		}
	}
}

func TestSuggestMerges(t *testing.T) {
	in := func(types ...string) condition.Applicability { return condition.Applicability{ProblemTypes: types} }
	one, two := acting("write a test", "write a test", in("bugfix")), acting("write-a-test first", "write a test", in("Bugfix"))
	two.Counts.Successes = 1
	opposite, ruled := acting("write a test!", "write a test", in("bugfix")), acting("write a test?", "write a test", in("bugfix"))
	opposite.AntiPattern, ruled.Rule = true, patterns.RuleNoError
	related := acting("write a test ...", "write a test", in("bugfix"))
	related.Related = []patterns.Related{{Relationship: patterns.Specializes, Pattern: one.Key}, {Relationship: patterns.Contradicts, Pattern: two.Key}}
	retired := acting("write one test", "write a test", in("bugfix"))
	retired.Status = patterns.StatusDeprecated
	far := acting("sleep", "sleep", in("bugfix"))
	got, cut := similarity.SuggestMerges([]patterns.Pattern{one, far, opposite, two, ruled, related, retired}, 10)
	if len(got) != 1 || cut || got[0].Keys != [2]string{two.Key, one.Key} || got[0].Names[1] != "write a test" || got[0].Score < similarity.MergeScore {
		t.Errorf("got %+v, want the two that say the same, first the one with evidence", got)
	}
	if got, _ = similarity.SuggestMerges([]patterns.Pattern{one, two}, 0); len(got) != 0 {
		t.Errorf("none are asked for, got %+v", got)
	}
}

// TestSuggestMerges_many has more pairs than are compared: the answer says so.
func TestSuggestMerges_many(t *testing.T) {
	many := make([]patterns.Pattern, 700)
	for i := range many {
		many[i] = acting(fmt.Sprint("pattern ", i), strings.Repeat("the same ", 2), condition.Applicability{})
	}
	got, cut := similarity.SuggestMerges(many, 3)
	if len(got) != 3 || !cut {
		t.Errorf("%d suggested, cut is %t", len(got), cut)
	}
}
