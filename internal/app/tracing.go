package app

import (
	"context"
	"log/slog"
	"os"

	"github.com/causeway-memory/causeway/internal/telemetry"
)

// startTracing sets up tracing as the environment says, nil for none. The function it returns
// sends the remaining spans.
func startTracing(ctx context.Context, log *slog.Logger) (*telemetry.Tracing, func(), error) {
	tracing, err := telemetry.Start(ctx, telemetry.Options{Version: Version(), Environment: os.Getenv, Log: log})
	if err != nil {
		return nil, nil, err
	}
	return tracing, func() {
		// A collector that is down must not delay the exit for long.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
		defer cancel()
		if err := tracing.Shutdown(last); err != nil {
			log.Warn("some traces were not sent", "error", err)
		}
	}, nil
}
