package scalar

import "github.com/causeway-memory/causeway/internal/problem"

// refuse returns an [problem.InvalidError] without a path: where the value stands is
// known to the generated code, which puts it into the path of the error.
func refuse(format string, args ...any) error {
	return problem.Refuse("", format, args...)
}
