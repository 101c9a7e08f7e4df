package match_test

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// observed parses "x=a@3 y=b" as the observations of an episode; @ precedes the order, ^ is the first.
func observed(text string) patterns.Observed {
	var t patterns.Observed
	for _, one := range strings.Fields(text) {
		factor, at, timed := strings.Cut(one, "@")
		o := contribution.Observation{Identity: patternstest.Factors(factor)[0]}
		switch {
		case at == "^":
			o.Order = new(contribution.OrderFirst)
		case timed:
			o.Order = new(int64(at[0] - '0'))
		}
		t.Observations = append(t.Observations, o)
	}
	return t
}

func TestFactorResolver_Judge(t *testing.T) {
	rules := contribution.Rules{
		Merges: []contribution.Merge{{From: patternstest.Factors("old=yes")[0], Into: patternstest.Factors("c=yes")[0]}},
		Closed: []contribution.Closed{{Variable: "e", AbsentState: "no"}, {Variable: "f"}},
	}
	const neither, trial, compared, unclear = match.ResultNeither, match.ResultTrial, match.ResultCompared, match.ResultUnclear
	for _, c := range []struct {
		trigger, then, told string
		want                match.Result
		why                 string
	}{
		{"c=yes", "a=x", "c=yes a=x", trial, "the trigger holds and the action was taken"},
		{"c=yes", "a=x", "a=x", neither, "a trigger that is not told does not hold"},
		{"c=yes", "a=x", "c=no a=x", neither, "the trigger is told otherwise"},
		{"c=yes", "a=x", "c=yes a=y", compared, "another option was taken"},
		{"c=yes", "a=x", "c=yes", unclear, "nothing is told of the action, and nothing is assumed"},
		{"c=yes", "e=x", "c=yes", compared, "the variable of the action is closed, so it was not taken"},
		{"c=yes", "e=no", "c=yes", unclear, "an absent state is nothing that anybody did"},
		{"c=yes", "f=x", "", neither, "without the trigger it does not matter that the action is closed"},
		{"", "a=x", "a=x", trial, "an empty trigger always holds"},
		{"e=no", "a=x", "a=x", trial, "the absent state of a closed variable that is not told"},
		{"e=no", "a=x", "e=yes a=x", neither, "the closed variable is told otherwise"},
		{"f=no", "a=x", "a=x", neither, "a closed variable without an absent state has none"},
		{"c=yes", "a=x", "old=yes a=x", trial, "a factor that is taken for the trigger"},
		{"old=yes", "a=x", "c=yes a=x", trial, "the trigger is taken for another factor"},
		{"c=yes", "a=x", "c=yes@2 a=x@1", neither, "the trigger came after the action"},
		{"c=yes", "a=x", "c=yes@1 a=x@1", trial, "at the same time is not known to be after"},
		{"c=yes", "a=x", "c=yes@2 a=x", trial, "no order is known"},
		{"c=yes", "a=x", "old=yes@3 c=yes@1 a=x@2", trial, "of two that are one factor the first counts"},
		{"c=yes d=yes", "a=x", "c=yes a=x", neither, "both states of a trigger have to hold"},
		{"", "a=x", "a=x@1 a=y@2", trial, "the option that came first was decided on"},
		{"", "a=x", "a=x@2 a=y@1", compared, "another one came first"},
		{"", "a=x", "a=x@1 a=y@1", unclear, "both at once"},
		{"", "a=x", "a=x@1 a=y", unclear, "when the other came is not known"},
		{"", "a=x", "a=x@^ a=y", trial, "what was known beforehand came before anything"},
		{"", "a=x", "a=y a=z", compared, "whichever came first, it was not this one"},
		{"c=yes", "a=x", "c=yes@2 a=x@1 a=y@3", neither, "the trigger came after the first option"},
		{"", "a=x b=x", "a=x@1 b=x@2", trial, "steps in their order"},
		{"", "a=x b=x", "a=x@2 b=x@1", compared, "steps in another order"},
		{"", "a=x b=x", "a=x@1 b=x@1", unclear, "steps at the same time"},
		{"", "a=x b=x", "a=x@1 b=x", unclear, "a step without a time"},
		{"", "a=x b=x", "a=x", unclear, "nothing is told of the last step, and nothing is assumed"},
		{"", "a=x b=x", "a=x b=y", compared, "another option was taken in place of the last step"},
		{"", "a=x e=x", "a=x", compared, "the variable of the last step is closed, so it was not taken"},
		{"", "a=x e=no", "a=x", unclear, "an absent state is no step that anybody took"},
		{"", "a=x b=x e=x", "a=x@2 b=x@1", neither, "closed or not, it did not come to the last step but one"},
		{"", "a=x b=x", "b=x@1", neither, "it did not come to the first step"},
		{"", "a=x b=x d=x", "a=x@2 b=x@1", neither, "what came before the last step is another sequence"},
		{"", "a=x b=x d=x", "a=x@3 b=x d=x@1", compared, "two of three are known to be turned round"},
		{"c=yes", "a=x b=x", "c=yes@2 a=x@1 b=x@3", neither, "the trigger came after the first step"},
	} {
		m := patterns.Match{Trigger: patternstest.Factors(c.trigger), Then: patternstest.Factors(c.then)}
		if got := match.NewFactorResolver(rules).Judge(m, observed(c.told)); got != c.want {
			t.Errorf("%s: when %q then %q in %q is %d, want %d", c.why, c.trigger, c.then, c.told, got, c.want)
		}
	}
}

func TestReading_JudgeAny(t *testing.T) {
	of := func(then ...string) (out []patterns.Match) {
		for _, one := range then {
			out = append(out, patterns.Match{Then: patternstest.Factors(one)})
		}
		return out
	}
	r := match.NewFactorResolver(contribution.Rules{}).Read(observed("a=x b=y"))
	for want, matches := range map[match.Result][]patterns.Match{
		match.ResultNeither:  nil,
		match.ResultTrial:    of("b=x", "unknown=x", "a=x"),
		match.ResultUnclear:  of("unknown=x", "b=x"),
		match.ResultCompared: of("b=x", "a=y"),
	} {
		if got := r.JudgeAny(matches); got != want {
			t.Errorf("any of %v is %d, want %d", matches, got, want)
		}
	}
}

func TestSuccessRule_Verdict(t *testing.T) {
	const yes, no, unknown = patterns.VerdictSupports, patterns.VerdictContradicts, patterns.VerdictUnknown
	for _, c := range []struct {
		rule   patterns.SuccessRule
		told   episodic.Outcome
		errors bool
		stated episodic.Outcome
		want   patterns.Verdict
		why    string
	}{
		{patterns.RuleSuccess, episodic.OutcomePartial, false, "", no, "half a success is none"},
		{patterns.RuleWithoutPartial, episodic.OutcomePartial, false, "", unknown, "half a success is left out"},
		{patterns.RuleNoFailure, episodic.OutcomePartial, false, "", yes, "half a success is no failure"},
		{patterns.RuleSuccess, episodic.OutcomeUnknown, false, "", unknown, "unknown is unknown"},
		{patterns.RuleNoFailure, episodic.OutcomeUnknown, false, "", unknown, "unknown is not yet no failure"},
		{patterns.RuleNoError, episodic.OutcomeSuccess, true, "", no, "an error, whatever it reports"},
		{patterns.RuleNoError, episodic.OutcomeFailure, false, "", yes, "no error, whatever it reports"},
		{patterns.RuleSuccess, episodic.OutcomeFailure, false, episodic.OutcomeSuccess, yes, "the application went well though the episode failed"},
		{patterns.RuleSuccess, episodic.OutcomeSuccess, false, episodic.OutcomeUnknown, unknown, "somebody says that it is not known"},
		{patterns.RuleNoError, episodic.OutcomeSuccess, false, episodic.OutcomeFailure, no, "somebody says that it failed"},
		{patterns.RuleNoError, episodic.OutcomeSuccess, true, episodic.OutcomePartial, yes, "somebody says that it went well in part"},
	} {
		if got := c.rule.Verdict(c.told, c.errors, c.stated); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}
