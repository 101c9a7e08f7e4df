package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/list_index_episodes.sql
	listIndexEpisodes statement
	//go:embed sql/index/list_index_chunks.sql
	listIndexChunks statement
	//go:embed sql/index/count_chunks.sql
	countChunks statement
)

// ListEpisodes implements [episodic.Index].
func (x *Index) ListEpisodes(ctx context.Context, at episodic.IndexGeneration) ([]string, error) {
	var ids []string
	err := x.view(ctx, at, func(i *indexTx) error {
		return i.query(listIndexEpisodes, params{"project": i.place}, func(r *row) { ids = append(ids, r.text("id")) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes of the index: %w", err)
	}
	return ids, nil
}

// ListChunks implements [episodic.Index]. A digest is that of what was put, and empty, which
// is no digest, when the words of the chunk are not there. SQLite itself tells when what it
// reads is damaged.
func (x *Index) ListChunks(ctx context.Context, at episodic.IndexGeneration, ids []string) ([]episodic.IndexedChunk, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var out []episodic.IndexedChunk
	err := x.view(ctx, at, func(i *indexTx) (err error) {
		out, err = i.listChunks(ids)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the chunks of %d episodes: %w", len(ids), err)
	}
	return out, nil
}

func (x *indexTx) listChunks(ids []string) ([]episodic.IndexedChunk, error) {
	var out []episodic.IndexedChunk
	old := map[int]int64{}
	err := x.query(listIndexChunks, params{"project": x.place, "ids": ids}, func(r *row) {
		if !r.flag("fresh") {
			old[len(out)] = r.int64("number")
		}
		out = append(out, episodic.IndexedChunk{
			Episode: r.text("id"), Revision: r.integer("revision"), Number: r.integer("position"), Digest: r.text("digest"), Text: r.text("text"),
		})
	})
	if err != nil {
		return nil, err
	}
	has, err := x.hasWords()
	if err != nil {
		return nil, err
	}
	for _, i := range slices.Sorted(maps.Keys(old)) {
		found, err := has(old[i])
		if err != nil {
			return nil, err
		}
		if !found {
			out[i].Digest = ""
		}
	}
	return out, nil
}

// ListGenerations implements [episodic.Index].
func (x *Index) ListGenerations(ctx context.Context, project string) ([]int, error) {
	var out []int
	err := x.store.read(ctx, listGenerations, params{"project": project}, func(r *row) { out = append(out, r.integer("generation")) })
	if err != nil {
		return nil, fmt.Errorf("list the generations of the index: %w", err)
	}
	return out, nil
}

// CountChunks implements [episodic.Index].
func (x *Index) CountChunks(ctx context.Context, of []episodic.IndexGeneration) (map[episodic.IndexGeneration]episodic.ChunkCount, error) {
	places := make([]params, len(of))
	for i, at := range of {
		places[i] = params{"name": at.Project, "generation": at.Generation}
	}
	out := make(map[episodic.IndexGeneration]episodic.ChunkCount, len(of))
	err := x.store.read(ctx, countChunks, params{"places": places}, func(r *row) {
		at := episodic.IndexGeneration{Project: r.text("name"), Generation: r.integer("generation")}
		out[at] = episodic.ChunkCount{Chunks: r.integer("chunks"), Embedded: r.integer("embedded")}
	})
	if err != nil {
		return nil, fmt.Errorf("count the chunks of the index: %w", err)
	}
	return out, nil
}
