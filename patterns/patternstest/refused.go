package patternstest

import (
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/problem"
)

// Refused fails the test unless there is exactly one problem, at the path and with the words.
func Refused(t *testing.T, got []problem.Problem, path, words string) {
	t.Helper()
	if len(got) != 1 || got[0].Path != path || !strings.Contains(got[0].Message, words) {
		t.Errorf("got %q, want one problem at %s with %q", got, path, words)
	}
}
