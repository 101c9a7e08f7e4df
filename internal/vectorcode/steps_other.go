//go:build !amd64

package vectorcode

// steps writes to out, for each vector of the signs, how many steps the question's numbers at its positive signs are together.
func (q *question) steps(out []int32, signs []uint64) { q.plainSteps(out, signs) }
