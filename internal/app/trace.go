package app

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/causeway-memory/causeway/internal/otlp"
)

// completeEvery is the pause between looks for traces that are to become episodes.
const completeEvery = time.Second

// receiver takes traces in.
func (a *App) receiver() *otlp.Receiver {
	return &otlp.Receiver{Keeper: a.capture, OnTaken: func(kind string, answer otlp.Answer) {
		a.metrics.ObserveTraces(kind, answer.Stored, answer.Merged, answer.Refused)
	}}
}

// completeTraces makes episodes of traces that ended or fell silent, until ctx ends. The journal says which
// they are, and one service has it, so that no other one does the same. While an engine does not answer, the
// pause grows.
func (a *App) completeTraces(ctx context.Context) {
	pause := backoff.NewExponentialBackOff()
	pause.InitialInterval, pause.MaxInterval = completeEvery, applyLongest
	failing := false
	for wait := completeEvery; sleep(ctx, wait); {
		within, traced := a.tracing.Begin(ctx, "making of episodes of traces")
		looked, err := a.capture.CompleteTraces(within, a.silence)
		traced.End(looked, err)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if !failing {
				a.log.Warn("episodes of traces are behind and are retried", "error", err)
			}
			failing, wait = true, pause.NextBackOff()
			continue
		case failing:
			a.log.Info("episodes of traces are made again")
		}
		failing, wait = false, completeEvery
		pause.Reset()
		if looked > 0 {
			wait = 0
		}
	}
}
