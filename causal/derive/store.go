package derive

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
)

// Store keeps the factor layer: it reads it, and changes it.
//
// Every write of episodes keeps the layer up to date in its own transaction, by [Derive] with
// the ids of those that it changed: which came, went, or have another content.
type Store interface {
	layer.Reader
	Writer
}

// Writer changes the factor layer, in transactions that hold the project's lock.
type Writer interface {
	// ChangeFactors runs work in one transaction that holds the project's lock. It returns
	// ErrProjectNotFound when there is no such project and create is false; now is when a
	// created one was made.
	ChangeFactors(ctx context.Context, project string, create bool, now time.Time, work func(Tx) error) error
	// ListStale returns up to limit projects with episodes whose contribution is to be
	// derived anew, or with statements that are not in the layer, by name.
	ListStale(ctx context.Context, limit int) ([]string, error)
	// RefreshSome derives the contributions of up to limit such episodes of a project anew, in
	// the order of their ids, in one transaction, and returns how many. 0 means that none is left.
	RefreshSome(ctx context.Context, project string, limit int) (int, error)
	// InvalidateLayer removes the whole derived layer of a project in batches, but for what people
	// decided and stated, and marks all its episodes. Cut off, it can be repeated. It returns
	// ErrProjectNotFound.
	InvalidateLayer(ctx context.Context, project string) error
}
