package neo4jstore

import (
	"context"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/cypher"
)

// grace is how much longer a call may wait than the server may work, so that the server's
// own message arrives.
const grace = 2 * time.Second

// tx is one transaction. Its work may be repeated from the start.
type tx struct {
	ctx     context.Context
	store   *Store
	managed neo4j.ManagedTransaction
}

// params are the parameters of a statement.
type params = map[string]any

// read runs work in a transaction that only reads.
func (s *Store) read(ctx context.Context, work func(*tx) error) error {
	return s.run(ctx, neo4j.AccessModeRead, work)
}

// write runs work in a transaction: all of it is committed, or nothing.
func (s *Store) write(ctx context.Context, work func(*tx) error) error {
	return s.run(ctx, neo4j.AccessModeWrite, work)
}

func (s *Store) run(ctx context.Context, mode neo4j.AccessMode, work func(*tx) error) error {
	timeout := s.options.Timeout
	if deadline, ok := ctx.Deadline(); ok {
		timeout = min(timeout, time.Until(deadline))
	}
	if timeout <= 0 {
		return s.explain(context.DeadlineExceeded)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout+grace)
	defer cancel()
	session := s.session(ctx, mode)
	defer session.Close(context.WithoutCancel(ctx))
	execute := session.ExecuteRead
	if mode == neo4j.AccessModeWrite {
		execute = session.ExecuteWrite
	}
	_, err := execute(ctx, func(managed neo4j.ManagedTransaction) (any, error) {
		return nil, work(&tx{ctx: ctx, store: s, managed: managed})
	}, neo4j.WithTxTimeout(timeout), neo4j.WithTxMetadata(s.metadata(ctx)))
	return s.explain(err)
}

func (s *Store) session(ctx context.Context, mode neo4j.AccessMode) neo4j.SessionWithContext {
	return s.driver.NewSession(ctx, neo4j.SessionConfig{
		AccessMode: mode, DatabaseName: s.options.Database, BookmarkManager: s.bookmarks,
	})
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
	if t.store.options.OnStatement != nil {
		t.store.options.OnStatement(statement.Name(), time.Since(start), err)
	}
	return err
}

func (t *tx) stream(statement cypher.Statement, p params, each func(*row)) error {
	result, err := t.managed.Run(t.ctx, string(statement), p)
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

// queryOne runs a read of its own transaction.
func (s *Store) queryOne(ctx context.Context, statement cypher.Statement, p params, each func(*row)) error {
	return s.read(ctx, func(t *tx) error { return t.query(statement, p, each) })
}
