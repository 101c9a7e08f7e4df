package mining

// Input holds the observations of some variables: a row for each episode with a known outcome. Mining
// does not change it.
type Input struct {
	Variables []Variable
	Rows      []Row
	// Causes are the recorded causes of each variable, by number.
	Causes [][]int
}

// Variable has the possible states of one variable.
type Variable struct {
	States []State
	// Absent is the state of a closed variable in rows that record none; -1 if the variable is not
	// closed.
	Absent int
	// Text is the number of the variable's name: variables with equal numbers are the same thing in
	// different spellings.
	Text int
}

// State is a state of a variable and the roles that it may have in a candidate.
type State struct {
	// Action says that it may be an action, After that it may be an action after an error.
	Action, After bool
	// Trigger says that it may be part of a trigger, Step that it may be a step of a sequence, Error
	// that it is an error.
	Trigger, Step, Error bool
	// Text is the number of its name, as in [Variable].
	Text int
}

// Row holds the observations of one episode.
type Row struct {
	Success bool
	Told    []Told
}

// Told is one observed state of an episode; a row has each state at most once.
type Told struct {
	Variable, State int
	// Order is when it first occurred; meaningless unless Timed.
	Order int64
	Timed bool
	// Beforehand says that it was known before anything occurred.
	Beforehand bool
}

// Options configure a search.
type Options struct {
	// Support is the least share of the rows in which the action must be taken after the trigger,
	// Least the least number; the greater of the two counts.
	Support float64
	Least   int
	// Alpha is the accepted false discovery rate.
	Alpha float64
	// Steps is the most steps of a sequence; below 2 no sequences are searched.
	Steps int
}

// Bounds of a search, whatever the input.
const (
	// maxTriggers and maxSteps are the most states used as triggers and as steps: the most frequent.
	maxTriggers = 300
	maxSteps    = 60
	// maxSequences is the most sequences tested, shorter ones first.
	maxSequences = 100_000
	// jaccard is the Jaccard index of their rows above which two states count as the same thing.
	jaccard = .95
	// adds is how much a longer candidate must exceed its parts by.
	adds = .05
	// before is how many times as often a trigger must come before the action as after it.
	before = 9
	// well is the share of successes from which an option mostly ends well, badly the share up to
	// which it mostly ends badly.
	well, badly = .6, .4
)

// LeastOf returns how many of this many rows must take the action.
func (o Options) LeastOf(rows int) int {
	share := o.Support * float64(rows)
	n := int(share)
	if float64(n) < share {
		n++
	}
	return max(n, o.Least, 1)
}
