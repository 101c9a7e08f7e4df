package team

import "github.com/causeway-memory/causeway/episodic"

// Variable names a decision that the episodes repeat.
type Variable string

// The decisions.
const (
	// Touches is what a change touches. It bears on the rollout and on how the change ends.
	Touches Variable = "What the change touches"
	// Rollout is how a change goes out.
	Rollout Variable = "How the change goes out"
	// Hour is when it goes out, which bears on nothing.
	Hour Variable = "When the change goes out"
	// Response is what is done when the check after the rollout fails.
	Response Variable = "What to do about the failed check"
)

// Is names the state of a decision in which it takes an option.
func (v Variable) Is(option string) string { return string(v) + "=" + option }

// The options.
const (
	OnlyCode    = "Only code"
	LiveTable   = "A table with live data"
	AllPiers    = "All piers at once"
	OnePier     = "One pier first"
	Morning     = "In the morning"
	Afternoon   = "In the afternoon"
	TakeBack    = "Take the change back"
	RepairThere = "Repair it in place"
	Wait        = "Wait and watch"
)

// Options returns the options of a decision.
func Options(v Variable) []string {
	switch v {
	case Touches:
		return []string{OnlyCode, LiveTable}
	case Rollout:
		return []string{AllPiers, OnePier}
	case Hour:
		return []string{Morning, Afternoon}
	case Response:
		return []string{TakeBack, RepairThere, Wait}
	default:
		return nil
	}
}

// Share is the probability that a decision takes an option, given what the change touches.
func Share(v Variable, option, touches string) float64 {
	table := touches == LiveTable
	switch option {
	case LiveTable:
		return .4
	case OnePier:
		return either(table, .85, .15)
	case Morning:
		return .5
	case TakeBack:
		return .45
	case RepairThere:
		return .35
	case Wait:
		return .2
	default:
		return 1 - Share(v, Options(v)[other(v, option)], touches)
	}
}

// other returns the place of the other of two options.
func other(v Variable, option string) int {
	if Options(v)[0] == option {
		return 1
	}
	return 0
}

// CheckFails is the probability that the check after the rollout fails.
func CheckFails(touches, rollout string) float64 {
	one := rollout == OnePier
	if touches == LiveTable {
		return either(one, .5, .95)
	}
	return either(one, .05, .2)
}

// Fails is the probability that an episode ends in failure after a check that passed (an empty
// response), or after the response to one that failed.
func Fails(response string) float64 {
	switch response {
	case "":
		return .03
	case TakeBack:
		return .25
	case RepairThere:
		return .8
	default:
		return .95
	}
}

// Failure is the probability of a failure when the rollout is set, whatever the change touches.
func Failure(rollout string) float64 {
	total := 0.0
	for _, touches := range Options(Touches) {
		total += Share(Touches, touches, "") * failure(touches, rollout)
	}
	return total
}

// NaiveFailure is the share of failures among the episodes that choose the rollout by themselves: what
// counting shows, and no effect.
func NaiveFailure(rollout string) float64 {
	chosen, failed := 0.0, 0.0
	for _, touches := range Options(Touches) {
		share := Share(Touches, touches, "") * Share(Rollout, rollout, touches)
		chosen += share
		failed += share * failure(touches, rollout)
	}
	return failed / chosen
}

func failure(touches, rollout string) float64 {
	after := 0.0
	for _, response := range Options(Response) {
		after += Share(Response, response, touches) * Fails(response)
	}
	fails := CheckFails(touches, rollout)
	return fails*after + (1-fails)*Fails("")
}

func either(is bool, yes, no float64) float64 {
	if is {
		return yes
	}
	return no
}

func outcome(failed bool) episodic.Outcome {
	if failed {
		return episodic.OutcomeFailure
	}
	return episodic.OutcomeSuccess
}
