package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/config"
)

// Rebuilt is the result of rebuilding the factors of a project.
type Rebuilt struct {
	// Before and After are the fingerprints; they are equal if the graphs are.
	Before, After string
	// Due is how many episodes were missing or stale before. If there were any, the graph may
	// have changed without anything being wrong.
	Due int
	// Episodes is the number of episodes in the rebuilt graph.
	Episodes int
}

// Same reports whether the rebuild left the graph unchanged.
func (r Rebuilt) Same() bool { return r.Before == r.After }

// Rebuild derives the factors of a project again from its episodes, on the running engines.
func Rebuild(ctx context.Context, cfg config.Config, project string, log *slog.Logger, progress func(done, total int)) (Rebuilt, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return Rebuilt{}, err
	}
	defer a.Close()
	before, err := a.Causes.Layer.Derivation(ctx, project)
	if err != nil {
		return Rebuilt{}, err
	}
	out := Rebuilt{Due: before.Underived}
	if out.Before, err = a.Causes.Derive.Fingerprint(ctx, project); err != nil {
		return Rebuilt{}, err
	}
	total := before.Episodes + before.Underived
	if err := a.Causes.Derive.Rebuild(ctx, project, func(done int) { progress(min(done, total), total) }); err != nil {
		return Rebuilt{}, fmt.Errorf("%w; what is left is derived by the running service, or by another rebuild", err)
	}
	after, err := a.Causes.Layer.Derivation(ctx, project)
	if err != nil {
		return Rebuilt{}, err
	}
	out.Episodes = after.Episodes
	out.After, err = a.Causes.Derive.Fingerprint(ctx, project)
	return out, err
}

// Prune reports which links of a project a show rule hides, with at most the given number of
// examples. Unless dry is set, it puts the rule into force.
func Prune(
	ctx context.Context, cfg config.Config, project string, rule link.ShowRule, dry bool, examples int, log *slog.Logger,
) (curate.Pruning, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return curate.Pruning{}, err
	}
	defer a.Close()
	found, err := a.Causes.Curate.Prune(ctx, project, rule, examples)
	if err != nil || dry {
		return found, err
	}
	return found, a.Causes.Derive.SetShown(ctx, project, rule)
}

// ToldOnly finds the events of a project that are told only when they occur.
func ToldOnly(ctx context.Context, cfg config.Config, project string, log *slog.Logger) (curate.ToldOnly, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return curate.ToldOnly{}, err
	}
	defer a.Close()
	return a.Causes.Curate.FindToldOnly(ctx, project)
}
