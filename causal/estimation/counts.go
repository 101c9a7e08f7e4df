package estimation

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
)

// Counts has the number of rows for each state of a column and each combination of the states of its
// parents. As a mechanism it returns the shares of a combination, smoothed by one row's worth of the
// shares of the rows that agree with it in fewer parents, down to the shares over all rows; the most
// informative parent is dropped last. So an unseen combination is taken to be like the most similar
// seen ones, and a needless parent does little harm. It needs memory only for combinations that occur.
// It is safe for concurrent use.
type Counts struct {
	// States is the number of states of the column, ParentStates the number of states of each parent.
	States       int
	ParentStates []int
	// N is the number of rows that know the column and all of its parents.
	N int
	// Rows are the observed combinations of parents, ordered by their states.
	Rows []CountedRow

	// order are the numbers of the parents, the most informative first.
	order []int
	// prefixes are the agreements in the first parents of the order. The empty prefix comes first, and
	// each prefix after the one that it extends by a parent.
	prefixes []prefix
}

// CountedRow counts the rows of a sample with the same states of the parents.
type CountedRow struct {
	Parents []int
	// Of is the count of each state, N their sum.
	Of []int
	N  int
}

// prefix counts the rows with the same states of the first parents.
type prefix struct {
	// up is the prefix without the last parent, or the first one before it with more rows; next
	// are those with one parent more, 0 for none.
	up   int32
	next []int32
	of   []int
	n    int
	mean []float64
}

// FitTable counts a column by its parents.
func FitTable(s Sample, column int, parents []int) *Counts {
	own := s.Columns[column]
	c := &Counts{States: own.States}
	for _, p := range parents {
		c.ParentStates = append(c.ParentStates, s.Columns[p].States)
	}
	c.countRows(own, s.groups(parents))
	c.rank(s, column, parents)
	c.grow(s, own, parents)
	return c
}

// Size is the approximate number of numbers in memory.
func (c *Counts) Size() int {
	const header = 12 // of the slices of a row or a prefix
	size := 0
	for _, r := range c.Rows {
		size += header + len(r.Parents) + len(r.Of)
	}
	for _, p := range c.prefixes {
		size += header + len(p.next) + len(p.of) + len(p.mean)
	}
	return size
}

// countRows counts by all parents.
func (c *Counts) countRows(own Column, g grouping) {
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
}

// rank orders the parents by the information that each adds to the ones before it. Parents that add
// none follow, by the information of each on its own.
func (c *Counts) rank(s Sample, column int, parents []int) {
	left := make([]int, len(parents))
	for i := range left {
		left[i] = i
	}
	var chosen []int
	for greedy := true; len(left) > 1; {
		g := s.groups(chosen)
		gains := make([]float64, len(parents))
		for _, i := range left {
			gains[i], _ = s.gain(column, g, parents[i])
		}
		better := func(a, b int) int {
			if math.Abs(gains[a]-gains[b]) < alike {
				return cmp.Compare(a, b)
			}
			return cmp.Compare(gains[b], gains[a])
		}
		if !greedy {
			slices.SortFunc(left, better)
			break
		}
		best := slices.MinFunc(left, better)
		if gains[best] <= 0 {
			greedy, chosen = false, nil
			continue
		}
		c.order, chosen = append(c.order, best), append(chosen, parents[best])
		left = slices.DeleteFunc(left, func(i int) bool { return i == best })
	}
	c.order = append(c.order, left...)
}

// alike is the difference below which two gains are equal up to rounding.
const alike = 1e-9

// grow makes the prefixes that more than one row shares.
func (c *Counts) grow(s Sample, own Column, parents []int) {
	at := make([]int32, s.Rows) // the prefix of each row, -1 when it goes no further
	c.prefixes = []prefix{{of: make([]int, c.States)}}
	c.tally(own, at, 0)
	for _, i := range c.order {
		column, from := s.Columns[parents[i]], len(c.prefixes)
		for row, p := range at {
			state := column.Of[row]
			if p < 0 || state == Unknown || c.prefixes[p].n < 2 {
				at[row] = -1
				continue
			}
			at[row] = c.after(p, int(state), column.States)
		}
		c.tally(own, at, from)
	}
}

// after returns the prefix with one parent more, and makes it if necessary.
func (c *Counts) after(p int32, state, states int) int32 {
	if c.prefixes[p].next == nil {
		c.prefixes[p].next = make([]int32, states)
	}
	if c.prefixes[p].next[state] == 0 {
		c.prefixes[p].next[state] = int32(len(c.prefixes)) //nolint:gosec // no more than rows times parents
		c.prefixes = append(c.prefixes, prefix{up: p, of: make([]int, c.States)})
	}
	return c.prefixes[p].next[state]
}

// tally counts the rows of the prefixes from a given one on, and smooths them.
func (c *Counts) tally(own Column, at []int32, from int) {
	for row, p := range at {
		if state := own.Of[row]; p >= 0 && state != Unknown {
			c.prefixes[p].of[state]++
			c.prefixes[p].n++
		}
	}
	for i := from; i < len(c.prefixes); i++ {
		p := &c.prefixes[i]
		p.mean = make([]float64, c.States)
		if i > 0 && p.n == c.prefixes[p.up].n {
			// The rows are the same. Smoothing again would count them twice.
			copy(p.mean, c.prefixes[p.up].mean)
			p.up = c.prefixes[p.up].up
			continue
		}
		for state := range p.mean {
			p.mean[state] = (float64(p.of[state]) + c.before(i)[state]) / (float64(p.n) + 1)
		}
	}
}

// before are the shares that smooth a prefix.
func (c *Counts) before(i int) []float64 {
	if i > 0 {
		return c.prefixes[c.prefixes[i].up].mean
	}
	even := make([]float64, c.States)
	for state := range even {
		even[state] = 1 / float64(c.States)
	}
	return even
}

// find returns the longest observed prefix of a combination. seen reports whether it is the whole
// combination or belongs to a single row.
func (c *Counts) find(parents []int) (at int, seen bool) {
	for _, i := range c.order {
		p := c.prefixes[at]
		if p.next == nil {
			return at, p.n == 1
		}
		if p.next[parents[i]] == 0 {
			return at, false
		}
		at = int(p.next[parents[i]])
	}
	return at, true
}

// Probabilities implements [inference.Mechanism].
func (c *Counts) Probabilities(parents []int, out []float64) {
	at, _ := c.find(parents)
	copy(out, c.prefixes[at].mean)
}

// Pairs implements [inference.Mechanism] with the comonotone coupling of [inference.Table].
func (c *Counts) Pairs(actual, counter []int, out []float64) {
	pairs(c, c.States, actual, counter, out)
}

// pairs couples the distributions of a mechanism for two combinations of parents.
func pairs(m interface{ Probabilities([]int, []float64) }, states int, actual, counter []int, out []float64) {
	p := make([]float64, 2*states)
	m.Probabilities(actual, p[:states])
	m.Probabilities(counter, p[states:])
	inference.Comonotone(p[:states], p[states:], out)
}

// MostFrequent returns the rows, the most frequent first.
func (c *Counts) MostFrequent() []CountedRow {
	rows := slices.Clone(c.Rows)
	slices.SortStableFunc(rows, func(a, b CountedRow) int { return cmp.Compare(b.N, a.N) })
	return rows
}

// Draw draws a mechanism from the Dirichlet posterior of the counts. It draws each row on first use
// and is not safe for concurrent use.
func (c *Counts) Draw(random *rand.Rand) inference.Mechanism {
	return &drawn{Counts: c, random: random, prefixes: map[int][]float64{}, unseen: map[string][]float64{}}
}

// drawn is a mechanism drawn from the posterior of counts.
type drawn struct {
	*Counts

	random   *rand.Rand
	prefixes map[int][]float64
	unseen   map[string][]float64
}

// Probabilities implements [inference.Mechanism].
func (d *drawn) Probabilities(parents []int, out []float64) {
	at, seen := d.find(parents)
	if seen {
		copy(out, d.prefix(at))
		return
	}
	key := combination(parents)
	if d.unseen[key] == nil {
		// It is like what is most like it, or like anything.
		if d.random.IntN(2) == 0 {
			at = 0
		}
		d.unseen[key] = d.dirichlet(d.prefix(at))
	}
	copy(out, d.unseen[key])
}

// Pairs implements [inference.Mechanism].
func (d *drawn) Pairs(actual, counter []int, out []float64) {
	pairs(d, d.States, actual, counter, out)
}

// prefix returns the draw for a prefix, given the draw for the one before it.
func (d *drawn) prefix(at int) []float64 {
	if d.prefixes[at] != nil {
		return d.prefixes[at]
	}
	p := d.Counts.prefixes[at]
	weights := d.before(at)
	if at > 0 {
		weights = slices.Clone(d.prefix(int(p.up)))
	}
	for state, n := range p.of {
		weights[state] += float64(n)
	}
	d.prefixes[at] = d.dirichlet(weights)
	return d.prefixes[at]
}

// dirichlet draws from the Dirichlet distribution with some weights.
func (d *drawn) dirichlet(weights []float64) []float64 {
	p, sum := make([]float64, len(weights)), 0.0
	for i, w := range weights {
		if w > 0 {
			p[i] = gamma(d.random, w)
			sum += p[i]
		}
	}
	if sum == 0 { // weights so small that nothing is left of them in a float
		p[slices.Index(weights, slices.Max(weights))], sum = 1, 1
	}
	for i := range p {
		p[i] /= sum
	}
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
