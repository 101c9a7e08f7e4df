package sqlitestore

import (
	"context"

	"github.com/causeway-memory/causeway/episodic"
)

// PutEpisodes implements [episodic.Index].
func (x *Index) PutEpisodes(context.Context, string, []episodic.EpisodeChunks) (map[string]error, error) {
	return nil, errUnbuilt
}

// DeleteEpisodes implements [episodic.Index].
func (x *Index) DeleteEpisodes(context.Context, string, []string) error { return errUnbuilt }

// DropProject implements [episodic.Index].
func (x *Index) DropProject(context.Context, string) error { return errUnbuilt }

// Search implements [episodic.Index].
func (x *Index) Search(context.Context, episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	return nil, errUnbuilt
}

// ListEpisodes implements [episodic.Index].
func (x *Index) ListEpisodes(context.Context, string) ([]string, error) { return nil, errUnbuilt }

// ListChunks implements [episodic.Index].
func (x *Index) ListChunks(context.Context, string, []string) ([]episodic.IndexedChunk, error) {
	return nil, errUnbuilt
}

// Version returns the version of SQLite.
func (x *Index) Version(context.Context) (string, error) { return "", errUnbuilt }

// Close does nothing: the store closes the file.
func (x *Index) Close() {}
