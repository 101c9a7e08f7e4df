package episodic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The errors that broken rules wrap.
var (
	// ErrInvalid means that the input breaks a rule; see [InvalidError] for where.
	ErrInvalid = errors.New("invalid input")
	// ErrTooLarge means that the input is over a configured size.
	ErrTooLarge = errors.New("too large")
)

// The errors that callers tell apart with errors.Is. Adapters wrap them.
var (
	// ErrNotFound means that the named thing is not in the project.
	ErrNotFound = errors.New("not found")
	// ErrProjectNotFound means that nothing was ever recorded under the project's name.
	ErrProjectNotFound = errors.New("project not found")
	// ErrConflict means that another writer changed the same thing at the same time.
	ErrConflict = errors.New("conflict")
	// ErrUnavailable means that an engine does not answer; the call may be repeated later.
	ErrUnavailable = errors.New("engine unavailable")
	// ErrIndexMoved means that another process changed which generations an index has.
	ErrIndexMoved = errors.New("the state of the index has moved on")
	// ErrOldIndex means that the index was made by an earlier version of causeway.
	ErrOldIndex = errors.New("the index was made by an earlier version; a running service builds it anew by itself, `causeway reindex` does it now")
	// ErrModelChanged means that vectors of a fingerprint can no longer be made.
	ErrModelChanged = errors.New("the embedding model has changed")
	// ErrTimeout means that the time limit of a query ran out.
	ErrTimeout = errors.New("time limit exceeded")
)

// The codes of a [Problem], stable for callers.
const (
	CodeInvalid           = "INVALID_INPUT"
	CodeDuplicateID       = "DUPLICATE_ID"
	CodeDanglingReference = "DANGLING_REFERENCE"
	CodeTooLarge          = "TOO_LARGE"
)

// Problem is one broken rule.
type Problem struct {
	// Path leads to the value in the JSON form of the input, like "events[3].caused_by[0]".
	Path string
	// Code is one of the Code constants.
	Code string
	// Message says what is wrong and what would be right.
	Message string
}

// InvalidError lists every rule that an input breaks. It is an [ErrInvalid].
type InvalidError struct {
	Problems []Problem
}

// Error lists the problems, one after the other.
func (e *InvalidError) Error() string {
	lines := make([]string, 0, len(e.Problems))
	for _, p := range e.Problems {
		lines = append(lines, fmt.Sprintf("%s: %s", p.Path, p.Message))
	}
	return strings.Join(lines, "; ")
}

// Is makes errors.Is(err, ErrInvalid) true, and errors.Is(err, ErrTooLarge) when a size is
// among the problems.
func (e *InvalidError) Is(target error) bool {
	return target == ErrInvalid || target == ErrTooLarge && slices.ContainsFunc(e.Problems, func(p Problem) bool {
		return p.Code == CodeTooLarge
	})
}

// ProjectReader finds projects.
type ProjectReader interface {
	// GetProject returns one project. It returns ErrProjectNotFound when there is none.
	GetProject(ctx context.Context, project string) (ProjectInfo, error)
}

// KnownProject returns nil when the project is known, ErrProjectNotFound with its name when
// it is not, and what went wrong when that could not be told.
func KnownProject(ctx context.Context, store ProjectReader, project string) error {
	_, err := store.GetProject(ctx, project)
	if errors.Is(err, ErrProjectNotFound) {
		return fmt.Errorf("project %q: %w", project, ErrProjectNotFound)
	}
	return err
}

// Absent returns ErrProjectNotFound when err is nil or ErrNotFound and the project is
// unknown, else err: it tells an unknown thing from an unknown project.
func Absent(ctx context.Context, store ProjectReader, project string, err error) error {
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if unknown := KnownProject(ctx, store, project); unknown != nil {
		return unknown
	}
	return err
}
