package resolvers

import (
	"context"

	"github.com/causeway-memory/causeway/graph/level"
)

// Loader lets the tests of package resolvers_test see a loader.
type Loader = loader[int, string]

// NewLoader returns a loader over read.
func NewLoader(e *level.Execution, read func(context.Context, []int) (map[int]string, error)) *Loader {
	return newLoader(e, read)
}

// Load asks for a key and waits for its value.
func Load(ctx context.Context, l *Loader, key int) (string, bool, error) { return l.load(ctx, key) }

// Prime remembers a value.
func Prime(l *Loader, key int, value string) { l.prime(key, value) }

// Prefetch asks for keys and waits for none.
func Prefetch(ctx context.Context, l *Loader, keys ...int) { l.prefetch(ctx, keys) }
