package embedding

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// byteCache remembers what was used last, bounded by bytes rather than by entries. It is
// safe for concurrent use.
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

// newByteCache returns a cache of at most so many bytes; 0 remembers nothing.
func newByteCache[V any](most int) *byteCache[V] {
	c := &byteCache[V]{most: most}
	// The bound by entries is never met: each takes a byte at least.
	c.lru, _ = simplelru.NewLRU(max(most, 1), func(_ string, dropped sized[V]) { c.bytes -= dropped.bytes })
	return c
}

// Get returns what was added under a key and marks it as used.
func (c *byteCache[V]) Get(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.lru.Get(key)
	return entry.value, ok
}

// Add remembers a value that takes so many bytes, and forgets what was used least recently
// for it. A value that is larger than the cache is not kept.
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
