package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/moving"
)

// ExportReport summarizes an export.
type ExportReport = moving.Report

// Export passes the lines of an export from the running engines to write: those of the episodes, see
// [archive.Service.Export], and then those of everything else, see [moving.Export].
func Export(
	ctx context.Context, cfg config.Config, o archive.ExportOptions, write func(line []byte) error, log *slog.Logger,
	progress func(done, total int),
) (ExportReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return ExportReport{}, err
	}
	defer a.Close()
	return a.export(ctx, o, write, progress)
}

func (a *App) export(
	ctx context.Context, o archive.ExportOptions, write func(line []byte) error, progress func(done, total int),
) (report ExportReport, err error) {
	if report.ExportReport, err = a.Episodes.Archive.Export(ctx, o, write, progress); err != nil {
		return report, err
	}
	return report, moving.Export(ctx, a.engines.graph, &report, o.Deleted, write)
}
