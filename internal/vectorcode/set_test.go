package vectorcode_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/vectorcode"
)

type found struct {
	place      int
	similarity float64
}

// ranked puts the best first.
func ranked(all []found) []found {
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), cmp.Compare(a.place, b.place))
	})
	return all
}

// search returns the best by their bytes, and how many were offered.
func search(s *vectorcode.Set, question []float32, keep int, wanted func(int) bool) (best []found, offered int) {
	s.Search(question, keep, wanted, func(place int, similarity float64) float64 {
		offered++
		best = ranked(append(best, found{place, similarity}))
		if best = best[:min(len(best), keep)]; len(best) < keep {
			return math.Inf(-1)
		}
		return best[keep-1].similarity
	})
	return best, offered
}

// exact returns the best of all vectors.
func exact(vectors [][]float32, question []float32, keep int, wanted func(int) bool) []found {
	var all []found
	for place, v := range vectors {
		if wanted(place) {
			all = append(all, found{place, dot(v, question)})
		}
	}
	return ranked(all)[:min(keep, len(all))]
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func unit(v []float32) []float32 {
	scale := float32(1 / math.Sqrt(dot(v, v)))
	for i := range v {
		v[i] *= scale
	}
	return v
}

// gaussian returns a vector of which each number has the deviation that of says.
func gaussian(random *rand.Rand, dimension int, of func(i int) float64) []float32 {
	v := make([]float32, dimension)
	for i := range v {
		v[i] = float32(random.NormFloat64() * of(i))
	}
	return v
}

func even(int) float64 { return 1 }

// near returns a vector that differs from another by so much.
func near(random *rand.Rand, to []float32, distance float64) []float32 {
	v := unit(gaussian(random, len(to), even))
	for i := range v {
		v[i] = v[i]*float32(distance) + to[i]
	}
	return unit(v)
}

// kinds are vectors of several kinds: drawn by the function that each returns.
func kinds() map[string]func(*rand.Rand, int) func() []float32 {
	return map[string]func(*rand.Rand, int) func() []float32{
		"uniform": func(random *rand.Rand, dimension int) func() []float32 {
			return func() []float32 { return unit(gaussian(random, dimension, even)) }
		},
		"clusters": func(random *rand.Rand, dimension int) func() []float32 {
			centers := make([][]float32, 40)
			for i := range centers {
				centers[i] = unit(gaussian(random, dimension, even))
			}
			return func() []float32 { return near(random, centers[random.IntN(len(centers))], .7) }
		},
		"dense clusters": func(random *rand.Rand, dimension int) func() []float32 {
			centers := make([][]float32, 10)
			for i := range centers {
				centers[i] = unit(gaussian(random, dimension, even))
			}
			return func() []float32 { return near(random, centers[random.IntN(len(centers))], .2) }
		},
		"few directions": func(random *rand.Rand, dimension int) func() []float32 {
			return func() []float32 {
				v := gaussian(random, dimension, func(i int) float64 { return 1 / math.Sqrt(1+float64(i)) })
				v[0] += 2
				return unit(v)
			}
		},
		"few numbers": func(random *rand.Rand, dimension int) func() []float32 {
			return func() []float32 {
				v := make([]float32, dimension)
				for range 3 {
					v[random.IntN(min(dimension, 40))] += random.Float32() + .1
				}
				return unit(v)
			}
		},
	}
}

// flat draws some vectors and puts them one after the other.
func flat(n int, next func() []float32) (out []float32) {
	for range n {
		out = append(out, next()...)
	}
	return out
}

// nearestAmong counts how many of the nearest are among the candidates. What is as similar as the last of them is as good an answer.
func nearestAmong(candidates []found, vectors [][]float32, question []float32, keep int) int {
	least := exact(vectors, question, keep, everything)[keep-1].similarity
	good := 0
	for _, f := range candidates {
		if dot(vectors[f.place], question) >= least-1e-6 {
			good++
		}
	}
	return min(good, keep)
}

func everything(int) bool { return true }

func TestSet_Search_findsTheNearest(t *testing.T) {
	const vectors, questions, keep = 3_000, 25, 10
	most := map[string]float64{"uniform": .7, "clusters": .05, "dense clusters": .15, "few directions": .12, "few numbers": .05}
	for kind, draw := range kinds() {
		for _, dimension := range []int{100, 384, 768} {
			random := rand.New(rand.NewPCG(11, uint64(dimension)))
			next := draw(random, dimension)
			s, all := vectorcode.NewSet(dimension, flat(600, next)), make([][]float32, vectors)
			for i := range all {
				all[i] = next()
				s.Add(all[i])
			}
			right, offered := 0, 0
			for range questions {
				question := next()
				best, n := search(s, question, keep+keep/4+16, everything)
				offered += n
				right += nearestAmong(best, all, question, keep)
			}
			if recall := float64(right) / (questions * keep); recall < .99 {
				t.Errorf("%s of %d numbers: %.3f of the nearest are candidates", kind, dimension, recall)
			}
			if share := float64(offered) / (questions * vectors); dimension > 100 && share > most[kind] {
				t.Errorf("%s of %d numbers: %.2f of all are compared by their bytes", kind, dimension, share)
			}
		}
	}
}

func TestSet_Search_ofSome(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 1))
	s := vectorcode.NewSet(64, nil)
	var all [][]float32
	for range 500 {
		all = append(all, unit(gaussian(random, 64, even)))
		s.Add(all[len(all)-1])
	}
	for _, every := range []int{1, 7, 100, 1000} {
		wanted := func(place int) bool { return place%every == every/2 }
		question := unit(gaussian(random, 64, even))
		best, _ := search(s, question, 20, wanted)
		want := exact(all, question, 5, wanted)
		for _, f := range best {
			if !wanted(f.place) {
				t.Errorf("one of %d: place %d was not asked for", every, f.place)
			}
			if got := dot(all[f.place], question); math.Abs(got-f.similarity) > .01 {
				t.Errorf("place %d has similarity %v by its bytes, %v by its numbers", f.place, f.similarity, got)
			}
		}
		for _, f := range want {
			if !slices.ContainsFunc(best, func(b found) bool { return b.place == f.place }) {
				t.Errorf("one of %d: place %d is missing", every, f.place)
			}
		}
	}
}

// TestSet_Search_unlikeItsCenters adds vectors of one kind to a set whose centers are those of another: as when the texts of a project
// change. The nearest are found all the same.
func TestSet_Search_unlikeItsCenters(t *testing.T) {
	const dimension, vectors, questions, keep = 256, 2_000, 10, 10
	for from, like := range kinds() {
		for of, draw := range kinds() {
			random := rand.New(rand.NewPCG(16, 1))
			s, all, next := vectorcode.NewSet(dimension, flat(600, like(random, dimension))), make([][]float32, vectors), draw(random, dimension)
			for i := range all {
				all[i] = next()
				s.Add(all[i])
			}
			right := 0
			for range questions {
				question := next()
				best, _ := search(s, question, keep+keep/4+16, nil)
				right += nearestAmong(best, all, question, keep)
			}
			if right < questions*keep*99/100 {
				t.Errorf("%s by centers of %s: %d of the nearest %d are candidates", of, from, right, questions*keep)
			}
		}
	}
}

// TestSet_Search_ofMany searches so many that the best are estimated from some of them, all and under filters, of which one leaves
// hardly any.
func TestSet_Search_ofMany(t *testing.T) {
	const vectors, questions, keep = 200_000, 5, 10
	random := rand.New(rand.NewPCG(15, 1))
	next := kinds()["clusters"](random, 64)
	s, all := vectorcode.NewSet(64, flat(600, next)), make([][]float32, vectors)
	s.Grow(vectors)
	for i := range all {
		all[i] = next()
		s.Add(all[i])
	}
	for _, every := range []int{1, 7, 20_000} {
		wanted := func(place int) bool { return place%every == every/2 }
		right, offered := 0, 0
		for range questions {
			question := next()
			best, n := search(s, question, keep+keep/4+16, wanted)
			offered += n
			for _, f := range exact(all, question, keep, wanted) {
				if slices.ContainsFunc(best, func(b found) bool { return b.place == f.place }) {
					right++
				}
			}
		}
		if right < questions*keep*98/100 {
			t.Errorf("one of %d: %d of the nearest %d are candidates", every, right, questions*keep)
		}
		if every < 100 && offered > questions*vectors/every/4 {
			t.Errorf("one of %d: %d of %d are compared by their bytes", every, offered, questions*vectors/every)
		}
	}
}

// After moves and removals a set answers as one that never had anything else.
func TestSet_MoveAndTruncate(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 1))
	changed, fresh := vectorcode.NewSet(96, nil), vectorcode.NewSet(96, nil)
	changed.Grow(300)
	left := 0
	for i := range 300 {
		v := unit(gaussian(random, 96, even))
		changed.Add(v)
		if i%3 == 1 {
			fresh.Add(v)
		}
	}
	for i := range 300 {
		if i%3 == 1 {
			changed.Move(left, i)
			left++
		}
	}
	changed.Truncate(left)
	if changed.Len() != 100 || fresh.Len() != 100 {
		t.Fatalf("there are %d and %d vectors", changed.Len(), fresh.Len())
	}
	v := unit(gaussian(random, 96, even))
	changed.Add(v)
	fresh.Add(v)
	for range 20 {
		question := unit(gaussian(random, 96, even))
		got, _ := search(changed, question, 8, everything)
		want, _ := search(fresh, question, 8, everything)
		if !slices.Equal(got, want) {
			t.Errorf("found %v, want %v", got, want)
		}
	}
}

func TestSet_Bytes(t *testing.T) {
	s := vectorcode.NewSet(384, nil)
	s.Grow(1_000)
	if got := s.Bytes(); got < 460_000 || got > 550_000 {
		t.Errorf("1,000 vectors of 384 numbers take %d bytes, want 460 each and some room", got)
	}
	if best, offered := search(s, append(make([]float32, 383), 1), 3, everything); len(best) != 0 || offered != 0 {
		t.Errorf("an empty set has %v", best)
	}
}
