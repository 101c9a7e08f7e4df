package patterns

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/text"
)

// KeyOf returns the key of the pattern with a name. Names that differ only in case, spaces, hyphens
// or underscores have the same key.
func KeyOf(name string) string {
	sum := sha256.Sum256([]byte("pattern\x00" + foldName(name)))
	return hex.EncodeToString(sum[:8])
}

// foldName returns the form of a name by which names are compared.
func foldName(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' })
	return strings.Join(parts, " ")
}

// Watched returns the keys of the actions of the pattern's matches as they are stated, before
// merges of factors.
func (p Pattern) Watched() []string {
	var out []string
	for _, m := range p.Matches {
		out = append(out, m.Action().Key())
	}
	return text.Sorted(out)
}
