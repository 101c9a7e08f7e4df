package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/engine"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// fileChecker is a graph engine whose file can be checked for damage.
type fileChecker interface {
	CheckFile(ctx context.Context) error
}

var _ fileChecker = (*sqlitestore.Store)(nil)

// checkFile checks the file of an embedded engine for damage while the service runs, because that takes
// the longer the larger it is. The readiness check says what it found.
func (a *App) checkFile(ctx context.Context) {
	file, embedded := a.engines.graph.(fileChecker)
	if !embedded {
		return
	}
	start := time.Now()
	err := file.CheckFile(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		a.log.Error("the file of the memory was checked", "error", err)
	default:
		a.log.Info("the file of the memory was checked and is sound", "took", time.Since(start))
	}
}

// checkFileNow is checkFile for who asked for it.
func (a *App) checkFileNow(ctx context.Context) error {
	if file, embedded := a.engines.graph.(fileChecker); embedded {
		return file.CheckFile(ctx)
	}
	return nil
}

// CheckFile says whether the file of embedded engines is sound. There is no such check with servers and
// before the first start.
func CheckFile(ctx context.Context, cfg config.Config) []engine.Check {
	path := engine.DatabasePath(cfg.Home)
	if _, err := os.Stat(path); cfg.Engines != config.EnginesEmbedded || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := sqlitestore.Inspect(ctx, path); err != nil {
		return []engine.Check{{Name: "file", Level: "fail", Message: err.Error(), Hint: "Restore a copy of the file."}}
	}
	return []engine.Check{{Name: "file", Level: "ok", Message: path + " is sound"}}
}
