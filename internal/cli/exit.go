package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/causeway-memory/causeway/internal/app"
)

// The exit codes. Scripts rely on them, so a code never changes its meaning.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	// exitRefused means that an import refused some files, or the service refused a request.
	exitRefused = 3
	// exitNothing means that the answer was empty.
	exitNothing = 4
	// exitUnreachable means that no service answers, or an engine behind it does not.
	exitUnreachable = 5
)

// exitMeanings describes the exit codes for the help.
func exitMeanings() string {
	return "Exit codes: 0 done, for a question answered; 1 failure; 2 the command line or a setting is wrong;\n" +
		"3 refused, files by an import or a request by the service; 4 answered, and nothing was found;\n" +
		"5 no service runs or answers, or an engine behind it does not: try again later."
}

var (
	// errRefused makes Main return exitRefused; the report was already printed.
	errRefused = errors.New("some files were refused")
	// errNothing makes Main return exitNothing; the answer was already printed.
	errNothing = errors.New("nothing was found")
)

// usageError makes Main return exitUsage.
type usageError struct{ error }

// unreachableError means that nothing answers at an address.
type unreachableError struct{ error }

// exit prints an error unless it was printed already, and returns the exit code.
func exit(err error, w io.Writer) int {
	var usage usageError
	var unreachable unreachableError
	var service *serviceError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errRefused):
		return exitRefused
	case errors.Is(err, errNothing):
		return exitNothing
	case errors.As(err, &usage):
		fmt.Fprintf(w, "causeway: %v\nRun `causeway --help` for the commands and flags.\n", err)
		return exitUsage
	}
	fmt.Fprintf(w, "causeway: %v\n", err)
	switch {
	case errors.As(err, &service):
		return service.exit()
	case errors.As(err, &unreachable), errors.Is(err, app.ErrNotRunning):
		return exitUnreachable
	default:
		return exitFailure
	}
}
