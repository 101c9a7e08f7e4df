package causal_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

func TestReachedKey(t *testing.T) {
	inOrder := []string{causal.ReachedKey(1, "b/e1"), causal.ReachedKey(2, "a/e1"), causal.ReachedKey(2, "b/e1"), causal.ReachedKey(10, "a/e1"), causal.ReachedKey(100, "a/e1")}
	if !slices.IsSorted(inOrder) {
		t.Errorf("cursors are not in the order of traces: %q", inOrder)
	}
	depth, key, err := causal.ReadReachedKey(inOrder[3])
	if depth != 10 || key != "a/e1" || err != nil {
		t.Errorf("%q is read as %d, %q, %v", inOrder[3], depth, key, err)
	}
	if depth, key, err := causal.ReadReachedKey(""); depth != 0 || key != "" || err != nil {
		t.Errorf("no cursor is read as %d, %q, %v", depth, key, err)
	}
	for _, bad := range []string{"a/e1", "one a/e1", "001"} {
		if _, _, err := causal.ReadReachedKey(bad); !errors.Is(err, episodic.ErrInvalid) {
			t.Errorf("%q is taken: %v", bad, err)
		}
	}
}
