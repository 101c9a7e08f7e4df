package sqlitestore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
	"zombiezen.com/go/sqlite"
)

// tx is one transaction on one connection. It is of no use after the function that got it.
type tx struct {
	ctx   context.Context
	store *Store
	conn  *sqlite.Conn
	// changedBefore is how many rows the connection had changed when a write began.
	changedBefore int64
}

// params are the parameters of a statement: texts, numbers, flags, bytes, nil for null, and
// lists and maps, which become JSON for json_each.
type params = map[string]any

// read runs one statement that only reads, and calls each for every row. An error of
// decoding a row ends it.
func (s *Store) read(ctx context.Context, st statement, p params, each func(*row)) error {
	return s.view(ctx, func(t *tx) error { return t.query(st, p, each) })
}

// view runs work that only reads: all its statements see the store at one moment.
func (s *Store) view(ctx context.Context, work func(*tx) error) error {
	return s.viewWithin(ctx, s.options.Timeout, work)
}

// viewWithin is view with another time limit.
func (s *Store) viewWithin(ctx context.Context, limit time.Duration, work func(*tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn, err := s.readers.Take(ctx)
	if err != nil {
		return s.explain(ctx, err)
	}
	defer s.readers.Put(conn)
	t := &tx{ctx: ctx, store: s, conn: conn}
	if err = t.run(beginRead); err == nil {
		err = t.finish(work(t))
	}
	return s.explain(ctx, err)
}

// write runs work in a write transaction: all of it is committed and on disk, or nothing. Writes
// that wait for each other are committed together. Other processes' writers wait for them, and they
// for those. Work may run more than once, each time from the start. A file that a newer program has
// migrated is refused with a [migration.ErrNewer], a call whose fences do not hold with an
// [episodic.ErrOvertaken].
func (s *Store) write(ctx context.Context, work func(*tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	fences := ledger.Fences(ctx)
	err := s.enqueue(ctx, func(t *tx) error {
		if err := t.holdFences(fences); err != nil {
			return err
		}
		return work(t)
	})
	if err != nil {
		s.guard.Note(err)
	}
	return s.explain(ctx, err)
}

// writeAlone runs work in a write transaction that no other write shares.
func (s *Store) writeAlone(ctx context.Context, limit time.Duration, work func(*tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	conn, err := s.writers.Take(ctx)
	if err != nil {
		return s.explain(ctx, err)
	}
	defer s.writers.Put(conn)
	t := &tx{ctx: ctx, store: s, conn: conn}
	if err = t.beginWriting(); err == nil {
		err = t.endWriting(work(t))
	}
	if err != nil {
		s.guard.Note(err)
	}
	return s.explain(ctx, err)
}

// beginWriting begins a transaction that writes.
func (t *tx) beginWriting() error {
	if err := t.store.guard.Trusted(); err != nil {
		return err
	}
	if err := t.beginInTurn(); err != nil {
		return err
	}
	var err error
	if t.changedBefore, err = t.changedRows(); err != nil {
		return t.finish(err)
	}
	return nil
}

// endWriting commits, or takes everything back after a failure. It returns nil only if what was
// committed is in the files that the next start will find.
func (t *tx) endWriting(err error) error {
	var number uint32
	if err == nil {
		number, err = t.numberCommit()
	}
	if err = t.finish(err); err != nil {
		t.store.guard.Note(err) // before another write gets the connection
		return err
	}
	if number == 0 {
		return nil
	}
	if err := t.store.guard.Intact(); err != nil {
		return fmt.Errorf("what was just written may be lost: %w", err)
	}
	t.store.guard.Note(nil)
	t.store.commits.Acknowledge(number)
	t.store.checkpointer.look(t.conn)
	return nil
}

// beginInTurn begins a write when the writers of other processes that wait already have written.
func (t *tx) beginInTurn() error {
	if err := t.store.turn.enter(t.ctx); err != nil {
		return err
	}
	defer t.store.turn.leave()
	return t.run(beginWrite)
}

// finish commits, or takes everything back after a failure.
func (t *tx) finish(err error) error {
	if err == nil {
		err = t.run(commit)
	}
	if err == nil || t.conn.AutocommitEnabled() { // SQLite took it back by itself
		return err
	}
	t.conn.SetInterrupt(nil) // a call that was given up must still be taken back
	return errors.Join(err, t.run(rollback))
}

// The statements that begin and end transactions.
const (
	beginRead  = "BEGIN"
	beginWrite = "BEGIN IMMEDIATE"
	commit     = "COMMIT"
	rollback   = "ROLLBACK"
)

// run runs a statement without parameters or rows.
func (t *tx) run(text string) error {
	stmt, err := t.conn.Prepare(text)
	if err != nil {
		return err
	}
	_, err = stmt.Step()
	return errors.Join(err, stmt.Reset())
}

// query runs a statement and calls each for every row. An error of decoding a row ends it.
func (t *tx) query(st statement, p params, each func(*row)) error {
	start := time.Now()
	err := t.stream(st, p, each)
	t.store.observe(t.ctx, st, start, err)
	return err
}

// exec runs a statement that returns nothing.
func (t *tx) exec(st statement, p params) error { return t.query(st, p, func(*row) {}) }

// execAll runs a statement n times, each with its own parameters, which are observed as
// one. done, unless nil, is called after each.
func (t *tx) execAll(st statement, n int, of func(i int) params, done func(i int)) error {
	if n == 0 {
		return nil
	}
	start := time.Now()
	var err error
	for i := 0; i < n && err == nil; i++ {
		if err = t.stream(st, of(i), func(*row) {}); err == nil && done != nil {
			done(i)
		}
	}
	t.store.observe(t.ctx, st, start, err)
	return err
}

// execRows runs a statement once for each of the rows.
func (t *tx) execRows(st statement, rows []params) error {
	return t.execAll(st, len(rows), func(i int) params { return rows[i] }, nil)
}

func (t *tx) stream(st statement, p params, each func(*row)) (err error) {
	stmt, err := t.conn.Prepare(string(st))
	if err != nil {
		return fmt.Errorf("prepare %s: %w", st.name(), err)
	}
	defer func() {
		if reset := stmt.Reset(); err == nil {
			err = reset
		}
	}()
	if err := bindAll(stmt, p); err != nil {
		return fmt.Errorf("bind %s: %w", st.name(), err)
	}
	r := &row{statement: st.name(), stmt: stmt}
	for {
		found, err := stmt.Step()
		if err != nil || !found {
			return err
		}
		if each(r); r.err != nil {
			return r.err
		}
	}
}

// bindAll binds every parameter of a statement.
func bindAll(stmt *sqlite.Stmt, p params) error {
	n := stmt.BindParamCount()
	for i := 1; i <= n; i++ {
		name := stmt.BindParamName(i)
		value, given := p[name[1:]]
		if !given {
			return fmt.Errorf("no parameter %s", name)
		}
		if err := bind(stmt, i, value); err != nil {
			return fmt.Errorf("parameter %s: %w", name, err)
		}
	}
	return nil
}

func bind(stmt *sqlite.Stmt, i int, value any) error {
	switch v := value.(type) {
	case nil:
		stmt.BindNull(i)
	case string:
		stmt.BindText(i, v)
	case int:
		stmt.BindInt64(i, int64(v))
	case int64:
		stmt.BindInt64(i, v)
	case bool:
		stmt.BindBool(i, v)
	case float64:
		stmt.BindFloat(i, v)
	case []byte:
		stmt.BindBytes(i, v)
	default:
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		stmt.BindText(i, string(text))
	}
	return nil
}

func (s *Store) observe(ctx context.Context, st statement, start time.Time, err error) {
	if s.options.OnStatement != nil {
		s.options.OnStatement(ctx, st.name(), time.Since(start), err)
	}
}
