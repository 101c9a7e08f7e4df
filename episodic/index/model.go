package index

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
)

// maxModels bounds the cache of loaded models; when it is full, it is cleared. The embedder has its
// own cache of the data behind them.
const maxModels = 32

// modelCache caches loaded models by project and fingerprint; the zero value is ready.
type modelCache struct {
	mu     sync.Mutex
	models map[[2]string]episodic.Model
}

func (c *modelCache) get(key [2]string) episodic.Model {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.models[key]
}

func (c *modelCache) put(key [2]string, m episodic.Model) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.models == nil || len(c.models) >= maxModels {
		c.models = map[[2]string]episodic.Model{}
	}
	c.models[key] = m
}

// ErrNoVectors means that a generation can only be searched by words.
var ErrNoVectors = errors.New("the index has no vectors yet")

// Model returns the model of a generation's vectors. It returns ErrNoVectors if the generation has
// none, and an error that wraps ErrUnavailable or ErrModelChanged if the model cannot be loaded
// now.
func (s *Service) Model(ctx context.Context, project string, g episodic.Generation) (episodic.Model, error) {
	if s.embedder == nil || g.Fingerprint == "" {
		return nil, ErrNoVectors
	}
	key := [2]string{project, g.Fingerprint}
	if m := s.models.get(key); m != nil {
		return m, nil
	}
	m, err := s.loadModel(ctx, project, g)
	s.NoteChange(project, err)
	if err != nil {
		return nil, err
	}
	s.models.put(key, m)
	return m, nil
}

// NoteChange makes the next round of [Service.Maintain] check a project whose model has changed.
func (s *Service) NoteChange(project string, err error) {
	if errors.Is(err, episodic.ErrModelChanged) {
		s.changed.add(project)
	}
}

// loadModel reads the model of a generation from the store.
func (s *Service) loadModel(ctx context.Context, project string, g episodic.Generation) (episodic.Model, error) {
	data, err := s.store.GetModel(ctx, project, g.Fingerprint)
	if errors.Is(err, episodic.ErrNotFound) {
		err = fmt.Errorf("%w: %w", episodic.ErrModelChanged, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the embedding model: %w", err)
	}
	m, err := s.embedder.Load(data)
	if err != nil {
		return nil, fmt.Errorf("load the embedding model: %w", err)
	}
	return m, nil
}
