package patterns

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/text"
)

// KeyOf returns the key of the pattern of a name: names that differ only in case, spaces, hyphens
// or underscores are the same.
func KeyOf(name string) string {
	sum := sha256.Sum256([]byte("pattern\x00" + foldName(name)))
	return hex.EncodeToString(sum[:8])
}

// foldName is what is compared of a name.
func foldName(name string) string {
	parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return unicode.IsSpace(r) || r == '-' || r == '_' })
	return strings.Join(parts, " ")
}

// Watched returns the keys of the actions by which the pattern is recognised, as they are stated:
// factors that were merged into others are among them.
func (p Pattern) Watched() []string {
	var out []string
	for _, m := range p.Matches {
		out = append(out, m.Action().Key())
	}
	return text.Sorted(out)
}
