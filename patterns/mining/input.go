package mining

// Input is what episodes tell of some variables: a row for each episode whose outcome is known.
// It is not changed.
type Input struct {
	Variables []Variable
	Rows      []Row
	// Causes are the recorded causes of each variable, by their numbers.
	Causes [][]int
}

// Variable is what states are the values of.
type Variable struct {
	States []State
	// Absent is the state of a closed variable in rows that tell none of it; -1 where such rows
	// tell nothing.
	Absent int
	// Text is the number of what the variable is called: equal numbers say that two are one thing
	// under two spellings.
	Text int
}

// State is a state of a variable with what it may be in a candidate.
type State struct {
	// Action says that it is something that is decided. After says that it may be what is done
	// after an error.
	Action, After bool
	// Trigger says that it may be what an action is taken after, Step that it may be a step of a
	// sequence, Error that it is an error.
	Trigger, Step, Error bool
	// Text is the number of what it is called, see [Variable].
	Text int
}

// Row is what one episode tells.
type Row struct {
	Success bool
	Told    []Told
}

// Told is one state that an episode tells; each at most once.
type Told struct {
	Variable, State int
	// Order is when it first occurred; it says nothing unless Timed.
	Order int64
	Timed bool
	// Beforehand says that it was known before anything occurred.
	Beforehand bool
}

// Options are how a search is made.
type Options struct {
	// Support is the least share of the rows in which the action has to be taken after the
	// trigger, Least the least number; the greater of both counts.
	Support float64
	Least   int
	// Alpha is the share of false discoveries that is taken.
	Alpha float64
	// Steps is the most steps of a sequence; below 2 none are looked for.
	Steps int
}

// What a search is bounded by, whatever the input.
const (
	// maxTriggers and maxSteps are the most states that triggers and steps are made of: those
	// told most often.
	maxTriggers = 300
	maxSteps    = 60
	// maxSequences is the most sequences that are looked at, shorter ones first.
	maxSequences = 100_000
	// jaccard is from which share of rows in common on two states are one.
	jaccard = .95
	// adds is by how much a longer candidate has to exceed what it is made of.
	adds = .05
	// before is how many times as often a trigger has to come before the action as after it.
	before = 9
	// well and badly are from which share of successes on, and up to which, options mostly end so.
	well, badly = .6, .4
)

// LeastOf is how many of so many rows have to take the action.
func (o Options) LeastOf(rows int) int {
	share := o.Support * float64(rows)
	n := int(share)
	if float64(n) < share {
		n++
	}
	return max(n, o.Least, 1)
}
