package sqlitestore

const (
	// codedAtOnce is how many vectors are handed over at once, and codedAhead how many times as many may wait.
	codedAtOnce = 512
	codedAhead  = 8
)

// vectorCoder makes codes of vectors beside the reading of further ones, which takes about as long.
type vectorCoder struct {
	set *vectorSet
	// some are vectors that wait to be handed over, one after the other.
	some   []float32
	handed chan []float32
	done   chan struct{}
}

// newCoder begins to make codes for a set, which nobody else may use before [vectorCoder.end].
func newCoder(s *vectorSet) *vectorCoder {
	c := &vectorCoder{set: s, handed: make(chan []float32, codedAhead), done: make(chan struct{})}
	go func() {
		defer close(c.done)
		for some := range c.handed {
			for from := 0; from < len(some); from += s.dimension {
				s.codes.Add(some[from : from+s.dimension])
			}
		}
	}()
	return c
}

// add makes a code of a vector, after those that came before. It keeps a copy.
func (c *vectorCoder) add(vector []float32) {
	c.some = append(c.some, vector...)
	if len(c.some) >= codedAtOnce*c.set.dimension {
		c.hand(c.some)
		c.some = make([]float32, 0, len(c.some))
	}
}

// hand hands vectors over, which the caller leaves alone from then on.
func (c *vectorCoder) hand(some []float32) {
	if len(some) > 0 {
		c.handed <- some
	}
}

// end waits until the set has the codes of all.
func (c *vectorCoder) end() {
	c.hand(c.some)
	close(c.handed)
	<-c.done
}
