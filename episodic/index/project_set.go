package index

import (
	"sync"
)

// projectSet is a set of project names; the zero value is ready.
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

// take returns the names and clears the set.
func (p *projectSet) take() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.names
	p.names = nil
	return taken
}

// projectVersions remembers a version per project, 0 by default; the zero value is ready.
type projectVersions struct {
	mu       sync.Mutex
	versions map[string]int
}

func (p *projectVersions) differs(project string, version int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.versions[project] != version
}

func (p *projectVersions) set(project string, version int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.versions == nil {
		p.versions = map[string]int{}
	}
	p.versions[project] = version
}
