package model

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/layer"
)

// The most that is kept of what was learned.
const (
	// maxKeptProjects is of how many projects, maxKeptCells how many cells of all together.
	maxKeptProjects = 8
	maxKeptCells    = 16 << 20
	// maxKeptQuestions is of how many questions of a project the models are kept.
	maxKeptQuestions = 64
	// maxKeptNumbers is how many numbers of what was learned of a project are kept; a table of
	// forty parents at 20,000 episodes takes two millions.
	maxKeptNumbers = 6 << 20
)

// modelCache keeps what was learned of the projects that were asked about last. It is safe for
// concurrent use.
type modelCache struct {
	mutex    sync.Mutex
	projects map[string]*cachedModels
	// asked counts the questions.
	asked uint64
	// mostNumbers is maxKeptNumbers.
	mostNumbers int
}

// cachedModels is what is kept of one project. Who has entered it may use all of it but for last
// and cells, which are the keeper's.
type cachedModels struct {
	project string
	// turn has room for one: who reads a project lets others wait, and they find it read.
	turn chan struct{}
	view *modelView
	made map[string]*Model

	last  uint64
	cells int
}

func newModelCache() *modelCache {
	return &modelCache{projects: map[string]*cachedModels{}, mostNumbers: maxKeptNumbers}
}

// of returns what is kept of a project, and lets go what was asked for longest ago.
func (k *modelCache) of(project string) *cachedModels {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	one, kept := k.projects[project]
	if !kept {
		one = &cachedModels{project: project, turn: make(chan struct{}, 1)}
		k.projects[project] = one
	}
	k.asked++
	one.last = k.asked
	k.evict()
	return one
}

// weigh counts how much is kept of a project after a question. What alone is too much is not
// kept; of what was learned that is all but the cells, and what the parents are.
func (k *modelCache) weigh(one *cachedModels) {
	cells := 0
	if one.view != nil {
		cells = one.view.told.cells()
	}
	if cells > maxKeptCells {
		one.view, one.made, cells = nil, nil, 0
	}
	if one.view != nil {
		numbers := one.view.fits.size()
		if numbers > k.mostNumbers {
			one.view.fits, one.made, numbers = newModelFits(), map[string]*Model{}, 0
		}
		cells += numbers
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	one.cells = cells
	k.evict()
}

// evict lets go what was asked for longest ago, until the rest is not too much.
func (k *modelCache) evict() {
	for {
		cells := 0
		var oldest *cachedModels
		for _, one := range k.projects {
			cells += one.cells
			if oldest == nil || one.last < oldest.last {
				oldest = one
			}
		}
		if len(k.projects) <= 1 || len(k.projects) <= maxKeptProjects && cells <= maxKeptCells {
			return
		}
		delete(k.projects, oldest.project)
	}
}

// enter waits until nobody else reads the project.
func (k *cachedModels) enter(ctx context.Context) error {
	select {
	case k.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *cachedModels) leave() { <-k.turn }

// newerThan reports whether what is kept may be of a later version of the layer: somebody else
// brought it up to date, or it is of another project of that name.
func (k *cachedModels) newerThan(d layer.Derivation) bool {
	return k.view != nil && (k.view.derivation.Graph > d.Graph || k.view.derivation.Origin != d.Origin)
}

// keysIn are the keys of a map, sorted.
func keysIn[T any](in map[string]T) []string { return slices.Sorted(maps.Keys(in)) }
