package episodic

import "sync"

// projectSet gathers the names of projects; the zero value is ready.
type projectSet struct {
	mu    sync.Mutex
	names map[string]bool
}

func (p *projectSet) add(names ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.names == nil {
		p.names = map[string]bool{}
	}
	for _, name := range names {
		p.names[name] = true
	}
}

// first adds a name and reports whether it is new.
func (p *projectSet) first(name string) bool {
	p.mu.Lock()
	known := p.names[name]
	p.mu.Unlock()
	p.add(name)
	return !known
}

// take returns the names gathered and forgets them.
func (p *projectSet) take() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.names
	p.names = nil
	return taken
}
