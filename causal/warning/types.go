package warning

import "iter"

// Rule says what was counted.
type Rule string

// The rules.
const (
	// RuleKind compares the runs with an action of this kind with those without: in the same task where enough runs tried it, else
	// in all runs of the context.
	RuleKind Rule = "KIND"
	// RuleNewChange is about changes that no good run of the same task made or tried: it compares, over all tasks, the runs with such
	// a change with those without.
	RuleNewChange Rule = "NEW_CHANGE"
)

// Question asks about an action before it is taken.
type Question struct {
	Project string
	Action  Action
	// Task is the text of the task; empty if unknown. Context is what is known beforehand, from variable to state; its variable
	// "task" names the task that several runs try, and goes before the text.
	Task    string
	Context map[string]string
}

// Action is what somebody is about to do. Fields are the same as of [decisive.Act].
type Action struct {
	Call, Kind string
	Changes    bool
}

// Answer says whether to think twice.
type Answer struct {
	// Note says in a sentence what the warning is, or why there is none.
	Note string
	// Findings are the counts of the rules that had something to count, those that warn first.
	Findings []Finding
}

// Warns reports whether any finding warns.
func (a Answer) Warns() bool { return len(a.Findings) > 0 && a.Findings[0].Warns }

// Finding is what a rule counted.
type Finding struct {
	Rule  Rule
	Warns bool
	// Text says it in a sentence.
	Text string
	// With are the runs that did it, Without those that did not.
	With, Without Side
	// Difference is that of the rates of failure, with its 95 % interval (Newcombe 1998) for this moment.
	Difference, Low, High float64
	// EValue says how much likelier the counts are if runs that did it fail more often than if they do not; see
	// [statistics.EValueGreater]. The rule warns from Needed on.
	EValue, Needed float64
}

// Side is one side of a comparison.
type Side struct {
	// Runs counts the runs, Failed those that failed, at all or in part. Runs of unknown outcome are not counted.
	Runs, Failed int
	// Episodes lists the ids of the runs, the failed ones first. It may be asked at any time.
	Episodes iter.Seq[string]
}
