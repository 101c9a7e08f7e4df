package ingest

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// wholeTime is how long a running transaction may continue after the import is canceled.
const wholeTime = 5 * time.Second

// finishing returns a context for one transaction. It outlives the context of the import for a
// moment, so that the report knows what was written.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() != nil {
		return ctx, func() {}
	}
	going, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(wholeTime, cancel) })
	return going, func() { stop(); cancel() }
}

// ends reports whether later writes would fail too.
func ends(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, episodic.ErrUnavailable) || errors.Is(err, episodic.ErrOvertaken)
}
