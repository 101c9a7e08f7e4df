package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
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
	//go:embed sql/index/delete_index_chunks.sql
	deleteIndexChunks statement
	//go:embed sql/index/delete_index_episodes.sql
	deleteIndexEpisodes statement
)

// chunksInRow is how many numbers of chunks belong to one row of index_episode. The statements
// know it too.
const chunksInRow = 1024

// PutEpisodes implements [episodic.Index]. All episodes of a call are taken, or none.
func (x *Index) PutEpisodes(ctx context.Context, project string, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.ownIndex(project)
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
func (x *Index) DeleteEpisodes(ctx context.Context, project string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.index(project)
		if err != nil || i.project == 0 {
			return err
		}
		return i.remove(ids)
	})
	if err != nil {
		return fmt.Errorf("remove %d episodes from the index: %w", len(ids), err)
	}
	return nil
}

// ownIndex returns the index of a project, new when it has none.
func (t *tx) ownIndex(project string) (*indexTx, error) {
	x, err := t.index(project)
	if err != nil || x.project != 0 {
		return x, err
	}
	if err := t.query(recordIndex, params{"project": project}, func(r *row) { x.project = r.int64("number") }); err != nil {
		return nil, err
	}
	return x, x.exec(x.words(createWords), nil)
}

func (x *indexTx) remove(ids []string) error {
	p := params{"project": x.project, "ids": ids}
	if err := x.exec(x.words(deleteWords), p); err != nil {
		return err
	}
	return x.removeTexts(p)
}

// removeTexts removes what the tables of all projects hold of some episodes of one.
func (x *indexTx) removeTexts(p params) error {
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
	var words []params
	for i, e := range episodes {
		if i != last[e.Episode] {
			continue
		}
		added, err := x.recordTexts(e.Chunks)
		if err != nil {
			return fmt.Errorf("episode %q: %w", e.Episode, err)
		}
		words = append(words, added...)
	}
	return x.execRows(x.words(recordWords), words)
}

// recordTexts records the chunks of an episode but for their words, whose rows it returns.
func (x *indexTx) recordTexts(chunks []episodic.Chunk) (words []params, err error) {
	var number, end int64
	for i, c := range chunks {
		if number == end || !sameAttributes(chunks[i-1], c) {
			row, err := x.recordEpisode(c)
			if err != nil {
				return nil, err
			}
			number, end = row*chunksInRow, (row+1)*chunksInRow
		}
		if err := x.recordChunk(number, c); err != nil {
			return nil, err
		}
		words = append(words, params{"number": number, "own": c.Own, "around": c.Around})
		number++
	}
	return words, nil
}

func (x *indexTx) recordEpisode(c episodic.Chunk) (number int64, err error) {
	p := params{"project": x.project, "id": c.Episode, "task": episodic.FoldCase(c.Task), "startedAt": nil}
	if !c.StartedAt.IsZero() {
		p["startedAt"] = episodic.Instant(c.StartedAt.Time)
	}
	if err := x.query(recordIndexEpisode, p, func(r *row) { number = r.int64("number") }); err != nil {
		return 0, err
	}
	return number, x.exec(recordAttributes, params{
		"project": x.project, "episode": number, "attributes": attributesOf(c),
	})
}

func (x *indexTx) recordChunk(number int64, c episodic.Chunk) error {
	p := params{
		"number": number, "revision": c.Revision, "position": c.Number, "part": string(c.Part),
		"text": c.Text, "occurrences": slices.Concat([]string{}, c.Occurrences), "digest": c.Digest(),
	}
	return x.exec(recordChunk, p)
}
