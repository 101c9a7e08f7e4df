package recent

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Projects keeps a value for each of a few projects. It is safe for concurrent use.
type Projects[V any] struct {
	most, heaviest int
	empty          func(project string) V

	mutex sync.Mutex
	kept  map[string]*held[V]
	// asked counts the questions.
	asked uint64
}

// held is what is kept of one project. The mutex guards last and weight, the turn guards the value.
type held[V any] struct {
	project string
	// turn has room for one.
	turn   chan struct{}
	value  V
	last   uint64
	weight int
}

// New returns an empty one for at most so many projects, which together weigh at most heaviest; the one asked about last is kept
// whatever it weighs. empty makes the value of a project of which nothing is kept.
func New[V any](most, heaviest int, empty func(project string) V) *Projects[V] {
	return &Projects[V]{most: most, heaviest: heaviest, empty: empty, kept: map[string]*held[V]{}}
}

// Enter waits until no other caller uses what is kept of a project, and returns it. The caller may use and change it until it calls
// leave, which it must, with what the value weighs by then. Enter returns the error of the context if that ends first.
func (p *Projects[V]) Enter(ctx context.Context, project string) (value *V, leave func(weight int), err error) {
	h := p.of(project)
	select {
	case h.turn <- struct{}{}:
		return &h.value, func(weight int) {
			p.weigh(h, weight)
			<-h.turn
		}, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// Kept returns the projects of which something is kept, in order.
func (p *Projects[V]) Kept() []string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Sorted(maps.Keys(p.kept))
}

func (p *Projects[V]) of(project string) *held[V] {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	h, known := p.kept[project]
	if !known {
		h = &held[V]{project: project, turn: make(chan struct{}, 1), value: p.empty(project)}
		p.kept[project] = h
	}
	p.asked++
	h.last = p.asked
	p.evict()
	return h
}

func (p *Projects[V]) weigh(h *held[V], weight int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	h.weight = weight
	p.evict()
}

// evict lets go of what was asked about longest ago until the rest fits. Who uses it meanwhile goes on with it.
func (p *Projects[V]) evict() {
	for {
		weight := 0
		var oldest *held[V]
		for _, h := range p.kept {
			weight += h.weight
			if oldest == nil || h.last < oldest.last {
				oldest = h
			}
		}
		if len(p.kept) <= 1 || len(p.kept) <= p.most && weight <= p.heaviest {
			return
		}
		delete(p.kept, oldest.project)
	}
}
