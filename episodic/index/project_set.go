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

// projectNumbers remembers a number per project, 0 by default; the zero value is ready.
type projectNumbers struct {
	mu      sync.Mutex
	numbers map[string]int
}

// replace sets the number of a project and returns the one before.
func (p *projectNumbers) replace(project string, number int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.numbers[project]
	if p.numbers == nil {
		p.numbers = map[string]int{}
	}
	p.numbers[project] = number
	return before
}

func (p *projectNumbers) differs(project string, number int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.numbers[project] != number
}
