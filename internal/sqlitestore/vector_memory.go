package sqlitestore

import (
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// vectorBytes is how much memory vectors take before those that were not searched for the
	// longest time are forgotten: the codes of some 1,100,000 vectors of 384 numbers. The set that is
	// searched is held whatever its size.
	vectorBytes = 512 << 20
	// exactVectors is how many vectors a set holds as they are. More are held as codes, which take less
	// than a third of the memory, and from here on less time.
	exactVectors = 100_000
	// vectorIdle is how long vectors stay in memory without a search.
	vectorIdle = 10 * time.Minute
)

// vectorKey names the vectors that are compared with each other.
type vectorKey struct {
	episodic.IndexGeneration
	// name is a place in [vectorNames].
	name int
}

// vectorMemory holds the vectors that were searched lately. It is safe for concurrent use.
type vectorMemory struct {
	limit int64
	idle  time.Duration
	// exact is how many vectors a set holds as they are.
	exact int

	mu   sync.Mutex
	sets map[vectorKey]*heldVectors
	// uses counts searches, so that the set that was searched longest ago is known.
	uses int64
}

// heldVectors is a set with what decides how long it is held.
type heldVectors struct {
	*vectorSet
	bytes int64
	used  int64
	timer *time.Timer
}

func newVectorMemory() *vectorMemory {
	return &vectorMemory{limit: vectorBytes, idle: vectorIdle, exact: exactVectors, sets: map[vectorKey]*heldVectors{}}
}

// set returns the set of a key, empty when none is held. It is held from [vectorMemory.keep] on.
func (m *vectorMemory) set(key vectorKey) *vectorSet {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.sets[key]; h != nil {
		return h.vectorSet
	}
	set := &vectorSet{exact: m.exact}
	m.sets[key] = &heldVectors{vectorSet: set, timer: time.AfterFunc(m.idle, func() { m.forgetSet(key, set) })}
	return set
}

// keep notes that a set of so many bytes was searched, and forgets others while all are too
// many.
func (m *vectorMemory) keep(key vectorKey, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.sets[key]
	if h == nil {
		return
	}
	m.uses++
	h.used, h.bytes = m.uses, bytes
	h.timer.Reset(m.idle)
	for m.bytes() > m.limit && len(m.sets) > 1 {
		m.remove(m.oldest())
	}
}

func (m *vectorMemory) bytes() int64 {
	var sum int64
	for _, h := range m.sets {
		sum += h.bytes
	}
	return sum
}

// oldest returns the key of the set that was searched longest ago.
func (m *vectorMemory) oldest() vectorKey {
	var oldest vectorKey
	least := m.uses + 1
	for key, h := range m.sets {
		if h.used < least {
			oldest, least = key, h.used
		}
	}
	return oldest
}

func (m *vectorMemory) remove(key vectorKey) {
	m.sets[key].timer.Stop()
	delete(m.sets, key)
}

// forgetSet forgets a set unless another one has come to its key.
func (m *vectorMemory) forgetSet(key vectorKey, set *vectorSet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if h := m.sets[key]; h != nil && h.vectorSet == set {
		m.remove(key)
	}
}

// forget forgets the sets of some places.
func (m *vectorMemory) forget(which func(episodic.IndexGeneration) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.sets {
		if which(key.IndexGeneration) {
			m.remove(key)
		}
	}
}
