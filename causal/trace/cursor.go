package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/problem"
)

// ReachedKey is the cursor of a Reached: the order of cursors is that of traces.
func ReachedKey(depth int, key string) string { return fmt.Sprintf("%03d %s", depth, key) }

// ReadReachedKey reads a cursor; an empty one is before every other. It returns an
// [problem.InvalidError] for what is none.
func ReadReachedKey(cursor string) (depth int, key string, err error) {
	if cursor == "" {
		return 0, "", nil
	}
	number, key, found := strings.Cut(cursor, " ")
	depth, err = strconv.Atoi(number)
	if !found || err != nil {
		return 0, "", &problem.InvalidError{Problems: []problem.Problem{{
			Path: "after", Code: problem.CodeInvalid, Message: fmt.Sprintf("%q is not the cursor of a trace", cursor),
		}}}
	}
	return depth, key, nil
}
