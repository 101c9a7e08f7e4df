package warning

import "github.com/causeway-memory/causeway/episodic"

// Tally counts runs without a store.
type Tally struct{ tally *tally }

// NewTally returns an empty one.
func NewTally() Tally { return Tally{newTally()} }

// Next returns an empty one that knows the e-values of this one, which takes less time.
func (t Tally) Next() Tally {
	next := newTally()
	next.eValues = t.tally.eValues
	return Tally{next}
}

// Put adds an episode or replaces it; Drop forgets one.
func (t Tally) Put(e episodic.Episode) { t.tally.put(e) }
func (t Tally) Drop(id string)         { t.tally.drop(id) }

// Check answers a question.
func (t Tally) Check(q Question) Answer { return t.tally.check(q) }
