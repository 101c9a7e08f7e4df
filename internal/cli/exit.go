package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/app"
	"github.com/causeway-memory/causeway/internal/auth"
	invalid "github.com/causeway-memory/causeway/internal/problem"
)

// The exit codes. Scripts rely on them, so a code never changes its meaning.
const (
	exitOK      = 0
	exitFailure = 1
	// exitUsage means that the command line, a setting, or a value is wrong, whoever finds out.
	exitUsage = 2
	// exitRefused means that an import refused some files, that the service refused a request, or that
	// validate found something broken.
	exitRefused = 3
	// exitNothing means that the answer was empty, or that what was named is not there.
	exitNothing = 4
	// exitUnreachable means that no service answers, or an engine behind it does not.
	exitUnreachable = 5
)

// exits describes the exit codes, for the help and the page.
func exits() []struct {
	code             int
	means, otherwise string
} {
	return []struct {
		code             int
		means, otherwise string
	}{
		{exitOK, "done", "a question was answered, a write is acknowledged"},
		{exitFailure, "failure", "something went wrong inside, or took too long, or differs from what it should be; the message says what"},
		{exitUsage, "wrong command line", "an unknown command or flag, a wrong setting, or a value that is refused, by the program or by the service"},
		{exitRefused, "refused", "an import refused files, validate found something broken, or the service refused the request: no token, one that may not write, a limit"},
		{exitNothing, "nothing found", "the answer is empty, or there is no such project, episode, factor or pattern"},
		{exitUnreachable, "unreachable", "no service runs or answers, or an engine behind it does not; try again later"},
	}
}

// exitMeanings describes the exit codes for the help.
func exitMeanings() string {
	text := "Exit codes:\n"
	for _, e := range exits() {
		text += fmt.Sprintf("  %d  %-18s  %s\n", e.code, e.means, e.otherwise)
	}
	return text
}

var (
	// errRefused makes Main return exitRefused; the report was already printed.
	errRefused = errors.New("some files were refused")
	// errBroken makes Main return exitRefused; the report was already printed.
	errBroken = errors.New("something is broken")
	// errNothing makes Main return exitNothing; the answer was already printed.
	errNothing = errors.New("nothing was found")
)

// usageError makes Main return exitUsage.
type usageError struct{ error }

// absentError means that what was named is not there.
type absentError struct{ error }

// unreachableError means that nothing answers at an address.
type unreachableError struct{ error }

// exit prints the error of a command unless it was printed already, and returns the exit code.
func exit(err error, cmd *cobra.Command, w io.Writer) int {
	var usage usageError
	var service *serviceError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errRefused), errors.Is(err, errBroken):
		return exitRefused
	case errors.Is(err, errNothing):
		return exitNothing
	case errors.As(err, &usage):
		fmt.Fprintf(w, "causeway: %v\nRun `%s --help` for what it takes.\n", err, cmd.CommandPath())
		return exitUsage
	case errors.As(err, &service):
		fmt.Fprintf(w, "causeway: %s\n", service.told(cmd))
		return service.exit()
	case errors.Is(err, episodic.ErrProjectNotFound):
		fmt.Fprintf(w, "causeway: there is no project %s\n  hint: `causeway projects` lists them; the first episode makes a project\n", projectOf(cmd, err))
		return exitNothing
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(w, "causeway: %s\n", strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted"))
		return exitFailure
	case errors.Is(err, app.ErrNotRunning) && cmd.Flag("url") != nil && !cmd.Flag("url").Hidden:
		fmt.Fprintf(w, "causeway: %v, and --url asks one elsewhere\n", err)
		return exitUnreachable
	}
	fmt.Fprintf(w, "causeway: %v\n", err)
	return exitOf(err)
}

// projectOf returns the project that a command was about, in quotes, or else what the error says.
func projectOf(cmd *cobra.Command, err error) string {
	if flag := cmd.Flag("project"); flag != nil && flag.Value.String() != "" {
		return strconv.Quote(flag.Value.String())
	}
	return "of that name: " + err.Error()
}

// exitOf returns the exit code of an error that is neither about the command line nor of the service.
func exitOf(err error) int {
	var unreachable unreachableError
	var absent absentError
	switch {
	case errors.As(err, &absent), errors.Is(err, episodic.ErrNotFound), errors.Is(err, auth.ErrNoToken):
		return exitNothing
	case errors.Is(err, invalid.ErrInvalid), errors.Is(err, invalid.ErrTooLarge):
		return exitUsage
	case errors.As(err, &unreachable), errors.Is(err, app.ErrNotRunning), errors.Is(err, episodic.ErrUnavailable):
		return exitUnreachable
	default:
		return exitFailure
	}
}
