package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/internal/text"
)

// Limits of the cache.
const (
	// maxCachedProjects is the most projects, maxCachedCells the most cells of all of them.
	maxCachedProjects = 8
	maxCachedCells    = 16 << 20
	// maxCachedQuestions is the most models of a project, one per question.
	maxCachedQuestions = 64
	// maxCachedNumbers is the most learned numbers of a project. A table of forty parents at
	// 20,000 episodes takes two million.
	maxCachedNumbers = 6 << 20
)

// modelCache caches the data and models of the most recently used projects. It is safe for
// concurrent use.
type modelCache struct {
	mutex    sync.Mutex
	projects map[string]*cachedModels
	// asked counts the questions.
	asked uint64
	// mostNumbers is maxCachedNumbers.
	mostNumbers int
}

// cachedModels is the cache of one project. Between enter and leave the caller may use all of it
// except last and cells, which the mutex of the modelCache guards.
type cachedModels struct {
	project string
	// turn has room for one: while one question reads a project, others wait and then use what
	// it read.
	turn chan struct{}
	// reader is nil until the first question; made are the models by question.
	reader *reader
	made   map[string]*Model

	last  uint64
	cells int
}

func newModelCache() *modelCache {
	return &modelCache{projects: map[string]*cachedModels{}, mostNumbers: maxCachedNumbers}
}

// of returns the cache of a project, and evicts the least recently used.
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

// update measures the cache of a project after a question. A project that is too large on its own
// is not cached. When only its learned numbers are too many, the cells and the selected parents
// stay.
func (k *modelCache) update(one *cachedModels) {
	cells := 0
	if one.reader != nil {
		cells = one.reader.observed.Cells()
	}
	if cells > maxCachedCells {
		one.reader, one.made, cells = nil, nil, 0
	}
	if one.reader != nil {
		numbers := one.reader.fits.size()
		if numbers > k.mostNumbers {
			one.reader.fits, one.made, numbers = newModelFits(), map[string]*Model{}, 0
		}
		cells += numbers
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	one.cells = cells
	k.evict()
}

// evict drops the least recently used projects until the rest fits.
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
		if len(k.projects) <= 1 || len(k.projects) <= maxCachedProjects && cells <= maxCachedCells {
			return
		}
		delete(k.projects, oldest.project)
	}
}

// enter waits until no other question uses the project.
func (k *cachedModels) enter(ctx context.Context) error {
	select {
	case k.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *cachedModels) leave() { <-k.turn }

// newerThan reports whether the cache may be of a later version of the layer: another question
// brought it up to date, or it is of another project of the same name.
func (k *cachedModels) newerThan(d layer.Derivation) bool {
	return k.reader != nil && (k.reader.derivation.Graph > d.Graph || k.reader.derivation.Origin != d.Origin)
}

// model returns the model of a question, from the cache or learned from the layer at a version. It
// returns errMoved when the layer has another version by now.
func (k *cachedModels) model(ctx context.Context, store layer.Reader, d layer.Derivation, targets, actions []string) (*Model, error) {
	if err := k.follow(ctx, store, d); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%q for %q", text.Sorted(actions), text.Sorted(targets))
	m, made := k.made[key]
	if !made {
		var err error
		if m, err = k.reader.model(ctx, targets, actions); errors.Is(err, errGone) {
			k.reader, err = nil, errMoved
		}
		if err != nil {
			return nil, err
		}
		if len(k.made) >= maxCachedQuestions {
			clear(k.made)
		}
		k.made[key] = m
	}
	return m.at(d), nil
}

// follow brings the cache to a version of the layer. It keeps the cells as far as they are certain
// to be the same.
func (k *cachedModels) follow(ctx context.Context, store layer.Reader, d layer.Derivation) error {
	before := k.reader
	if before != nil && sameLayer(before.derivation, d) && !before.ahead {
		return nil
	}
	k.reader, k.made = nil, map[string]*Model{}
	if before != nil && before.derivation.Origin == d.Origin && before.derivation.Graph < d.Graph {
		next, err := before.follow(ctx, d)
		if err == nil {
			k.reader = next
			return nil
		}
		if !errors.Is(err, errGone) {
			k.reader = before // older than the layer, which it can follow next time
			return err
		}
	}
	k.reader = newReader(store, k.project, d, dataset.Empty())
	return nil
}

// at is the model with the state of the layer at the time of a question.
func (m *Model) at(d layer.Derivation) *Model {
	return &Model{Derivation: d, modelContent: m.modelContent}
}

// keysIn are the keys of a map, sorted.
func keysIn[T any](in map[string]T) []string { return slices.Sorted(maps.Keys(in)) }
