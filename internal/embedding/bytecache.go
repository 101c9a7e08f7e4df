package embedding

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// byteCache is an LRU cache bounded by bytes instead of entries. It is safe for concurrent use.
type byteCache[V any] struct {
	mu    sync.Mutex
	most  int
	bytes int
	lru   *simplelru.LRU[string, sized[V]]
}

type sized[V any] struct {
	value V
	bytes int
}

// newByteCache returns a cache of at most most bytes; 0 caches nothing.
func newByteCache[V any](most int) *byteCache[V] {
	c := &byteCache[V]{most: most}
	// The bound on entries is never reached, because each takes at least one byte.
	c.lru, _ = simplelru.NewLRU(max(most, 1), func(_ string, dropped sized[V]) { c.bytes -= dropped.bytes })
	return c
}

// Get returns the value of a key and marks it as used.
func (c *byteCache[V]) Get(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.lru.Get(key)
	return entry.value, ok
}

// Add stores a value that takes the given number of bytes, and evicts the least recently used
// ones. A value larger than the cache is not stored.
func (c *byteCache[V]) Add(key string, value V, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(key)
	if bytes > c.most {
		return
	}
	c.bytes += bytes
	c.lru.Add(key, sized[V]{value, bytes})
	for c.bytes > c.most {
		c.lru.RemoveOldest()
	}
}
