package episodic

import (
	"context"
	"errors"
	"fmt"
)

// Callers distinguish these errors with errors.Is. Adapters wrap them.
var (
	// ErrNotFound means that the project does not contain the named object.
	ErrNotFound = errors.New("not found")
	// ErrProjectNotFound means that nothing was ever recorded in the project.
	ErrProjectNotFound = errors.New("project not found")
	// ErrConflict means that another writer changed the same object at the same time.
	ErrConflict = errors.New("conflict")
	// ErrOvertaken means that somebody else has taken over the call, the job or the work that this
	// write is part of.
	ErrOvertaken = errors.New("another instance, or another call, has taken this work over; nothing more was written")
	// ErrUnavailable means that an engine does not answer; callers may retry later.
	ErrUnavailable = errors.New("engine unavailable")
	// ErrIndexMoved means that another process changed the generations of an index.
	ErrIndexMoved = errors.New("the state of the index has moved on")
	// ErrOldIndex means that an earlier version of causeway built the index.
	ErrOldIndex = errors.New("the index was made by an earlier version; a running service builds it anew by itself, `causeway reindex` does it now")
	// ErrModelChanged means that the model of a fingerprint can no longer make vectors.
	ErrModelChanged = errors.New("the embedding model has changed")
	// ErrTimeout means that a query exceeded its time limit.
	ErrTimeout = errors.New("time limit exceeded")
)

// ProjectReader finds projects.
type ProjectReader interface {
	// GetProject returns one project. It returns ErrProjectNotFound when there is none.
	GetProject(ctx context.Context, project string) (ProjectInfo, error)
}

// KnownProject returns nil if the project exists, ErrProjectNotFound with its name if it does not,
// and the error of the store if the lookup fails.
func KnownProject(ctx context.Context, store ProjectReader, project string) error {
	_, err := store.GetProject(ctx, project)
	if errors.Is(err, ErrProjectNotFound) {
		return fmt.Errorf("project %q: %w", project, ErrProjectNotFound)
	}
	return err
}

// Absent returns ErrProjectNotFound if err is nil or ErrNotFound and the project does not exist;
// otherwise err. It distinguishes a missing object from a missing project.
func Absent(ctx context.Context, store ProjectReader, project string, err error) error {
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if unknown := KnownProject(ctx, store, project); unknown != nil {
		return unknown
	}
	return err
}
