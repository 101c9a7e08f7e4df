package index

import (
	"sync"
)

// keyedMutex is one mutex per key; the zero value is ready. A key that is neither locked nor
// awaited uses no memory.
type keyedMutex struct {
	mu   sync.Mutex
	held map[string]*heldKey
}

type heldKey struct {
	mu    sync.Mutex
	users int
}

func (k *keyedMutex) lock(key string) (unlock func()) {
	k.mu.Lock()
	if k.held == nil {
		k.held = map[string]*heldKey{}
	}
	h := k.held[key]
	if h == nil {
		h = &heldKey{}
		k.held[key] = h
	}
	h.users++
	k.mu.Unlock()
	h.mu.Lock()
	return func() {
		h.mu.Unlock()
		k.mu.Lock()
		defer k.mu.Unlock()
		if h.users--; h.users == 0 {
			delete(k.held, key)
		}
	}
}
