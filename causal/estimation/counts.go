package estimation

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
)

// Counts is how often each state of a column came with each combination of the states of its
// parents, and as such a mechanism: the shares of a combination, with one row's worth of the
// shares over all rows added. So a combination that was never seen has the shares over all. It
// takes the room of what was seen, however many combinations there could be. It is safe for
// concurrent use.
type Counts struct {
	// States is how many states the column has, ParentStates how many each parent has.
	States       int
	ParentStates []int
	// N is how many rows tell the column and all of its parents.
	N int
	// Marginal are the shares over the rows that tell the column, none of them 0.
	Marginal []float64
	// Rows are the combinations that were seen, by their states.
	Rows []CountedRow

	// tree leads from the states of the parents to the row: for each step a number of the next
	// step or, at the last, of the row; 0 leads nowhere.
	tree [][]int32
}

// CountedRow counts the rows of a sample that agree in the parents.
type CountedRow struct {
	Parents []int
	// Of is how often each state came, N how often any.
	Of []int
	N  int
}

// FitTable counts a column by its parents.
func FitTable(s Sample, column int, parents []int) *Counts {
	own := s.Columns[column]
	c := &Counts{States: own.States, Marginal: marginal(own)}
	for _, p := range parents {
		c.ParentStates = append(c.ParentStates, s.Columns[p].States)
	}
	g := s.groups(parents)
	rows := make([]CountedRow, len(g.states))
	for i, states := range g.states {
		rows[i].Of = make([]int, own.States)
		for _, state := range states {
			rows[i].Parents = append(rows[i].Parents, int(state))
		}
	}
	for row, group := range g.of {
		if state := own.Of[row]; group >= 0 && state != Unknown {
			rows[group].Of[state]++
			rows[group].N++
			c.N++
		}
	}
	c.Rows = slices.DeleteFunc(rows, func(r CountedRow) bool { return r.N == 0 })
	c.grow()
	return c
}

// marginal are the shares of the states of a column, with one row's worth of equal shares.
func marginal(c Column) []float64 {
	p := make([]float64, c.States)
	n := 1.0
	for i := range p {
		p[i] = 1 / float64(c.States)
	}
	for _, state := range c.Of {
		if state != Unknown {
			p[state]++
			n++
		}
	}
	for i := range p {
		p[i] /= n
	}
	return p
}

// grow makes the tree of the rows.
func (c *Counts) grow() {
	c.tree = [][]int32{nil}
	if len(c.ParentStates) == 0 {
		return
	}
	c.tree[0] = make([]int32, c.ParentStates[0])
	for number, row := range c.Rows {
		at := int32(0)
		for i, state := range row.Parents {
			if i == len(row.Parents)-1 {
				c.tree[at][state] = int32(number) + 1
				continue
			}
			if c.tree[at][state] == 0 {
				c.tree = append(c.tree, make([]int32, c.ParentStates[i+1]))
				c.tree[at][state] = int32(len(c.tree) - 1) //nolint:gosec // no more than rows times parents
			}
			at = c.tree[at][state]
		}
	}
}

// find returns the number of the row with these states of the parents, -1 when it was not seen.
func (c *Counts) find(parents []int) int {
	if len(c.ParentStates) == 0 {
		return len(c.Rows) - 1
	}
	at := int32(0)
	for _, state := range parents {
		step := c.tree[at]
		if at = step[state]; at == 0 {
			return -1
		}
	}
	return int(at) - 1
}

// Probabilities implements [inference.Mechanism].
func (c *Counts) Probabilities(parents []int, out []float64) {
	c.mean(c.find(parents), out)
}

// mean writes the smoothed shares of a row, or those over all rows when it is -1.
func (c *Counts) mean(row int, out []float64) {
	copy(out, c.Marginal)
	if row < 0 {
		return
	}
	r := c.Rows[row]
	for state, n := range r.Of {
		out[state] = (float64(n) + c.Marginal[state]) / (float64(r.N) + 1)
	}
}

// Pairs implements [inference.Mechanism] with the comonotone coupling of [inference.Table].
func (c *Counts) Pairs(actual, counter []int, out []float64) {
	pairs(c, c.States, actual, counter, out)
}

// pairs couples what a mechanism says of two combinations of parents.
func pairs(m interface{ Probabilities([]int, []float64) }, states int, actual, counter []int, out []float64) {
	p := make([]float64, 2*states)
	m.Probabilities(actual, p[:states])
	m.Probabilities(counter, p[states:])
	inference.Comonotone(p[:states], p[states:], out)
}

// weight is what a row counts for in its Dirichlet distribution, all states together.
func (c *Counts) weight(row int) float64 {
	if row < 0 {
		return 1
	}
	return float64(c.Rows[row].N) + 1
}

// MostFrequent returns the rows, the most frequent first.
func (c *Counts) MostFrequent() []CountedRow {
	rows := slices.Clone(c.Rows)
	slices.SortStableFunc(rows, func(a, b CountedRow) int { return cmp.Compare(b.N, a.N) })
	return rows
}

// Draw returns a mechanism that could be the true one, by the Dirichlet distribution that the
// counts leave. It draws a row when it is asked for and is not safe for concurrent use.
func (c *Counts) Draw(random *rand.Rand) inference.Mechanism {
	return &drawn{Counts: c, random: random, rows: map[int][]float64{}}
}

// drawn is a mechanism with probabilities of which the counts are one possible outcome.
type drawn struct {
	*Counts

	random *rand.Rand
	rows   map[int][]float64
	unseen map[string][]float64
}

// Probabilities implements [inference.Mechanism].
func (d *drawn) Probabilities(parents []int, out []float64) {
	copy(out, d.row(parents))
}

// Pairs implements [inference.Mechanism].
func (d *drawn) Pairs(actual, counter []int, out []float64) {
	pairs(d, d.States, actual, counter, out)
}

// row returns what was drawn for a combination, each one that was never seen for itself.
func (d *drawn) row(parents []int) []float64 {
	at := d.find(parents)
	if at >= 0 {
		if d.rows[at] == nil {
			d.rows[at] = d.draw(at)
		}
		return d.rows[at]
	}
	key := combination(parents)
	if p, ok := d.unseen[key]; ok {
		return p
	}
	if d.unseen == nil {
		d.unseen = map[string][]float64{}
	}
	p := d.draw(-1)
	d.unseen[key] = p
	return p
}

// combination is a key for states.
func combination(states []int) string {
	key := make([]byte, 0, 2*len(states))
	for _, state := range states {
		key = append(key, byte(state), byte(state>>8)) //nolint:gosec // both halves of a state
	}
	return string(key)
}

// draw draws the probabilities of a row.
func (d *drawn) draw(row int) []float64 {
	p := make([]float64, d.States)
	d.mean(row, p)
	sum := 0.0
	for i := range p {
		p[i] = gamma(d.random, p[i]*d.weight(row))
		sum += p[i]
	}
	if sum == 0 { // so rare a state that nothing of it is left in a float
		d.mean(row, p)
		return p
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
