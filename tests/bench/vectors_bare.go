package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// bareWeaviate is Weaviate by its bare client.
type bareWeaviate struct {
	*engines
	project string
	// building is the tenant of the generation that is built.
	building string
}

func (w *bareWeaviate) twin() string { return w.project + "-twin" }

// spied implements [bareSearch]: the queries, character for character.
func (w *bareWeaviate) spied(recall func() error) ([]func(context.Context) error, error) {
	w.spy.take()
	if err := recall(); err != nil {
		return nil, err
	}
	sent := w.spy.take()
	var lanes []func(context.Context) error
	for _, kind := range []string{"bm25:", "nearVector:"} {
		queries := slices.DeleteFunc(slices.Clone(sent), func(q string) bool { return !strings.Contains(q, kind) })
		if len(queries) == 0 {
			continue
		}
		lanes = append(lanes, func(ctx context.Context) error {
			for _, query := range queries {
				if _, err := w.searchBare(ctx, query); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return lanes, nil
}

// write implements [bareSearch]: the same objects with the same vectors, in another tenant.
func (w *bareWeaviate) write(ctx context.Context, episodes []string) (time.Duration, error) {
	objects, err := w.readObjects(ctx, w.building, w.twin(), episodes)
	if err != nil {
		return 0, fmt.Errorf("read what was indexed: %w", err)
	}
	began := time.Now()
	err = w.writeObjects(ctx, objects)
	return time.Since(began), err
}

// prepare implements [bareSearch]: the tenant of the next generation is named like the one in use.
func (w *bareWeaviate) prepare(recall func() error, next int) error {
	query, err := w.spiedQuery(recall)
	if err != nil {
		return err
	}
	tenant, err := tenantOf(query)
	if err != nil {
		return err
	}
	w.building = fmt.Sprintf("%s-%d", tenant[:strings.LastIndexByte(tenant, '-')], next)
	return nil
}

// remove implements [bareSearch].
func (w *bareWeaviate) remove(ctx context.Context) error {
	if err := w.weaviate.Schema().TenantsDeleter().WithClassName(collection).WithTenants(w.twin()).Do(ctx); err != nil {
		return fmt.Errorf("remove the tenant %s: %w", w.twin(), err)
	}
	return nil
}

// bareIndex is the index of the embedded engines without the service.
type bareIndex struct {
	*spiedIndex
	twin episodic.IndexGeneration
}

// spied implements [bareSearch].
func (x *bareIndex) spied(recall func() error) ([]func(context.Context) error, error) {
	x.take()
	if err := recall(); err != nil {
		return nil, err
	}
	words, near, _ := x.take()
	var lanes []func(context.Context) error
	for _, lane := range []struct {
		queries []episodic.ChunkQuery
		search  func(context.Context, episodic.ChunkQuery) ([]episodic.ChunkHit, error)
	}{{words, x.Index.Search}, {near, x.Index.Nearest}} {
		if len(lane.queries) == 0 {
			continue
		}
		lanes = append(lanes, func(ctx context.Context) error {
			for _, q := range lane.queries {
				if _, err := lane.search(ctx, q); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return lanes, nil
}

// prepare implements [bareSearch].
func (x *bareIndex) prepare(func() error, int) error {
	x.take()
	return nil
}

// write implements [bareSearch]: what the service put, into another place.
func (x *bareIndex) write(ctx context.Context, episodes []string) (time.Duration, error) {
	_, _, put := x.take()
	put = slices.DeleteFunc(put, func(e episodic.EpisodeChunks) bool { return !slices.Contains(episodes, e.Episode) })
	if len(put) != len(episodes) {
		return 0, fmt.Errorf("%d of %d episodes were put", len(put), len(episodes))
	}
	began := time.Now()
	failed, err := x.Index.PutEpisodes(ctx, x.twin, put)
	if err == nil && len(failed) > 0 {
		err = fmt.Errorf("%d episodes are refused", len(failed))
	}
	return time.Since(began), err
}

// remove implements [bareSearch].
func (x *bareIndex) remove(ctx context.Context) error { return x.DropProject(ctx, x.twin.Project) }

// spiedIndex remembers what an index is asked and given. It is safe for concurrent use.
type spiedIndex struct {
	episodic.Index
	mu          sync.Mutex
	words, near []episodic.ChunkQuery
	put         []episodic.EpisodeChunks
}

// take returns what was remembered and forgets it.
func (x *spiedIndex) take() (words, near []episodic.ChunkQuery, put []episodic.EpisodeChunks) {
	x.mu.Lock()
	defer x.mu.Unlock()
	words, near, put = x.words, x.near, x.put
	x.words, x.near, x.put = nil, nil, nil
	return words, near, put
}

// Search implements [episodic.Index].
func (x *spiedIndex) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	x.mu.Lock()
	x.words = append(x.words, q)
	x.mu.Unlock()
	return x.Index.Search(ctx, q)
}

// Nearest implements [episodic.Index].
func (x *spiedIndex) Nearest(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	x.mu.Lock()
	x.near = append(x.near, q)
	x.mu.Unlock()
	return x.Index.Nearest(ctx, q)
}

// PutEpisodes implements [episodic.Index].
func (x *spiedIndex) PutEpisodes(
	ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks,
) (map[string]error, error) {
	x.mu.Lock()
	x.put = append(x.put, episodes...)
	x.mu.Unlock()
	return x.Index.PutEpisodes(ctx, at, episodes)
}
