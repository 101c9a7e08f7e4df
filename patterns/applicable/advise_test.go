package applicable_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/applicable"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

func TestService_Advise(t *testing.T) {
	fits := patternstest.Validated("fits", condition.Applicability{ProblemTypes: []string{"refactoring"}})
	fits.Action, fits.Counts = "write the design down", patterns.Counts{Successes: 9, Failures: 1}
	other := patternstest.Validated("other", condition.Applicability{ProblemTypes: []string{"bugfix"}})
	candidate := patternstest.Validated("candidate", condition.Applicability{})
	candidate.Status = patterns.StatusCandidate
	got, err := patternstest.ServiceWith(fits, other, candidate).Applicable.Advise(t.Context(), "p", "A refactoring of the parser", 3, 400)
	if err != nil || len(got) != 1 || got[0].Pattern != fits.Key || got[0].Shortened || got[0].Score <= 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if want := "[" + fits.Key + "] fits, validated: write the design down. 9 of 10 episodes succeeded (95 %: 60 to 98 %). Never validated"; got[0].Text != want {
		t.Errorf("got %q, want %q", got[0].Text, want)
	}
	if got, err = patternstest.ServiceWith(fits).Applicable.Advise(t.Context(), "p", "refactoring", 3, 16); err != nil || len(got) != 1 || !got[0].Shortened ||
		len(strings.Fields(got[0].Text)) > 16 {
		t.Errorf("in 16 words: %+v, %v", got, err)
	}
	if got, err = patternstest.ServiceWith(fits).Applicable.Advise(t.Context(), "p", "refactoring", 3, 5); err != nil || len(got) != 1 || got[0].Text != "" {
		t.Errorf("in 5 words, too few for the counts: %+v, %v", got, err)
	}
}

// A pattern that asks for nothing applies to every task, and so is no advice for this one.
func TestService_Advise_asked(t *testing.T) {
	open := condition.Applicability{}
	untold := condition.Applicability{Conditions: []condition.Condition{patternstest.Compare("context.error", condition.OperatorAbsent)}}
	other := condition.Applicability{Conditions: []condition.Condition{{Not: &condition.Condition{Field: "context.error", Operator: condition.OperatorPresent}}}}
	asked := patternstest.Validated("asks", condition.Applicability{Features: condition.Features{Capabilities: []string{"parser"}}})
	asked.Counts = patterns.Counts{Successes: 1, Failures: 9} // ranked behind all others
	s := patternstest.ServiceWith(patternstest.Validated("for all", open), patternstest.Validated("where nothing is told", untold), patternstest.Validated("where it is not", other), asked)
	task := "A refactoring of the parser"
	if got, err := s.Applicable.FindApplicable(t.Context(), applicable.Query{Task: condition.Task{Text: task}}); err != nil || got.Total != 4 {
		t.Errorf("%d are applicable, %v", got.Total, err)
	}
	if got, err := s.Applicable.Advise(t.Context(), "p", task, 1, 400); err != nil || len(got) != 1 || got[0].Pattern != asked.Key {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := s.Applicable.Advise(t.Context(), "p", "write a poem about cats", 3, 400); err != nil || len(got) != 0 {
		t.Errorf("for a poem: %+v, %v", got, err)
	}
}
