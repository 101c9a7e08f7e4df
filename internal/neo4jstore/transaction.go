package neo4jstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/allowance"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// grace is how much longer a call may wait than the server may work, so that the server's
// own message arrives.
const grace = 2 * time.Second

// tx is one transaction. Its work may be repeated from the start.
type tx struct {
	ctx   context.Context
	store *Store
	// run sends a statement.
	run func(text string, p params) (neo4j.ResultWithContext, error)
}

// params are the parameters of a statement.
type params = map[string]any

// mostTorn is how often a read starts over that met a node being removed.
const mostTorn = 50

// read runs a statement that only reads and returns its decoded rows. It starts over when
// another writer removed a node between its being found and its properties being read: the
// row then has null where nothing may be null, or the server does not find the node.
func read[T any](ctx context.Context, s *Store, statement cypher.Statement, p params, decode func(*row) T) ([]T, error) {
	for try := 1; ; try++ {
		var out []T
		records, err := s.records(ctx, statement, p)
		if err == nil {
			out, err = decoded(statement, records, decode)
		}
		torn := errors.Is(err, errTorn) || errors.Is(err, episodic.ErrConflict)
		if !torn || try == mostTorn {
			return out, err
		}
	}
}

// readOne is read for a statement that returns one row or none; found says which.
func readOne[T any](ctx context.Context, s *Store, statement cypher.Statement, p params, decode func(*row) T) (one T, found bool, err error) {
	all, err := read(ctx, s, statement, p, decode)
	if err != nil || len(all) == 0 {
		return one, false, err
	}
	return all[0], true, nil
}

// keyed is a row that belongs to a key.
type keyed[T any] struct {
	key   string
	value T
}

// decoded decodes rows up to the first that cannot be.
func decoded[T any](statement cypher.Statement, records []*neo4j.Record, decode func(*row) T) ([]T, error) {
	var out []T
	for _, record := range records {
		r := newRow(statement.Name(), record)
		value := decode(r)
		if *r.err != nil {
			return nil, *r.err
		}
		out = append(out, value)
	}
	return out, nil
}

// records runs a statement that only reads until all its rows have arrived.
func (s *Store) records(ctx context.Context, statement cypher.Statement, p params) ([]*neo4j.Record, error) {
	if err := s.await(ctx); err != nil {
		return nil, err
	}
	defer s.reading.Release(1)
	ctx, timeout, cancel, err := s.bounded(ctx)
	if err != nil {
		return nil, err
	}
	defer cancel()
	start := time.Now()
	settings := []func(*neo4j.TransactionConfig){neo4j.WithTxTimeout(timeout), neo4j.WithTxMetadata(s.metadata(ctx))}
	records, err := s.readOnce(ctx, statement, p, settings)
	if neo4j.IsRetryable(err) {
		records, err = s.readPatiently(ctx, statement, p, settings)
	}
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		err = fmt.Errorf("%w: %w", context.Canceled, err) // the driver does not always say so
	}
	s.observe(ctx, statement, start, err)
	return records, s.explain(err)
}

// await takes a place among the reads.
func (s *Store) await(ctx context.Context) error {
	ctx, _, cancel, err := s.bounded(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	return s.explain(s.reading.Acquire(ctx, 1))
}

// readOnce lets the server open and end the transaction by itself, which takes one round
// trip instead of two. The driver does not repeat it. It ends when whoever counts what is read has enough.
func (s *Store) readOnce(
	ctx context.Context, statement cypher.Statement, p params, settings []func(*neo4j.TransactionConfig),
) ([]*neo4j.Record, error) {
	session := s.session(ctx, neo4j.AccessModeRead)
	defer session.Close(context.WithoutCancel(ctx))
	result, err := session.Run(ctx, string(statement), p, settings...)
	if err != nil {
		return nil, err
	}
	var records []*neo4j.Record
	for result.Next(ctx) {
		record := result.Record()
		if content, ok := record.Get("content"); ok {
			text, _ := content.(string)
			if err := allowance.Take(ctx, len(text)); err != nil {
				return nil, err
			}
		}
		records = append(records, record)
	}
	return records, result.Err()
}

// readPatiently repeats the transaction while another attempt may succeed, for as long as
// the driver tries.
func (s *Store) readPatiently(
	ctx context.Context, statement cypher.Statement, p params, settings []func(*neo4j.TransactionConfig),
) ([]*neo4j.Record, error) {
	result, err := neo4j.ExecuteQuery(ctx, s.driver, string(statement), p, neo4j.EagerResultTransformer,
		neo4j.ExecuteQueryWithReadersRouting(), neo4j.ExecuteQueryWithDatabase(s.options.Database),
		neo4j.ExecuteQueryWithBookmarkManager(s.bookmarks), neo4j.ExecuteQueryWithTransactionConfig(settings...))
	if err != nil {
		return nil, err
	}
	return result.Records, nil
}

// write runs work in a transaction: all of it is committed, or nothing. A graph that a newer
// program has migrated is refused with a [migration.ErrNewer], a call whose fences do not hold with
// an [episodic.ErrOvertaken].
func (s *Store) write(ctx context.Context, work func(*tx) error) error {
	return s.writeAnyway(ctx, func(t *tx) error {
		if err := t.refuseNewer(); err != nil {
			return err
		}
		return work(t)
	})
}

// writeAtOnce runs a write of one statement, which makes the check of [tx.refuseNewer] itself and
// may be repeated. The server opens and ends the transaction by itself, which takes one round trip
// instead of four.
func (s *Store) writeAtOnce(ctx context.Context, statement cypher.Statement, p params) error {
	p, err := s.versioned(p)
	if err != nil {
		return err
	}
	err = s.tryAtOnce(ctx, statement, p)
	if neo4j.IsRetryable(err) {
		return s.writeAnyway(ctx, func(t *tx) error { return t.queryUnlessNewer(statement, p, func(*row) {}) })
	}
	return s.explain(err)
}

// tryAtOnce is writeAtOnce without a repetition.
func (s *Store) tryAtOnce(ctx context.Context, statement cypher.Statement, p params) error {
	ctx, timeout, cancel, err := s.bounded(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	session := s.session(ctx, neo4j.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	run := func(text string, p params) (neo4j.ResultWithContext, error) {
		return session.Run(ctx, text, p, neo4j.WithTxTimeout(timeout), neo4j.WithTxMetadata(s.metadata(ctx)))
	}
	return (&tx{ctx: ctx, store: s, run: run}).queryUnlessNewer(statement, p, func(*row) {})
}

// writeAnyway is write for statements and migrations that make the check themselves.
func (s *Store) writeAnyway(ctx context.Context, work func(*tx) error) error {
	ctx, timeout, cancel, err := s.bounded(ctx)
	if err != nil {
		return err
	}
	defer cancel()
	session := s.session(ctx, neo4j.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	_, err = session.ExecuteWrite(ctx, func(managed neo4j.ManagedTransaction) (any, error) {
		run := func(text string, p params) (neo4j.ResultWithContext, error) { return managed.Run(ctx, text, p) }
		t := &tx{ctx: ctx, store: s, run: run}
		if err := work(t); err != nil {
			return nil, err
		}
		return nil, t.holdFences()
	}, neo4j.WithTxTimeout(timeout), neo4j.WithTxMetadata(s.metadata(ctx)))
	return s.explain(err)
}

func (s *Store) session(ctx context.Context, mode neo4j.AccessMode) neo4j.SessionWithContext {
	return s.driver.NewSession(ctx, neo4j.SessionConfig{
		AccessMode: mode, DatabaseName: s.options.Database, BookmarkManager: s.bookmarks,
	})
}

// bounded returns how long the server may work and a context that ends a little later.
func (s *Store) bounded(ctx context.Context) (context.Context, time.Duration, context.CancelFunc, error) {
	if s.options.Guarded && !s.ahead && !s.migrated.Load() {
		return nil, 0, nil, silent(fmt.Errorf("the schema of neo4j at %s (setting neo4j.uri) has not been checked yet, because it did not answer: %w", s.options.URI, episodic.ErrUnavailable))
	}
	timeout := s.options.Timeout
	if deadline, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(deadline))
	}
	if timeout <= 0 {
		return nil, 0, nil, s.explain(context.DeadlineExceeded)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout+grace)
	return ctx, timeout, cancel, nil
}

func (s *Store) observe(ctx context.Context, statement cypher.Statement, start time.Time, err error) {
	if s.options.OnStatement != nil {
		s.options.OnStatement(ctx, statement.Name(), time.Since(start), err)
	}
}

func (s *Store) metadata(ctx context.Context) map[string]any {
	m := map[string]any{"app": "causeway"}
	if s.options.RequestID != nil {
		m["requestId"] = s.options.RequestID(ctx)
	}
	return m
}

// query runs a statement and calls each for every row. An error of each, or of decoding a
// row, ends it.
func (t *tx) query(statement cypher.Statement, p params, each func(*row)) error {
	start := time.Now()
	err := t.stream(statement, p, each)
	t.store.observe(t.ctx, statement, start, err)
	return err
}

func (t *tx) stream(statement cypher.Statement, p params, each func(*row)) error {
	result, err := t.run(string(statement), p)
	if err != nil {
		return repeatable(err)
	}
	for result.Next(t.ctx) {
		r := newRow(statement.Name(), result.Record())
		if each(r); *r.err != nil {
			return *r.err
		}
	}
	return repeatable(result.Err())
}

// exec runs a statement that returns nothing.
func (t *tx) exec(statement cypher.Statement, p params) error {
	return t.query(statement, p, func(*row) {})
}
