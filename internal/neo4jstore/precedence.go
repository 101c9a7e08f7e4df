package neo4jstore

import (
	"context"
	"sync"
)

// precedence lets work on a project go before the writes of this process that have not begun. Neo4j gives a
// lock to any of those that wait for it, so that a reader who counts links first might wait for as long as
// others write.
type precedence struct {
	mu sync.Mutex
	by map[string]*first
}

func newPrecedence() *precedence { return &precedence{by: map[string]*first{}} }

// first is the work that goes first on one project.
type first struct {
	running int
	done    chan struct{}
}

// enter announces work; the caller calls leave when it is done.
func (p *precedence) enter(project string) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.by[project]
	if f == nil {
		f = &first{done: make(chan struct{})}
		p.by[project] = f
	}
	f.running++
	return func() { p.leave(project, f) }
}

func (p *precedence) leave(project string, f *first) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.running--; f.running == 0 {
		delete(p.by, project)
		close(f.done)
	}
}

// give waits until the work that was announced is done.
func (p *precedence) give(ctx context.Context, project string) error {
	p.mu.Lock()
	f := p.by[project]
	p.mu.Unlock()
	if f == nil {
		return nil
	}
	select {
	case <-f.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
