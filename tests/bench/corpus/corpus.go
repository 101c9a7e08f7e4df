package corpus

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The shape of sagas: of each SagaEvery episodes the first SagaLength are chained end to
// end, with SagaEvents events each, to a shortest path of SagaHops links.
const (
	SagaEvery  = 50
	SagaLength = 7
	SagaEvents = 9
	SagaHops   = SagaLength*(SagaEvents-1) + SagaLength - 1
)

// seed makes the random numbers the same everywhere.
const seed = 20260503

// Corpus is a row of made-up episodes. It is safe for concurrent use.
type Corpus struct {
	size       int
	vocabulary []string
}

// New returns a Corpus of size episodes.
func New(size int) *Corpus { return &Corpus{size: size, vocabulary: vocabulary()} }

// Size is how many episodes there are.
func (c *Corpus) Size() int { return c.size }

// ID returns the id of episode n, counted from 0.
func ID(n int) string { return fmt.Sprintf("episode-%06d", n) }

// eventKey returns the key of an event of episode n, counted from 1.
func eventKey(n, event int) string { return fmt.Sprintf("%s/e%03d", ID(n), event) }

// inSaga tells whether episode n belongs to a saga, and its place in it.
func inSaga(n int) (place int, ok bool) { return n % SagaEvery, n%SagaEvery < SagaLength }

// random returns the random numbers of episode n; part keeps its uses apart.
func random(n int, part uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed+part, uint64(n)))
}

// Episode returns episode n, counted from 0.
func (c *Corpus) Episode(n int) episodic.Episode {
	w := &writer{r: random(n, 0), n: n, words: c.vocabulary}
	w.zipf = rand.NewZipf(w.r, 1.1, 4, uint64(len(c.vocabulary)-1))
	return w.episode()
}

// Document returns episode n as the JSON of a file, as its writer would leave it.
func (c *Corpus) Document(n int) ([]byte, error) {
	b, err := json.Marshal(c.Episode(n))
	if err != nil {
		return nil, fmt.Errorf("write episode %d: %w", n, err)
	}
	return b, nil
}

// eventCount is how many events episode n has: ten on average, SagaEvents in a saga.
func eventCount(n int) int {
	if _, ok := inSaga(n); ok {
		return SagaEvents
	}
	return 6 + random(n, 1).IntN(9)
}

// startedAt spreads the episodes over the time, in their order, an hour or so apart.
func startedAt(n int) time.Time {
	begin := time.Date(2024, 1, 1, 8, 0, 0, 0, time.UTC)
	return begin.Add(time.Duration(n)*53*time.Minute + time.Duration(random(n, 2).IntN(3000))*time.Second)
}

// earlier returns the event of an earlier episode that episode n follows from, if any.
// Most are recent; sagas are left alone, so that nothing shortens them.
func earlier(n int) (key string, ok bool) {
	r := random(n, 3)
	if n == 0 || r.Float64() > .7 {
		return "", false
	}
	back := 1 + int(min(r.ExpFloat64()*40, float64(n-1)))
	from := n - back
	if _, saga := inSaga(from); saga && r.IntN(2) == 0 {
		return "", false
	}
	return eventKey(from, 1+r.IntN(eventCount(from))), true
}
