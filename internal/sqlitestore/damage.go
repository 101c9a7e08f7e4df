package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"zombiezen.com/go/sqlite"
)

//go:embed sql/migration/find_damage.sql
var findDamage statement

// checkTime is the time limit of a check of the whole file.
const checkTime = time.Hour

// CheckFile reads the whole file and returns an error that says what is damaged, if anything is;
// [Store.Ready] returns the same from then on. It waits for no writer, and none waits for it. Open has
// checked a file already that was not closed in order. Of an error without damage, such as the end of
// the context, nothing follows.
func (s *Store) CheckFile(ctx context.Context) error {
	err := s.viewWithin(ctx, checkTime, (*tx).findDamage)
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultOK:
		return nil
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		err = silent(fmt.Errorf("%s is damaged; restore a copy of it: %w", s.options.Path, err))
		s.damage.Store(&err)
		return err
	default:
		return fmt.Errorf("check %s for damage: %w", s.options.Path, err)
	}
}

// known returns the damage that CheckFile found, nil if none.
func (s *Store) known() error {
	if damage := s.damage.Load(); damage != nil {
		return *damage
	}
	return nil
}

// Inspect looks for damage in the file of a store that need not be open, and changes nothing. Of a
// file that was not closed in order, or that another process uses, it reads what the journal adds.
func Inspect(ctx context.Context, path string) error {
	s := &Store{options: Options{Path: path}}
	var parameters []string
	if !s.journaled() {
		parameters = []string{"immutable=1"} // otherwise SQLite would make a journal
	}
	conn, err := checksumvfs.Open(path, sqlite.OpenReadOnly, parameters...)
	if err != nil {
		return s.refuse(err)
	}
	conn.SetInterrupt(ctx.Done())
	err = (&tx{ctx: ctx, store: s, conn: conn}).findDamage()
	if err = errors.Join(err, conn.Close()); err != nil {
		return s.refuse(err)
	}
	return nil
}

// findDamage returns an error when a table is damaged.
func (t *tx) findDamage() error {
	var damage string
	if err := t.query(findDamage, nil, func(r *row) { damage = r.text("damage") }); err != nil {
		return err
	}
	if damage != "" {
		return fmt.Errorf("%w: %s", sqlite.ResultCorrupt.ToError(), damage)
	}
	return nil
}
