package sqlitestore

import (
	"context"
	"errors"
	"sync"

	"zombiezen.com/go/sqlite"
)

var errClosed = errors.New("the store is closed")

// pool hands out connections to one file, to one caller each. Connections are opened when
// they are first needed.
type pool struct {
	open func(context.Context) (*sqlite.Conn, error)
	// free holds idle connections; nil stands for one that was not opened yet.
	free   chan *sqlite.Conn
	closed chan struct{}
	once   sync.Once
}

func newPool(size int, open func(context.Context) (*sqlite.Conn, error)) *pool {
	p := &pool{open: open, free: make(chan *sqlite.Conn, size), closed: make(chan struct{})}
	for range size {
		p.free <- nil
	}
	return p
}

// take waits for a connection. What runs on it is interrupted when the context ends.
func (p *pool) take(ctx context.Context) (*sqlite.Conn, error) { return p.takeUnless(ctx, nil) }

// takeUnless is take, but returns nil as soon as done has a value, which it leaves there.
func (p *pool) takeUnless(ctx context.Context, done chan error) (*sqlite.Conn, error) {
	select {
	case <-p.closed:
		return nil, errClosed
	default:
	}
	select {
	case conn := <-p.free:
		return p.prepare(ctx, conn)
	case err := <-done:
		done <- err
		return nil, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.closed:
		return nil, errClosed
	}
}

func (p *pool) prepare(ctx context.Context, conn *sqlite.Conn) (_ *sqlite.Conn, err error) {
	if conn == nil {
		if conn, err = p.open(ctx); err != nil {
			p.free <- nil
			return nil, err
		}
	}
	conn.SetInterrupt(ctx.Done())
	return conn, nil
}

// put gives a connection back.
func (p *pool) put(conn *sqlite.Conn) {
	conn.SetInterrupt(nil)
	p.free <- conn
}

// close waits for the connections that are in use, and closes all.
func (p *pool) close() error {
	var failed error
	p.once.Do(func() {
		close(p.closed)
		for range cap(p.free) {
			if conn := <-p.free; conn != nil {
				failed = errors.Join(failed, conn.Close())
			}
		}
	})
	return failed
}
