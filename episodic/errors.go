package episodic

import (
	"context"
	"errors"
	"fmt"
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
