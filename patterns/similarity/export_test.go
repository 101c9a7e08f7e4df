package similarity

import (
	"github.com/causeway-memory/causeway/patterns"
)

// Compare says how alike two patterns are.
func Compare(p, q patterns.Pattern) Alike { return outlineOf(p).compare(outlineOf(q)) }
