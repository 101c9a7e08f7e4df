package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/workflow"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// CopyOptions say what is copied.
type CopyOptions struct {
	// Project is copied; every project when it is empty.
	Project string
	// From and To are kinds of engines, as in the setting engines.
	From, To string
}

// CopyProgress is called with the current step and its progress.
type CopyProgress func(what string, done, total int)

// Copy copies projects from one set of engines to another, both of the same home folder or
// external, and brings the target's search index up to date. Servers must be running. On an error
// it returns the reports of the projects copied so far.
func Copy(ctx context.Context, cfg config.Config, o CopyOptions, log *slog.Logger, progress CopyProgress) ([]archive.CopyReport, error) {
	from, err := openSide(ctx, cfg, o.From, log, false)
	if err != nil {
		return nil, fmt.Errorf("open the %s engines to copy from: %w", o.From, err)
	}
	defer from.Close()
	to, err := openSide(ctx, cfg, o.To, log, true)
	if err != nil {
		return nil, fmt.Errorf("open the %s engines to copy to: %w", o.To, err)
	}
	defer to.Close()
	names := []string{o.Project}
	if o.Project == "" {
		if names, err = from.projectNames(ctx); err != nil {
			return nil, err
		}
	}
	reports := make([]archive.CopyReport, 0, len(names))
	for _, name := range names {
		report, err := archive.Copy(ctx, from.engines.graph, to.engines.graph, name, func(done, total int) {
			progress("copying "+name, done, total)
		})
		if err != nil && ctx.Err() != nil {
			return reports, fmt.Errorf("%w; run the same command again to continue", err)
		}
		if err == nil {
			err = copyFactors(ctx, from, to, name, report.Equal())
		}
		if err == nil {
			err = catalog.Copy(ctx, from.engines.graph, to.engines.graph, name, time.Now())
		}
		if err == nil {
			err = workflow.Copy(ctx, from.engines.graph, to.engines.graph, name, time.Now())
		}
		if err == nil {
			err = audit.Copy(ctx, from.engines.graph, to.engines.graph, name)
		}
		if err != nil {
			return reports, err
		}
		reports = append(reports, report)
	}
	if err := to.workOff(ctx, progress); err != nil {
		return reports, fmt.Errorf("the episodes are copied and not all are indexed, which `causeway up` makes up for: %w", err)
	}
	return reports, nil
}

// copyFactors copies what people decided about the factors of a project. If the episodes are
// equal on both sides, it checks that the factors are too.
func copyFactors(ctx context.Context, from, to *App, project string, equal bool) error {
	if err := derive.CopyDecisions(ctx, from.engines.graph, to.engines.graph, project, time.Now()); err != nil {
		return err
	}
	if !equal {
		return nil
	}
	if err := from.Causes.Derive.Derive(ctx, project, nil); err != nil {
		return err
	}
	source, err := from.Causes.Derive.Fingerprint(ctx, project)
	if err != nil {
		return err
	}
	target, err := to.Causes.Derive.Fingerprint(ctx, project)
	if err != nil {
		return err
	}
	if source != target {
		return fmt.Errorf("the factors of project %q have the fingerprint %s there and %s here, though the episodes are the same; were there other decisions here? `causeway rebuild` derives them again", project, source, target)
	}
	return nil
}

// openSide opens engines of one kind. It creates an embedded memory only if create is set.
func openSide(ctx context.Context, cfg config.Config, kind string, log *slog.Logger, create bool) (*App, error) {
	cfg.Engines, cfg.EnginesNamed = kind, true
	if kind == config.EnginesEmbedded && !create {
		if _, err := os.Stat(engine.DatabasePath(cfg.Home)); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no embedded memory in %s", cfg.Home)
		}
	}
	cfg, state, err := running(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return Open(ctx, cfg, state, log)
}

// workOff indexes the whole backlog of the target.
func (a *App) workOff(ctx context.Context, progress CopyProgress) error {
	backlog, err := a.engines.graph.CountBacklog(ctx)
	if err != nil {
		return err
	}
	for done := 0; ; {
		round, err := a.Episodes.Index.IndexBacklog(ctx, backlogBatch)
		if err = errors.Join(err, round.Refused); err != nil {
			return err
		}
		if round.Taken == 0 {
			return nil
		}
		done += round.Done
		progress("indexing", done, max(done, backlog.Episodes))
	}
}
