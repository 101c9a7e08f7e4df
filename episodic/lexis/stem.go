package lexis

import (
	"strings"
	"sync"

	"github.com/kljensen/snowball/english"
)

// maxStems is how many words are remembered with their stems.
const maxStems = 20_000

// stems are the stems of recent words: texts repeat few words often, and finding a stem takes long.
var stems = &stemMemory{known: map[string]string{}}

// stemMemory remembers stems. It is safe for concurrent use.
type stemMemory struct {
	mu    sync.RWMutex
	known map[string]string
}

// of returns the stem of a word of lower-case letters.
func (m *stemMemory) of(word string) string {
	m.mu.RLock()
	stem, known := m.known[word]
	m.mu.RUnlock()
	if known {
		return stem
	}
	word = strings.Clone(word) // the text that it was cut from may be long
	if stem = english.Stem(word, true); stem == "" {
		stem = word
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= maxStems {
		clear(m.known)
	}
	m.known[word] = stem
	return stem
}
