package scalar

import (
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// refuse returns an [episodic.InvalidError] without a path: where the value stands is
// known to the generated code, which puts it into the path of the error.
func refuse(format string, args ...any) error {
	return &episodic.InvalidError{Problems: []episodic.Problem{{
		Code: episodic.CodeInvalid, Message: fmt.Sprintf(format, args...),
	}}}
}
