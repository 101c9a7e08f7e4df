package estimation

// Unknown is the state of a variable that an episode does not record.
const Unknown int16 = -1

// Column has the states of one variable in all episodes.
type Column struct {
	// States is the number of states of the variable.
	States int
	// Of has the state of each row, or Unknown.
	Of []int16
}

// Sample is a table with a row for each episode and a column for each variable. It is immutable.
type Sample struct {
	Rows    int
	Columns []Column
}

// Graph is a directed acyclic graph over the columns of a sample: the parents of each column.
type Graph struct {
	Parents [][]int
}

// Question asks for P(Target = State | do(Do), Given).
type Question struct {
	Target, State int
	// Do are the states that are set, Given the states that are conditioned on; by column.
	Do, Given map[int]int
}

// Estimate is a probability with its 95 % interval.
type Estimate struct {
	P, Low, High float64
	// Error is the standard error.
	Error float64
	// N is the number of episodes it rests on, Effective the number of independent episodes with the
	// same variance.
	N         int
	Effective float64
	// Method names how the probabilities were combined, see [inference.Method].
	Method string
}

// Among are the cells of some rows.
func (c Column) Among(rows []int) Column {
	out := Column{States: c.States, Of: make([]int16, len(rows))}
	for i, row := range rows {
		out.Of[i] = c.Of[row]
	}
	return out
}
