package weaviateindex

import (
	"context"
	"errors"

	"github.com/causeway-memory/causeway/episodic"
)

// ListChunks implements [episodic.Index].
func (x *Index) ListChunks(context.Context, string, []string) ([]episodic.IndexedChunk, error) {
	return nil, errors.New("not built yet")
}
