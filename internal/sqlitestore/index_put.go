package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/postings"
)

var (
	//go:embed sql/index/record_index.sql
	recordIndex statement
	//go:embed sql/index/record_index_episode.sql
	recordIndexEpisode statement
	//go:embed sql/index/record_attributes.sql
	recordAttributes statement
	//go:embed sql/index/record_chunk.sql
	recordChunk statement
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
	ready := encodeEpisodes(episodes)
	err := x.store.write(ctx, func(t *tx) error { return t.putEpisodes(at, ready) })
	if err != nil {
		return nil, fmt.Errorf("index %d episodes: %w", len(episodes), err)
	}
	return nil, nil
}

// encodedEpisode is an episode of an index with what can be made of its chunks before a transaction.
type encodedEpisode struct {
	id string
	// runs are its chunks, by row of index_episode.
	runs []encodedRun
}

// encodedRun are chunks that share a row of index_episode.
type encodedRun struct {
	chunks []episodic.Chunk
	// words is a block.
	words []byte
}

// encodeEpisodes encodes the words of episodes, for which nobody has to hold the lock of writers.
func encodeEpisodes(episodes []episodic.EpisodeChunks) []encodedEpisode {
	out := make([]encodedEpisode, len(episodes))
	for i, e := range episodes {
		out[i].id = e.Episode
		for chunks := e.Chunks; len(chunks) > 0; {
			run := chunks[:sameRow(chunks)]
			chunks = chunks[len(run):]
			out[i].runs = append(out[i].runs, encodedRun{chunks: run, words: encodeWords(run)})
		}
	}
	return out
}

// putEpisodes replaces the chunks of episodes in a place, new when there is none.
func (t *tx) putEpisodes(at episodic.IndexGeneration, episodes []encodedEpisode) error {
	i, err := t.ownIndex(at)
	if err != nil {
		return err
	}
	return i.replace(episodes)
}

// DeleteEpisodes implements [episodic.Index]. The first transaction takes the episodes out of every
// read; others remove the words that are left of them in the pages of segments. What they leave
// when they are cut off goes with the next call.
func (x *Index) DeleteEpisodes(ctx context.Context, at episodic.IndexGeneration, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	left := false
	err := x.store.write(ctx, func(t *tx) error {
		i, err := t.index(at)
		if err != nil || i.place == 0 {
			return err
		}
		if err := i.remove(ids); err != nil {
			return err
		}
		all, err := i.segments()
		if err != nil {
			return err
		}
		left = sweepDue(all) != nil
		return i.note(false)
	})
	if err == nil && left {
		err = x.sweepWords(ctx, at)
	}
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
	p := params{"project": at.Project, "generation": at.Generation}
	return x, t.query(recordIndex, p, func(r *row) { x.place = r.int64("number") })
}

func (x *indexTx) remove(ids []string) error {
	var rows []int64
	p := params{"project": x.place, "ids": ids}
	err := x.query(listRowsOf, p, func(r *row) {
		rows = append(rows, r.int64("number"))
		x.embedded -= r.integer("embedded")
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := x.removeWords(rows); err != nil {
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

// replace makes the index hold exactly these chunks of some episodes; XX writes out what it has in memory before every statement that may
// write several rows, so that all words come after everything else.
func (x *indexTx) replace(episodes []encodedEpisode) error {
	last := make(map[string]int, len(episodes))
	for i, e := range episodes {
		last[e.id] = i
	}
	if err := x.remove(slices.Collect(maps.Keys(last))); err != nil {
		return err
	}
	var words []freshWords
	var vectors []params
	for i, e := range episodes {
		if i != last[e.id] {
			continue
		}
		added, embedded, err := x.recordTexts(e.runs)
		if err != nil {
			return fmt.Errorf("episode %q: %w", e.id, err)
		}
		words, vectors = append(words, added...), append(vectors, embedded...)
	}
	if err := x.execRows(recordVector, vectors); err != nil {
		return err
	}
	if err := x.putWords(words); err != nil {
		return err
	}
	return x.note(len(vectors) > 0)
}

// recordTexts records the chunks of an episode but for their words and vectors, whose rows it
// returns.
func (x *indexTx) recordTexts(runs []encodedRun) (words []freshWords, vectors []params, err error) {
	for _, run := range runs {
		row, err := x.recordEpisode(run.chunks)
		if err != nil {
			return nil, nil, err
		}
		words = append(words, freshWords{row: row, chunks: len(run.chunks), words: run.words})
		for i, c := range run.chunks {
			number := row*chunksInRow + int64(i)
			if err := x.recordChunk(number, c); err != nil {
				return nil, nil, err
			}
			rows, err := x.vectorRows(number, c)
			if err != nil {
				return nil, nil, fmt.Errorf("chunk %d: %w", c.Number, err)
			}
			vectors = append(vectors, rows...)
		}
	}
	return words, vectors, nil
}

// encodeWords returns the words of chunks as a block.
func encodeWords(run []episodic.Chunk) []byte {
	chunks := make([]postings.Chunk, len(run))
	for i, c := range run {
		chunks[i] = postings.Chunk{Part: partCode(c.Part), Own: c.Own, Around: c.Around}
	}
	return postings.EncodeBlock(chunks)
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
	c, withVector := run[0], embedded(run)
	x.embedded += withVector
	p := params{"project": x.place, "id": c.Episode, "task": episodic.FoldCase(c.Task), "startedAt": nil, "embedded": withVector}
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

// shortKeys returns keys of occurrences as they are stored: those in the episode begin with the slash. [row.fullKeys]
// reads them, and also those of older chunks, which are whole.
func shortKeys(episode string, keys []string) []string {
	out := make([]string, len(keys))
	for i, key := range keys {
		out[i] = key
		if rest, own := strings.CutPrefix(key, episode); own && strings.HasPrefix(rest, "/") {
			out[i] = rest
		}
	}
	return out
}

func (x *indexTx) recordChunk(number int64, c episodic.Chunk) error {
	p := params{
		"number": number, "revision": c.Revision, "position": c.Number, "part": string(c.Part),
		"text": c.Text, "occurrences": shortKeys(c.Episode, c.Occurrences), "digest": x.digests.Digest(c),
	}
	return x.exec(recordChunk, p)
}
