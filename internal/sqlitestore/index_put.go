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
	//go:embed sql/index/record_index.sql
	recordIndex statement
	//go:embed sql/index/create_words.sql
	createWords statement
	//go:embed sql/index/record_index_episode.sql
	recordIndexEpisode statement
	//go:embed sql/index/record_attributes.sql
	recordAttributes statement
	//go:embed sql/index/record_chunk.sql
	recordChunk statement
	//go:embed sql/index/record_words.sql
	recordWords statement
	//go:embed sql/index/delete_words.sql
	deleteWords statement
	//go:embed sql/index/delete_vectors.sql
	deleteVectors statement
	//go:embed sql/index/delete_index_chunks.sql
	deleteIndexChunks statement
	//go:embed sql/index/delete_index_episodes.sql
	deleteIndexEpisodes statement
)

// chunksInRow is how many numbers of chunks belong to one row of index_episode. The statements
// know it too.
const chunksInRow = 1024

// PutEpisodes implements [episodic.Index]. All episodes of a call are taken, or none.
func (x *Index) PutEpisodes(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.ownIndex(at)
		if err != nil {
			return err
		}
		return i.replace(episodes)
	})
	if err != nil {
		return nil, fmt.Errorf("index %d episodes: %w", len(episodes), err)
	}
	return nil, nil
}

// DeleteEpisodes implements [episodic.Index].
func (x *Index) DeleteEpisodes(ctx context.Context, at episodic.IndexGeneration, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.index(at)
		if err != nil || i.place == 0 {
			return err
		}
		if err := i.remove(ids); err != nil {
			return err
		}
		return i.noteVectors(false)
	})
	if err != nil {
		return fmt.Errorf("remove %d episodes from the index: %w", len(ids), err)
	}
	return nil
}

// ownIndex returns the index of a place, new when there is none.
func (t *tx) ownIndex(at episodic.IndexGeneration) (*indexTx, error) {
	x, err := t.index(at)
	if err != nil || x.place != 0 {
		return x, err
	}
	if err := t.query(recordIndex, params{"project": at.Project, "generation": at.Generation}, func(r *row) { x.place = r.int64("number") }); err != nil {
		return nil, err
	}
	return x, x.exec(x.words(createWords), nil)
}

func (x *indexTx) remove(ids []string) error {
	p := params{"project": x.place, "ids": ids}
	if err := x.exec(x.words(deleteWords), p); err != nil {
		return err
	}
	return x.removeTexts(p)
}

// removeTexts removes what the tables of all places hold of some episodes of one.
func (x *indexTx) removeTexts(p params) error {
	if err := x.exec(deleteVectors, p); err != nil {
		return err
	}
	x.vectorsGone = x.vectorsGone || x.conn.Changes() > 0
	if err := x.exec(deleteIndexChunks, p); err != nil {
		return err
	}
	return x.exec(deleteIndexEpisodes, p)
}

// replace makes the index hold exactly these chunks of some episodes; of one that is given
// twice, the last. FTS5 writes out what it has in memory before every statement that may
// write several rows, so that all words come after everything else.
func (x *indexTx) replace(episodes []episodic.EpisodeChunks) error {
	last := make(map[string]int, len(episodes))
	for i, e := range episodes {
		last[e.Episode] = i
	}
	if err := x.remove(slices.Collect(maps.Keys(last))); err != nil {
		return err
	}
	var words, vectors []params
	for i, e := range episodes {
		if i != last[e.Episode] {
			continue
		}
		added, embedded, err := x.recordTexts(e.Chunks)
		if err != nil {
			return fmt.Errorf("episode %q: %w", e.Episode, err)
		}
		words, vectors = append(words, added...), append(vectors, embedded...)
	}
	if err := x.execRows(recordVector, vectors); err != nil {
		return err
	}
	if err := x.noteVectors(len(vectors) > 0); err != nil {
		return err
	}
	return x.execRows(x.words(recordWords), words)
}

// recordTexts records the chunks of an episode but for their words and vectors, whose rows it
// returns.
func (x *indexTx) recordTexts(chunks []episodic.Chunk) (words, vectors []params, err error) {
	for len(chunks) > 0 {
		run := chunks[:sameRow(chunks)]
		chunks = chunks[len(run):]
		row, err := x.recordEpisode(run)
		if err != nil {
			return nil, nil, err
		}
		for i, c := range run {
			number := row*chunksInRow + int64(i)
			if err := x.recordChunk(number, c); err != nil {
				return nil, nil, err
			}
			words = append(words, params{"number": number, "own": c.Own, "around": c.Around})
			rows, err := x.vectorRows(number, c)
			if err != nil {
				return nil, nil, fmt.Errorf("chunk %d: %w", c.Number, err)
			}
			vectors = append(vectors, rows...)
		}
	}
	return words, vectors, nil
}

// sameRow returns how many of the first chunks share a row of index_episode.
func sameRow(chunks []episodic.Chunk) int {
	n := 1
	for n < len(chunks) && n < chunksInRow && sameAttributes(chunks[n-1], chunks[n]) {
		n++
	}
	return n
}

func (x *indexTx) recordEpisode(run []episodic.Chunk) (number int64, err error) {
	c := run[0]
	p := params{"project": x.place, "id": c.Episode, "task": episodic.FoldCase(c.Task), "startedAt": nil, "embedded": embedded(run)}
	if !c.StartedAt.IsZero() {
		p["startedAt"] = episodic.Instant(c.StartedAt.Time)
	}
	if err := x.query(recordIndexEpisode, p, func(r *row) { number = r.int64("number") }); err != nil {
		return 0, err
	}
	return number, x.exec(recordAttributes, params{
		"project": x.place, "episode": number, "attributes": attributesOf(c),
	})
}

func (x *indexTx) recordChunk(number int64, c episodic.Chunk) error {
	p := params{
		"number": number, "revision": c.Revision, "position": c.Number, "part": string(c.Part),
		"text": c.Text, "occurrences": slices.Concat([]string{}, c.Occurrences), "digest": x.digests.Digest(c),
	}
	return x.exec(recordChunk, p)
}
