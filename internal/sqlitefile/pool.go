package sqlitefile

import (
	"context"
	"errors"
	"sync"

	"zombiezen.com/go/sqlite"
)

// ErrClosed means that a pool was closed.
var ErrClosed = errors.New("the store is closed")

// Pool hands out connections to one file, to one caller each. Connections are opened when
// they are first needed.
type Pool struct {
	open func(context.Context) (*sqlite.Conn, error)
	// free holds idle connections; nil stands for one that was not opened yet.
	free   chan *sqlite.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPool returns a pool of so many connections, which open opens when they are first needed.
func NewPool(size int, open func(context.Context) (*sqlite.Conn, error)) *Pool {
	p := &Pool{open: open, free: make(chan *sqlite.Conn, size), closed: make(chan struct{})}
	for range size {
		p.free <- nil
	}
	return p
}

// Take waits for a connection. What runs on it is interrupted when the context ends.
func (p *Pool) Take(ctx context.Context) (*sqlite.Conn, error) { return p.TakeUnless(ctx, nil) }

// TakeUnless is Take, but returns nil as soon as done has a value, which it leaves there.
func (p *Pool) TakeUnless(ctx context.Context, done chan error) (*sqlite.Conn, error) {
	select {
	case <-p.closed:
		return nil, ErrClosed
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
		return nil, ErrClosed
	}
}

func (p *Pool) prepare(ctx context.Context, conn *sqlite.Conn) (_ *sqlite.Conn, err error) {
	if conn == nil {
		if conn, err = p.open(ctx); err != nil {
			p.free <- nil
			return nil, err
		}
	}
	conn.SetInterrupt(ctx.Done())
	return conn, nil
}

// Put gives a connection back.
func (p *Pool) Put(conn *sqlite.Conn) {
	conn.SetInterrupt(nil)
	p.free <- conn
}

// Close waits for the connections that are in use, and closes all.
func (p *Pool) Close() error {
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
