package model

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// modelTries is how often a model is read anew because the layer changed meanwhile. A first
// question reads all episodes several times, after each of which it may have to follow the layer.
const modelTries = 8

// Model returns what a project knows of how the targets come about, and what is done; both are
// names of variables, of which those that the project does not have are left out. It is as new as
// the question: what was learned before is used as long as the layer is the same, and brought up
// to date when it is another one. It returns ErrProjectNotFound, and an error that wraps
// [episodic.ErrConflict] when the layer keeps changing.
func (s *Service) Model(ctx context.Context, project string, targets, actions []string) (*Model, error) {
	d, err := s.factors.GetDerivation(ctx, project)
	if err != nil {
		return nil, fmt.Errorf("learn from project %q: %w", project, err)
	}
	k := s.models.of(project)
	if err := k.enter(ctx); err != nil {
		return nil, fmt.Errorf("learn from project %q: %w", project, err)
	}
	defer func() {
		s.models.weigh(k)
		k.leave()
	}()
	for try := range modelTries {
		if try > 0 || k.newerThan(d) {
			if d, err = s.factors.GetDerivation(ctx, project); err != nil {
				break
			}
		}
		var m *Model
		if m, err = k.model(ctx, s.factors, d, targets, actions); err == nil {
			return m, nil
		}
		if !errors.Is(err, errMoved) {
			break
		}
		err = fmt.Errorf("the layer changes all the time: %w", episodic.ErrConflict)
	}
	return nil, fmt.Errorf("learn from project %q: %w", project, err)
}

// model answers from what is kept, after it was brought up to date with the layer.
func (k *cachedModels) model(ctx context.Context, store layer.Reader, d layer.Derivation, targets, actions []string) (*Model, error) {
	if err := k.bring(ctx, store, d); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%q for %q", text.Sorted(actions), text.Sorted(targets))
	m, made := k.made[key]
	if !made {
		var err error
		if m, err = k.view.build(ctx, targets, actions); errors.Is(err, errGone) {
			k.view, err = nil, errMoved
		}
		if err != nil {
			return nil, err
		}
		if len(k.made) >= maxKeptQuestions {
			clear(k.made)
		}
		k.made[key] = m
	}
	return m.at(d), nil
}

// bring makes the view one of the layer as it is: what was told is kept as far as it can be
// known that it is told still.
func (k *cachedModels) bring(ctx context.Context, store layer.Reader, d layer.Derivation) error {
	before := k.view
	if before != nil && sameLayer(before.derivation, d) && !before.ahead {
		return nil
	}
	k.view, k.made = nil, map[string]*Model{}
	if before != nil && before.derivation.Origin == d.Origin && before.derivation.Graph < d.Graph {
		view, err := before.follow(ctx, d)
		if err == nil {
			k.view = view
			return nil
		}
		if !errors.Is(err, errGone) {
			k.view = before // which is older than the layer, and can follow it the next time
			return err
		}
	}
	k.view = newModelView(store, k.project, d, emptyDataset())
	return nil
}

// follow returns the view of a later version of the layer, for which only what was put since is
// read. It returns errGone when episodes went.
func (v *modelView) follow(ctx context.Context, d layer.Derivation) (*modelView, error) {
	next := newModelView(v.store, v.project, d, v.told)
	if len(v.told.columns) == 0 {
		return next, nil
	}
	// More links than can be read at once are read as far as a question needs them.
	if _, err := next.readLinks(ctx, keysIn(v.links)); err != nil {
		return nil, err
	}
	if v.everything {
		if err := next.readEverything(ctx); err != nil {
			return nil, err
		}
	}
	names := keysIn(v.told.columns)
	if err := next.readVariables(ctx, names); err != nil {
		return nil, err
	}
	if err := next.readRows(ctx, names, v.derivation.Graph); err != nil {
		return nil, err
	}
	return next, nil
}

// at is the model with what the layer says of itself at the moment of a question.
func (m *Model) at(d layer.Derivation) *Model {
	return &Model{Derivation: d, modelContent: m.modelContent}
}
