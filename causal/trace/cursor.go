package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/problem"
)

// ReachedKey returns the cursor of a [Reached]; cursors sort like traces.
func ReachedKey(depth int, key string) string { return fmt.Sprintf("%03d %s", depth, key) }

// ReadReachedKey parses a cursor; an empty one sorts before all others. It returns a
// [problem.InvalidError] for a malformed cursor.
func ReadReachedKey(cursor string) (depth int, key string, err error) {
	if cursor == "" {
		return 0, "", nil
	}
	number, key, found := strings.Cut(cursor, " ")
	depth, err = strconv.Atoi(number)
	if !found || err != nil {
		return 0, "", problem.Refuse("after", "%q is not the cursor of a trace", cursor)
	}
	return depth, key, nil
}
