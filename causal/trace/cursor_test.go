package trace_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/internal/problem"
)

func TestReachedKey(t *testing.T) {
	inOrder := []string{trace.ReachedKey(1, "b/e1"), trace.ReachedKey(2, "a/e1"), trace.ReachedKey(2, "b/e1"), trace.ReachedKey(10, "a/e1"), trace.ReachedKey(100, "a/e1")}
	if !slices.IsSorted(inOrder) {
		t.Errorf("cursors are not in the order of traces: %q", inOrder)
	}
	depth, key, err := trace.ReadReachedKey(inOrder[3])
	if depth != 10 || key != "a/e1" || err != nil {
		t.Errorf("%q is read as %d, %q, %v", inOrder[3], depth, key, err)
	}
	if depth, key, err := trace.ReadReachedKey(""); depth != 0 || key != "" || err != nil {
		t.Errorf("no cursor is read as %d, %q, %v", depth, key, err)
	}
	for _, bad := range []string{"a/e1", "one a/e1", "001"} {
		if _, _, err := trace.ReadReachedKey(bad); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("%q is taken: %v", bad, err)
		}
	}
}
