package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/config"
)

// Export passes the lines of an export from the running engines to write; see
// [archive.Service.Export].
func Export(
	ctx context.Context, cfg config.Config, o archive.ExportOptions, write func(line []byte) error, log *slog.Logger,
	progress func(done, total int),
) (archive.ExportReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return archive.ExportReport{}, err
	}
	defer a.Close()
	return a.Episodes.Archive.Export(ctx, o, write, progress)
}
