package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/index/list_index_episodes.sql
	listIndexEpisodes statement
	//go:embed sql/index/list_index_chunks.sql
	listIndexChunks statement
)

// ListEpisodes implements [episodic.Index].
func (x *Index) ListEpisodes(ctx context.Context, project string) ([]string, error) {
	var ids []string
	err := x.view(ctx, project, func(i *indexTx) error {
		return i.query(listIndexEpisodes, params{"project": i.project}, func(r *row) { ids = append(ids, r.text("id")) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the episodes of the index: %w", err)
	}
	return ids, nil
}

// ListChunks implements [episodic.Index]. A digest is that of what was put, and empty, which
// is no digest, when the words of the chunk are not there. SQLite itself tells when what it
// reads is damaged.
func (x *Index) ListChunks(ctx context.Context, project string, ids []string) ([]episodic.IndexedChunk, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var out []episodic.IndexedChunk
	err := x.view(ctx, project, func(i *indexTx) error {
		return i.query(i.words(listIndexChunks), params{"project": i.project, "ids": ids}, func(r *row) {
			out = append(out, episodic.IndexedChunk{
				Episode: r.text("id"), Revision: r.integer("revision"), Number: r.integer("position"), Digest: r.text("digest"),
			})
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list the chunks of %d episodes: %w", len(ids), err)
	}
	return out, nil
}
