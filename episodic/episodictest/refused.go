package episodictest

import (
	"errors"
	"testing"

	"github.com/causeway-memory/causeway/internal/problem"
)

// Refused returns "path code" for each problem of a [problem.InvalidError].
func Refused(t *testing.T, err error) []string {
	t.Helper()
	var invalid *problem.InvalidError
	if !errors.As(err, &invalid) || !errors.Is(err, problem.ErrInvalid) {
		t.Fatalf("got %v, want an InvalidError", err)
	}
	var out []string
	for _, p := range invalid.Problems {
		out = append(out, p.Path+" "+p.Code)
	}
	return out
}
