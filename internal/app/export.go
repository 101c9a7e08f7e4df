package app

import (
	"context"
	"log/slog"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/config"
)

// Export calls write with the lines of an export, over the engines that run; see
// [episodic.Service.Export].
func Export(
	ctx context.Context, cfg config.Config, o episodic.ExportOptions, write func(line []byte) error, log *slog.Logger,
	progress func(done, total int),
) (episodic.ExportReport, error) {
	a, err := Connect(ctx, cfg, log)
	if err != nil {
		return episodic.ExportReport{}, err
	}
	defer a.Close()
	return a.Episodes.Export(ctx, o, write, progress)
}
