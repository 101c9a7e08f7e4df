package estimation

// Unknown is the state of a variable that an episode does not tell.
const Unknown int16 = -1

// Column is what the episodes tell of one variable.
type Column struct {
	// States is how many states the variable has.
	States int
	// Of has the state of each row, or Unknown.
	Of []int16
}

// Sample is what episodes tell of some variables: a row for each episode, a column for each
// variable. It is not changed once it is made.
type Sample struct {
	Rows    int
	Columns []Column
}

// Graph says which variables of a sample depend directly on which: parents by column. It has no circle.
type Graph struct {
	Parents [][]int
}

// Question asks for P(Target = State | do(Do), Given).
type Question struct {
	Target, State int
	// Do are the states that are set, Given those that are known beforehand; by column.
	Do, Given map[int]int
}

// Estimate is a probability with its 95 % interval.
type Estimate struct {
	P, Low, High float64
	// Error is the standard error.
	Error float64
	// N is how many episodes it rests on, Effective how many independent ones would give the
	// same variance.
	N         int
	Effective float64
	// Method names how the probabilities were combined: see [inference.Method].
	Method string
}
