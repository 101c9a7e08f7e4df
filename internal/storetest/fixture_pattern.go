package storetest

import (
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// minutes returns the time this many minutes after the start of the examples.
func minutes(n int) time.Time { return day().Add(time.Duration(n) * time.Minute) }

// fullPattern is a pattern with all fields set.
func fullPattern(name string) patterns.Pattern {
	check := condition.Condition{Field: "team.size", Operator: condition.OperatorAtLeast, Values: []string{"3"}}
	deep := condition.Condition{Any: []condition.Condition{check, {Not: &condition.Condition{Field: "os", Operator: condition.OperatorPresent}}}}
	validation := patterns.Validation{
		Run: "run-1", Family: 7, At: minutes(9), Since: minutes(1), Until: minutes(8), Rule: patterns.RuleNoFailure,
		Figures: patterns.Figures{
			Window: patterns.Counted{Successes: 3, Trials: 4, Unknown: 1, NullSuccesses: 2, NullTrials: 6, OtherSuccesses: 1, OtherTrials: 2},
			All:    patterns.Counted{Successes: 5, Trials: 9},
		},
		Rate: new(.75), Wilson: &patterns.Interval{Low: .3, High: .95}, NullRate: new(1. / 3), NullBasis: patterns.NullShrunk,
		P: new(1e-300), LogP: new(-300.), HalfP: new(.25), Adjusted: new(.125), Confidence: new(.5),
		Result: patterns.ResultUnproven, Failed: []string{"too \"few\""}, Before: patterns.StatusCandidate, After: patterns.StatusValidated,
	}
	return patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Version: 3, Origin: patterns.OriginMined, CreatedAt: minutes(0), UpdatedAt: minutes(10),
		Claim:  &patterns.Claim{Rate: new(.9), Occurrences: new(12), Source: "a note"},
		Mined:  &patterns.Mined{Query: "two states", Looked: 40, Graph: 3, At: minutes(2), Strata: []string{"os"}, Difference: -.25},
		Status: patterns.StatusUnderReview, StatusAt: minutes(5), Reason: "it's \"falling\"", SupersededBy: patterns.KeyOf("other"),
		CountedFrom: minutes(-60), Counts: patterns.Counts{
			Successes: 5, Failures: 4, Unknown: 2, Applications: 3, Time: patterns.Saving{Sum: 1.5, N: 2}, Cost: patterns.Saving{Sum: -.25, N: 1},
		},
		LastUsed: minutes(7), Last: &validation,
		Definition: patterns.Definition{
			Category: patterns.CategoryRecovery, AntiPattern: true, Summary: "Ärger über 100%", Description: "line one\nline two",
			Trigger: "Tests Fail", Action: "Read the LOG first", Rule: patterns.RuleNoError,
			Matches: []patterns.Match{
				{Trigger: []factor.Identity{occurred("fail"), {Variable: "os", State: "linux"}}, Then: []factor.Identity{occurred("read")}},
				{Then: []factor.Identity{occurred("stop"), occurred("read")}},
			},
			Applicability: condition.Applicability{
				ProblemTypes: []string{"bug"}, Features: condition.Features{Domain: []string{"ci"}, Complexity: condition.Range{Low: new(.25)}, Capabilities: []string{"shell"}},
				Conditions: []condition.Condition{deep}, AntiConditions: []condition.Condition{check},
			},
			Content: patterns.Content{Procedure: &patterns.Procedure{
				Steps: []patterns.Step{{Name: "one", What: "look", When: &check, Next: []string{"two"}}, {Name: "two", What: "think"}},
				Until: []condition.Condition{check},
			}},
			Guidance: patterns.Guidance{When: "red", How: "slowly", Benefits: []string{"calm"}, Alternatives: []string{"other"}},
			Related:  []patterns.Related{{Relationship: patterns.Contradicts, Pattern: patterns.KeyOf("other")}},
			Leads: []patterns.Leads{
				{Relation: episodic.RelationPrevents, Factor: occurred("fail")}, {Relation: episodic.RelationCauses, Pattern: patterns.KeyOf("other")},
			},
		},
	}
}

// smallPattern is a pattern that watches some actions.
func smallPattern(name string, actions ...string) patterns.Pattern {
	p := patterns.Pattern{
		Key: patterns.KeyOf(name), Name: name, Version: 1, Origin: patterns.OriginStated, CreatedAt: minutes(0), UpdatedAt: minutes(0),
		Status: patterns.StatusCandidate, StatusAt: minutes(0),
		Definition: patterns.Definition{Category: patterns.CategoryStrategy, Rule: patterns.RuleSuccess},
	}
	for _, action := range actions {
		p.Matches = append(p.Matches, patterns.Match{Then: []factor.Identity{occurred(action)}})
	}
	return p
}

// changePatterns runs work in a transaction, which must succeed.
func (f *fixture) changePatterns(t testing.TB, project string, work func(patterns.Tx) error) {
	t.Helper()
	must(t, f.Patterns.ChangePatterns(t.Context(), project, true, day(), work))
}

func (f *fixture) putPatterns(t testing.TB, project string, put ...patterns.Pattern) {
	t.Helper()
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.PutPatterns(put) })
}

// pattern returns an existing pattern.
func (f *fixture) pattern(t testing.TB, project, name string) patterns.Pattern {
	t.Helper()
	found, err := f.Patterns.GetPatterns(t.Context(), project, []string{patterns.KeyOf(name)})
	must(t, err)
	if len(found) != 1 {
		t.Fatalf("%d patterns have the name %q", len(found), name)
	}
	return found[0]
}

// same compares stored and written values; empty lists equal missing ones.
func same(t testing.TB, why string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", why, diff)
	}
}

func names(list []patterns.Pattern) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Name)
	}
	return out
}
