package corpus

import "math/rand/v2"

// Pair are the two ends of a question for a path.
type Pair struct {
	From, To string
	// Hops is the length of the shortest path; 0 when it is not known beforehand.
	Hops int
}

// NearPairs returns n pairs whose ends are a few links apart, half of them in two episodes.
func (c *Corpus) NearPairs(n int) []Pair {
	var out []Pair
	r := random(c.size, 10)
	for len(out) < n {
		of := r.IntN(c.size)
		if _, saga := inSaga(of); saga {
			continue
		}
		to := eventKey(of, 3+r.IntN(3))
		from, ok := earlier(of)
		if !ok || len(out)%2 == 0 {
			from = eventKey(of, 1)
		}
		out = append(out, Pair{From: from, To: to})
	}
	return out
}

// FarPairs returns n pairs whose ends are SagaHops links apart, fewer different ones when
// there are not so many sagas.
func (c *Corpus) FarPairs(n int) []Pair {
	sagas := (c.size + SagaEvery - SagaLength) / SagaEvery
	if sagas == 0 {
		return nil
	}
	out := make([]Pair, n)
	for i, saga := range random(c.size, 11).Perm(max(n, sagas))[:n] {
		first := saga % sagas * SagaEvery
		out[i] = Pair{From: eventKey(first, 1), To: eventKey(first+SagaLength-1, SagaEvents), Hops: SagaHops}
	}
	return out
}

// Questions returns n questions of six to twelve words, as frequent as in the texts.
func (c *Corpus) Questions(n int) []string {
	out := make([]string, n)
	r := random(c.size, 12)
	for i := range out {
		w := &writer{r: r, words: c.vocabulary}
		w.zipf = rand.NewZipf(r, 1.1, 4, uint64(len(c.vocabulary)-1))
		out[i] = w.text(6, 12)
	}
	return out
}

// IDs returns the ids of n episodes picked at random.
func (c *Corpus) IDs(n int) []string {
	out := make([]string, n)
	r := random(c.size, 13)
	for i := range out {
		out[i] = ID(r.IntN(c.size))
	}
	return out
}
