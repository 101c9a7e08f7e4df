package vectorcode

// The sums of products, for tests: as they are added up here, and on any machine.
var (
	Product      = product
	PlainProduct = plainProduct
)

// Steps returns what a question counts of the signs of all vectors of a set: as it is counted here, and on any machine.
func (s *Set) Steps(vector []float32) (here, anywhere []int32) {
	q := s.newQuestion(vector)
	here, anywhere = make([]int32, s.Len()), make([]int32, s.Len())
	q.steps(here, s.signs)
	q.plainSteps(anywhere, s.signs)
	return here, anywhere
}
