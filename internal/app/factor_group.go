package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/internal/config"
)

// Grouped is the result of grouping the factors of a project by rule.
type Grouped struct {
	Groups []curate.Group
	// Merged is the number of factors that were merged, or whose merge was taken back.
	Merged        int
	Before, After curate.Quality
}

// GroupFactors finds the factors of a project that rules take for one and, if apply is set, merges them.
func GroupFactors(ctx context.Context, cfg config.Config, project string, apply bool, log *slog.Logger) (Grouped, error) {
	return changeGroups(ctx, cfg, project, log, func(ctx context.Context, a *App, out *Grouped) (err error) {
		if out.Groups, err = a.Causes.Curate.Groups(ctx, project); err == nil && apply {
			out.Merged, err = a.Causes.Derive.Group(ctx, project, curate.Merges(out.Groups))
		}
		return err
	})
}

// UngroupFactors takes back every merge that rules made in a project.
func UngroupFactors(ctx context.Context, cfg config.Config, project string, log *slog.Logger) (Grouped, error) {
	return changeGroups(ctx, cfg, project, log, func(ctx context.Context, a *App, out *Grouped) (err error) {
		out.Merged, err = a.Causes.Derive.Ungroup(ctx, project)
		return err
	})
}

// changeGroups reports on the factors before and after a change.
func changeGroups(
	ctx context.Context, cfg config.Config, project string, log *slog.Logger, change func(ctx context.Context, a *App, out *Grouped) error,
) (out Grouped, err error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return out, err
	}
	defer a.Close()
	if out.Before, err = a.Causes.Curate.Quality(ctx, project); err != nil {
		return out, err
	}
	if err := change(ctx, a, &out); err != nil {
		return out, err
	}
	out.After, err = a.Causes.Curate.Quality(ctx, project)
	return out, err
}

// SetNullRate says what validations compare the rates of the patterns of a project with.
func SetNullRate(ctx context.Context, cfg config.Config, project string, rate contribution.NullRate, log *slog.Logger) error {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Causes.Derive.SetNullRate(ctx, project, rate)
}
