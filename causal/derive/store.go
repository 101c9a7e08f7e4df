package derive

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
)

// Store reads and changes the factor layer.
//
// Every write of episodes updates the layer by calling [Derive] with the ids of the episodes that were added,
// removed or changed: in its own transaction, or before anybody reads the layer.
type Store interface {
	layer.Reader
	Writer
}

// Writer changes the factor layer in transactions that hold the project's lock.
type Writer interface {
	// ChangeFactors runs work in one transaction that holds the project's lock. If the project does
	// not exist, it creates it with the creation time now if create is true, and returns
	// ErrProjectNotFound otherwise.
	ChangeFactors(ctx context.Context, project string, create bool, now time.Time, work func(Tx) error) error
	// ListStale returns up to limit projects with stale episodes or with statements that are not in
	// the layer, ordered by name.
	ListStale(ctx context.Context, limit int) ([]string, error)
	// RefreshSome derives up to limit stale episodes of a project, in the order of their ids, in one
	// transaction, and returns how many; 0 means that none is left.
	RefreshSome(ctx context.Context, project string, limit int) (int, error)
	// ListUncounted returns up to limit projects in which something waits for CountUncounted, ordered by
	// name.
	ListUncounted(ctx context.Context, limit int) ([]string, error)
	// CountUncounted derives what was written, in a store that left it for later, and calls
	// [CountUncounted] in one transaction. Reads of the layer do so themselves, as far as they need it.
	CountUncounted(ctx context.Context, project string) error
	// InvalidateLayer removes the derived layer of a project in batches, except the users' decisions
	// and statements, and marks all its episodes. It can be repeated after an interruption. It
	// returns ErrProjectNotFound.
	InvalidateLayer(ctx context.Context, project string) error
}
