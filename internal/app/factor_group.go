package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/internal/config"
)

// SetNullRate says what validations compare the rates of the patterns of a project with.
func SetNullRate(ctx context.Context, cfg config.Config, project string, rate contribution.NullRate, log *slog.Logger) error {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Causes.Derive.SetNullRate(ctx, project, rate)
}
