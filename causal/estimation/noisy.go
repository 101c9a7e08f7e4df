package estimation

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/mat"
)

// Parent is a parent of a noisy mechanism.
type Parent struct {
	Column int
	// On tells in which of its states it acts.
	On []bool
	// Relation is CAUSES, ENABLES or PREVENTS; when it is empty, the counts choose.
	Relation episodic.Relation
}

// NoisyFit is the noisy mechanism that counts make most likely. It is an
// [inference.Mechanism] with the states numbered as in the column that it was fitted to.
type NoisyFit struct {
	// Noisy has the influences in the order of the parents.
	inference.Noisy

	// Chosen tells of which parents the counts chose the relation.
	Chosen []bool
	// Base is how likely the state is when no cause is on, Strengths those of the parents; their
	// N is the number of rows in which the parent is on.
	Base      Estimate
	Strengths []Estimate
	// N is how many rows tell the column and all of its parents.
	N int
	// LogLikelihood is that of a row under the mechanism, Saturated that under the counted shares.
	LogLikelihood, Saturated float64
	// Rows are the counts that it was fitted to, by what was on.
	Rows []NoisyRow

	// root is the Cholesky factor of the covariance of the base and the strengths.
	root *mat.TriDense
}

// NoisyRow counts the rows of a sample that agree in which parents are on.
type NoisyRow struct {
	On          []bool
	N, Happened int
}

// ErrNotBinary says that a noisy mechanism was asked for of a column that has more than two
// states, or in which both or none of them mean that something happened.
var ErrNotBinary = errors.New("a noisy mechanism needs two states, of which one means that it happened")

// FitNoisy finds the base rate and the strengths that make the rows most likely that tell a
// column and all of its parents, and the relations of those parents that have none. happened
// tells which state of the column means that it happened.
func FitNoisy(s Sample, column int, happened []bool, parents []Parent) (NoisyFit, error) {
	if s.Columns[column].States != 2 || len(happened) != 2 || happened[0] == happened[1] {
		return NoisyFit{}, ErrNotBinary
	}
	l := newLikelihood(s, column, happened, parents)
	l.choose()
	l.maximise()
	f := l.fit()
	f.Reversed = happened[0]
	for _, p := range parents {
		f.Chosen = append(f.Chosen, p.Relation == "")
	}
	return f, nil
}

// Draw returns a mechanism that could be the true one: the base and the strengths drawn together
// from the normal distribution that the counts leave, kept within 0 and 1.
func (f NoisyFit) Draw(random *rand.Rand) inference.Mechanism {
	n := len(f.Noisy.Influences) + 1
	step := mat.NewVecDense(n, nil)
	for i := range n {
		step.SetVec(i, random.NormFloat64())
	}
	step.MulVec(f.root, step)
	drawn := f.Noisy
	drawn.Base = within(drawn.Base + step.AtVec(0))
	drawn.Influences = slices.Clone(drawn.Influences)
	for i := range drawn.Influences {
		drawn.Influences[i].Weight = within(drawn.Influences[i].Weight + step.AtVec(i+1))
	}
	return drawn
}

// within puts a number into [0, 1].
func within(p float64) float64 { return math.Min(1, math.Max(0, p)) }
