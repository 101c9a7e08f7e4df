package sqlitestore

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
)

// explain maps what SQLite returns to the errors of the domain; others stay as they are. It
// is the only place that knows the codes of SQLite.
func (s *Store) explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	code := sqlite.ErrCode(err).ToPrimary()
	givenUp := code == sqlite.ResultInterrupt || code == sqlite.ResultBusy || errors.Is(err, ctx.Err())
	switch {
	case givenUp && errors.Is(ctx.Err(), context.Canceled):
		return fmt.Errorf("%w: %w", context.Canceled, err)
	case code == sqlite.ResultBusy:
		return silent(fmt.Errorf("another process holds %s and did not let go in time: %w", s.options.Path, err))
	case givenUp:
		return fmt.Errorf("sqlite did not answer in time: %w: %w", episodic.ErrTimeout, err)
	case code == sqlite.ResultFull:
		return s.unusable(fmt.Errorf("there is no room left for %s; nothing was written: %w", s.options.Path, err))
	case errors.Is(err, sqlitefile.ErrDisplaced):
		return s.unusable(err)
	case errors.Is(err, sqlitefile.ErrClosed), sqlitefile.Reason(err) != "", code == sqlite.ResultNoMem:
		return s.unusable(fmt.Errorf("sqlite cannot use %s: %w", s.options.Path, err))
	default:
		return err
	}
}

// silent names the engine of an error that is an [episodic.ErrUnavailable].
func silent(err error) error { return &episodic.EngineError{Engine: "SQLite", Err: err} }

// unusable is silent with the reason for callers.
func (s *Store) unusable(err error) error {
	return &episodic.EngineError{Engine: "SQLite", Reason: sqlitefile.Reason(err), Err: err}
}

// refuse says why the file cannot be opened as a store.
func (s *Store) refuse(err error) error {
	path := s.options.Path
	switch code := sqlite.ErrCode(err); code.ToPrimary() {
	case sqlite.ResultNotADB:
		return fmt.Errorf("open the store: %s is no SQLite database: %w", path, err)
	case sqlite.ResultCorrupt:
		return fmt.Errorf("open the store: %s is damaged or was cut off: %w", path, err)
	case sqlite.ResultReadOnly, sqlite.ResultCantOpen, sqlite.ResultPerm:
		return fmt.Errorf("open the store: %s cannot be written: %w", path, err)
	case sqlite.ResultBusy:
		return fmt.Errorf("open the store: another process holds %s: %w", path, err)
	case sqlite.ResultFull:
		return fmt.Errorf("open the store: there is no room for %s: %w", path, err)
	default:
		return fmt.Errorf("open the store %s: %w", path, err)
	}
}
