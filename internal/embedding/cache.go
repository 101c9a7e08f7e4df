package embedding

import (
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
)

// entryBytes is roughly what an entry in memory takes in addition to its vector.
const entryBytes = 160

// vectorCache caches vectors by model and text: the most recently used ones in memory, more of
// them in a file. It may lose any of them and never fails.
type vectorCache struct {
	memory *byteCache[[]float32]
	file   *cacheFile
	onHit  func(hit bool)
}

// cacheKey identifies a text for the model of a fingerprint.
type cacheKey [sha256.Size]byte

func keyOf(fingerprint, text string) (key cacheKey) {
	sum := sha256.New()
	_, _ = io.WriteString(sum, fingerprint+"\n"+text)
	sum.Sum(key[:0])
	return key
}

func newVectorCache(o Options) *vectorCache {
	return &vectorCache{
		memory: newByteCache[[]float32](o.MemoryBytes),
		file:   openCacheFile(o.CachePath, o.CacheBytes, o.Log),
		onHit:  o.OnCache,
	}
}

// find returns the cached vectors, by text, and the texts without one. The vectors are shared and
// must not be changed.
func (c *vectorCache) find(fingerprint string, texts []string) (known map[string][]float32, missing []string) {
	known = map[string][]float32{}
	keys := make(map[string]cacheKey, len(texts))
	var sought []cacheKey
	for _, text := range texts {
		key := keyOf(fingerprint, text)
		keys[text] = key
		if v, ok := c.memory.Get(string(key[:])); ok {
			known[text] = v
		} else {
			sought = append(sought, key)
		}
	}
	found := c.file.find(sought)
	for _, text := range texts {
		key := keys[text]
		_, hit := known[text]
		if v, ok := found[key]; ok {
			known[text], hit = v, true
			c.remember(key, v)
		}
		if !hit {
			missing = append(missing, text)
		}
		c.onHit(hit)
	}
	return known, missing
}

// add stores vectors.
func (c *vectorCache) add(fingerprint string, texts []string, vectors [][]float32) {
	keys := make([]cacheKey, len(texts))
	for i, text := range texts {
		keys[i] = keyOf(fingerprint, text)
		c.remember(keys[i], vectors[i])
	}
	c.file.add(keys, vectors)
}

func (c *vectorCache) remember(key cacheKey, vector []float32) {
	c.memory.Add(string(key[:]), vector, 4*len(vector)+entryBytes)
}

func (c *vectorCache) close() error { return c.file.close() }

// discard logs a failure of the file, which does not affect the answer.
func discard(log *slog.Logger, what, path string, errs ...error) {
	log.Warn(what, "file", path, "error", errors.Join(errs...))
}
