package app

import (
	"context"
	"log/slog"
	"os"

	"github.com/causeway-memory/causeway/internal/telemetry"
)

// startTracing returns what makes spans as the environment says, nil for none, and a function
// that sends the last of them.
func startTracing(ctx context.Context, log *slog.Logger) (*telemetry.Tracing, func(), error) {
	tracing, err := telemetry.Start(ctx, telemetry.Options{Version: Version(), Environment: os.Getenv, Log: log})
	if err != nil {
		return nil, nil, err
	}
	return tracing, func() {
		// A collector that is down does not hold up the end for long.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTime)
		defer cancel()
		if err := tracing.Shutdown(last); err != nil {
			log.Warn("some traces were not sent", "error", err)
		}
	}, nil
}
