package embedding

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// flat is the share of the largest eigenvalue below which an eigenvalue is only rounding.
	flat = 1e-13
	// weak is the share below which rounding leaves the directions slightly skewed.
	weak = 1e-6
)

// principal finds the directions, in the space of words, in which the documents differ most:
// randomized subspace iteration (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.3) on the
// word side. It returns the directions as columns and the singular values, largest first; fewer
// than rank if the documents have no more. The result is deterministic: the random numbers have a
// fixed seed, and the number of processors does not matter.
func principal(ctx context.Context, d documents, words, rank int, l learning) (*mat.Dense, []float64, error) {
	wide := min(rank+l.oversampling, words, len(d))
	if wide == 0 {
		return nil, nil, nil
	}
	// Only these two matrices are as large as words times directions.
	q, z := randomDirections(words, wide), &mat.Dense{}
	for range l.rounds {
		if err := d.multiply(ctx, q, z); err != nil {
			return nil, nil, err
		}
		if err := orthonormal(z, q); err != nil {
			return nil, nil, err
		}
	}
	if err := d.multiply(ctx, q, z); err != nil {
		return nil, nil, err
	}
	values, turn, err := eigen(product(q, z))
	if err != nil {
		return nil, nil, err
	}
	kept := min(rank, len(values))
	singular := make([]float64, kept)
	for i := range singular {
		singular[i] = math.Sqrt(values[i])
	}
	z.Reset()
	z.Mul(q, turn.Slice(0, turn.RawMatrix().Rows, 0, kept))
	return z, singular, nil
}

func randomDirections(rows, columns int) *mat.Dense {
	random := rand.New(rand.NewPCG(1, 384))
	values := make([]float64, rows*columns)
	for i := range values {
		values[i] = random.NormFloat64()
	}
	return mat.NewDense(rows, columns, values)
}

// multiply sets z to AᵀAq, one document after the other.
func (d documents) multiply(ctx context.Context, q, z *mat.Dense) error {
	rows, columns := q.Dims()
	z.Reset()
	z.ReuseAs(rows, columns)
	from, to := q.RawMatrix(), z.RawMatrix()
	sum := blas64.Vector{N: columns, Inc: 1, Data: make([]float64, columns)}
	line := func(m blas64.General, word int32) blas64.Vector {
		at := int(word) * m.Stride
		return blas64.Vector{N: columns, Inc: 1, Data: m.Data[at : at+columns]}
	}
	for i, document := range d {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		clear(sum.Data)
		for j, word := range document.words {
			blas64.Axpy(float64(document.weights[j]), line(from, word), sum)
		}
		for j, word := range document.words {
			blas64.Axpy(float64(document.weights[j]), sum, line(to, word))
		}
	}
	return nil
}

// orthonormal sets q to an orthonormal basis of the span of the columns of z, by the eigenvectors
// of zᵀz: this takes the time of a QR decomposition, needs no other matrix of the size of z, and
// drops redundant columns.
func orthonormal(z, q *mat.Dense) error {
	values, turn, err := eigen(product(z, z))
	if err != nil {
		return err
	}
	if len(values) == 0 {
		return errors.New("find the principal directions: the documents have none")
	}
	for j, value := range values {
		scale := 1 / math.Sqrt(value)
		for i := range turn.RawMatrix().Rows {
			turn.Set(i, j, turn.At(i, j)*scale)
		}
	}
	q.Reset()
	q.Mul(z, turn)
	if values[len(values)-1] >= weak*values[0] {
		return nil
	}
	z.Reset()
	z.ReuseAs(q.Dims())
	z.Copy(q)
	return orthonormal(z, q) // recurses once: now the values are nearly equal
}

// product returns aᵀb, which must be symmetric.
func product(a, b *mat.Dense) *mat.SymDense {
	_, n := a.Dims()
	c := mat.NewDense(n, n, nil)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, c.RawMatrix())
	return mat.NewSymDense(n, c.RawMatrix().Data)
}

// eigen returns the eigenvalues that are more than rounding, largest first, and their
// eigenvectors as columns.
func eigen(m *mat.SymDense) ([]float64, *mat.Dense, error) {
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		return nil, nil, fmt.Errorf("find the principal directions: the eigenvalues of a matrix of %d rows do not converge", m.SymmetricDim())
	}
	ascending := e.Values(nil)
	n := len(ascending)
	kept := 0
	for kept < n && ascending[n-1-kept] > flat*ascending[n-1] {
		kept++
	}
	if kept == 0 {
		return nil, nil, nil
	}
	var all mat.Dense
	e.VectorsTo(&all)
	values, vectors := make([]float64, kept), mat.NewDense(n, kept, nil)
	for j := range kept {
		values[j] = ascending[n-1-j]
		for i := range n {
			vectors.Set(i, j, all.At(i, n-1-j))
		}
	}
	return values, vectors, nil
}
