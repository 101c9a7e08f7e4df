package app

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/internal/jobs"
)

// observed wraps the work of a job in its own trace, which refers to the request that started it,
// because a job may outlive that request. It counts the job when it ends.
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

// jobResult returns how a job ended: stopped, failed or done.
func jobResult(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil:
		return "stopped"
	case err != nil:
		return "failed"
	}
	return "done"
}
