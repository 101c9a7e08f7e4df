package decisive

import "github.com/causeway-memory/causeway/episodic"

// Status says what kind of answer there is.
type Status string

// The statuses.
const (
	// StatusRanked says that the steps are ranked.
	StatusRanked Status = "RANKED"
	// StatusNotFailed says that the run succeeded: there is nothing to explain.
	StatusNotFailed Status = "NOT_FAILED"
	// StatusInsufficient says that nothing points to any step.
	StatusInsufficient Status = "INSUFFICIENT"
)

// ReasonKind says what points to a step.
type ReasonKind string

// The kinds of reason.
const (
	// ReasonDiffers is a change that no good run of the same task made.
	ReasonDiffers ReasonKind = "DIFFERS_FROM_GOOD_RUNS"
	// ReasonFailed is a call that failed.
	ReasonFailed ReasonKind = "FAILED"
	// ReasonNotRecovered says that it was never made right.
	ReasonNotRecovered ReasonKind = "NOT_RECOVERED"
	// ReasonFailsOften says that runs with steps of this kind failed more often than others.
	ReasonFailsOften ReasonKind = "FAILS_MORE_OFTEN"
	// ReasonAgainstPattern says that it goes against a pattern that the project has validated.
	ReasonAgainstPattern ReasonKind = "AGAINST_PATTERN"
	// ReasonButFor says that by the links of the run itself it would not have failed without the step.
	ReasonButFor ReasonKind = "BUT_FOR"
	// ReasonUnsupported says that it states numbers that nobody gave and no tool returned.
	ReasonUnsupported ReasonKind = "UNSUPPORTED_VALUES"
	// ReasonAssumes says that it assumes, simulates or makes up something.
	ReasonAssumes ReasonKind = "ASSUMES"
	// ReasonEmpty says that what it asked for returned nothing.
	ReasonEmpty ReasonKind = "RETURNED_NOTHING"
	// ReasonUnchecked is the last claim, taken over without a look at a source.
	ReasonUnchecked ReasonKind = "UNCHECKED_CLAIM"
	// ReasonFirstWork is one of the first steps of work, where the way of the run was chosen.
	ReasonFirstWork ReasonKind = "EARLY_WORK"
	// ReasonInstructions are the words with which the run began.
	ReasonInstructions ReasonKind = "FIRST_WORDS"
)

// Answer is the ranking of the steps of a run.
type Answer struct {
	Status Status
	// Note says in a sentence what the ranking rests on, or why there is none.
	Note string
	// Good and Failed are the runs of the same task that the run was compared with, by id.
	Good, Failed []string
	// Steps are ranked by probability; of equal ones the earlier comes first.
	Steps []Step
}

// Step is a decision or an event of the run.
type Step struct {
	// Occurrence is its key.
	Occurrence string
	// Probability is the share of all weight that falls to this step, from 0 to 1. Over labeled runs it
	// was compared with how often the first step is right (docs/failed-runs.md).
	Probability float64
	// Reasons are what points to it, the heaviest first.
	Reasons []Reason
}

// Reason is one thing that points to a step.
type Reason struct {
	Kind ReasonKind
	// Text says it in a sentence.
	Text string
	// Episodes are the ids of the runs that it rests on; empty if the run itself is enough.
	Episodes []string
	// PatternKey is of the pattern that it is about; empty for most.
	PatternKey string
	weight     float64
}

// Siblings are runs of the same task as another.
type Siblings struct {
	// Good succeeded, Failed failed or succeeded in part.
	Good, Failed []episodic.Episode
	// Others are runs of any task; what happened in them says how often a kind of step goes with failure.
	Others []episodic.Episode
	// Against are the steps of the run itself that go against validated patterns.
	Against []Contradiction
}
