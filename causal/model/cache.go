package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

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

// cachedModels is what is kept of one project.
type cachedModels struct {
	project string
	// reader is nil until the first question; made are the models by question.
	reader *reader
	made   map[string]*Model
}

// weigh measures what is kept after a question, in cells. A project that is too large on its own is not kept. When only its
// learned numbers are too many, the cells and the selected parents stay.
func (k *cachedModels) weigh(mostNumbers int) int {
	if k.reader == nil {
		return 0
	}
	cells := k.reader.observed.Cells()
	if cells > maxCachedCells {
		k.reader, k.made = nil, nil
		return 0
	}
	numbers := k.reader.fits.size()
	if numbers > mostNumbers {
		k.reader.fits, k.made, numbers = newModelFits(), map[string]*Model{}, 0
	}
	return cells + numbers
}

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
