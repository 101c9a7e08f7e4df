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
	// On says in which of its states it acts.
	On []bool
	// Relation is CAUSES, ENABLES or PREVENTS; when it is empty, the counts choose.
	Relation episodic.Relation
}

// NoisyFit is the maximum likelihood fit of a noisy mechanism. It is an [inference.Mechanism] with
// the states numbered as in its column.
type NoisyFit struct {
	// Noisy has the influences in the order of the parents.
	inference.Noisy

	// Chosen says for each parent whether the counts chose its relation.
	Chosen []bool
	// Base is the probability of the state when no cause is on, Strengths are the strengths of the
	// parents; their N is the number of rows in which the parent is on.
	Base      Estimate
	Strengths []Estimate
	// N is the number of rows that know the column and all of its parents.
	N int
	// LogLikelihood is the mean log-likelihood of a row under the mechanism, Saturated that under the
	// observed shares.
	LogLikelihood, Saturated float64
	// Rows are the counts of the fit, by the parents that were on.
	Rows []NoisyRow

	// root is the Cholesky factor of the covariance of the base and the strengths.
	root *mat.TriDense
}

// NoisyRow counts the rows of a sample with the same parents on.
type NoisyRow struct {
	On          []bool
	N, Happened int
}

// ErrNotBinary says that the column of a noisy mechanism has more than two states, or that both or
// none of them mean that it happened.
var ErrNotBinary = errors.New("a noisy mechanism needs two states, of which one means that it happened")

// FitNoisy fits the base rate and the strengths by maximum likelihood to the rows that know a
// column and all of its parents, and chooses the relations of parents without one. happened says
// which state of the column means that it happened.
func FitNoisy(s Sample, column int, happened []bool, parents []Parent) (NoisyFit, error) {
	if s.Columns[column].States != 2 || len(happened) != 2 || happened[0] == happened[1] {
		return NoisyFit{}, ErrNotBinary
	}
	l := newLikelihood(s, column, happened, parents)
	l.choose()
	l.maximize()
	f := l.fit()
	f.Reversed = happened[0]
	for _, p := range parents {
		f.Chosen = append(f.Chosen, p.Relation == "")
	}
	return f, nil
}

// Draw draws a mechanism: base and strengths jointly from the normal approximation of their
// posterior, clipped to [0, 1].
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

// within clips a number to [0, 1].
func within(p float64) float64 { return math.Min(1, math.Max(0, p)) }
