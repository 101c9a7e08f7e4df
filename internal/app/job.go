package app

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/internal/jobs"
)

// observed is the work of a job with a trace of its own, which names the request that asked
// for it: a job may go on when that has long been answered. It is counted when it ends.
func (a *App) observed(kind jobs.Kind, work jobs.Work) jobs.Work {
	return func(ctx context.Context, progress func(done, total int)) (any, error) {
		began := time.Now()
		within, traced := a.tracing.Begin(ctx, "job")
		brought := 0
		report, err := work(within, func(done, total int) {
			brought = done
			progress(done, total)
		})
		traced.End(max(brought, 1), err)
		a.metrics.ObserveJob(string(kind), jobResult(ctx, err), time.Since(began))
		return report, err
	}
}

// jobResult is how a job ended: somebody stopped it, it failed, or it went through.
func jobResult(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return "stopped"
	case err != nil:
		return "failed"
	}
	return "done"
}
