package causal

import (
	"context"
	"maps"
	"slices"
	"sync"
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

// modelKeeper keeps what was learned of the projects that were asked about last. It is safe for
// concurrent use.
type modelKeeper struct {
	mutex    sync.Mutex
	projects map[string]*keptModels
	// asked counts the questions.
	asked uint64
	// mostNumbers is maxKeptNumbers.
	mostNumbers int
}

// keptModels is what is kept of one project. Who has entered it may use all of it but for last
// and cells, which are the keeper's.
type keptModels struct {
	project string
	// turn has room for one: who reads a project lets others wait, and they find it read.
	turn chan struct{}
	view *modelView
	made map[string]*model

	last  uint64
	cells int
}

func newModelKeeper() *modelKeeper {
	return &modelKeeper{projects: map[string]*keptModels{}, mostNumbers: maxKeptNumbers}
}

// of returns what is kept of a project, and lets go what was asked for longest ago.
func (k *modelKeeper) of(project string) *keptModels {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	one, kept := k.projects[project]
	if !kept {
		one = &keptModels{project: project, turn: make(chan struct{}, 1)}
		k.projects[project] = one
	}
	k.asked++
	one.last = k.asked
	k.forget()
	return one
}

// weigh counts how much is kept of a project after a question. What alone is too much is not
// kept; of what was learned that is all but the cells, and what the parents are.
func (k *modelKeeper) weigh(one *keptModels) {
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
			one.view.fits, one.made, numbers = newModelFits(), map[string]*model{}, 0
		}
		cells += numbers
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	one.cells = cells
	k.forget()
}

// forget lets go what was asked for longest ago, until the rest is not too much.
func (k *modelKeeper) forget() {
	for {
		cells := 0
		var oldest *keptModels
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
func (k *keptModels) enter(ctx context.Context) error {
	select {
	case k.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *keptModels) leave() { <-k.turn }

// newerThan reports whether what is kept may be of a later version of the layer: somebody else
// brought it up to date, or it is of another project of that name.
func (k *keptModels) newerThan(d Derivation) bool {
	return k.view != nil && (k.view.derivation.Graph > d.Graph || k.view.derivation.Origin != d.Origin)
}

// keysIn are the keys of a map, sorted.
func keysIn[T any](in map[string]T) []string { return slices.Sorted(maps.Keys(in)) }
