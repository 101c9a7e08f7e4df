package patterns

import (
	"github.com/causeway-memory/causeway/episodic"
)

// SuccessRule defines when an episode counts as a success.
type SuccessRule string

// The rules. An episode that a rule cannot decide is unknown and counts as neither success nor failure.
const (
	// RuleSuccess counts the outcome success; partial is a failure. It is the default.
	RuleSuccess SuccessRule = "OUTCOME_SUCCESS"
	// RuleWithoutPartial counts the outcome success and leaves partial out.
	RuleWithoutPartial SuccessRule = "OUTCOME_WITHOUT_PARTIAL"
	// RuleNoFailure counts success and partial.
	RuleNoFailure SuccessRule = "OUTCOME_NO_FAILURE"
	// RuleNoError counts episodes without an event of the type error, whatever they report.
	RuleNoError SuccessRule = "NO_ERROR_EVENT"
)

// SuccessRules returns all of them.
func SuccessRules() []SuccessRule {
	return []SuccessRule{RuleSuccess, RuleWithoutPartial, RuleNoFailure, RuleNoError}
}

// Verdict applies the rule to an episode. stated is the recorded outcome of an application in it,
// empty if there is none. It takes precedence over the episode, also under [RuleNoError], where only
// a failure contradicts.
func (r SuccessRule) Verdict(outcome episodic.Outcome, errors bool, stated episodic.Outcome) Verdict {
	if r == RuleNoError && stated == "" {
		if errors {
			return VerdictContradicts
		}
		return VerdictSupports
	}
	if stated != "" {
		outcome = stated
	}
	switch outcome {
	case episodic.OutcomeSuccess:
		return VerdictSupports
	case episodic.OutcomeFailure:
		return VerdictContradicts
	case episodic.OutcomePartial:
		return r.partial()
	default:
		return VerdictUnknown
	}
}

// partial is the verdict of a partial success.
func (r SuccessRule) partial() Verdict {
	switch r {
	case RuleWithoutPartial:
		return VerdictUnknown
	case RuleNoFailure, RuleNoError:
		return VerdictSupports
	default:
		return VerdictContradicts
	}
}
