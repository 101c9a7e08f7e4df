package storetest

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// modelIndex keeps chunks by generation and episode and searches all of them.
type modelIndex struct {
	places map[episodic.IndexGeneration]map[string][]episodic.Chunk
}

func newModelIndex() *modelIndex {
	return &modelIndex{places: map[episodic.IndexGeneration]map[string][]episodic.Chunk{}}
}

// PutEpisodes implements [episodic.Index].
func (x *modelIndex) PutEpisodes(_ context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	if x.places[at] == nil {
		x.places[at] = map[string][]episodic.Chunk{}
	}
	for _, e := range episodes {
		x.places[at][e.Episode] = e.Chunks
	}
	return nil, nil
}

// DeleteEpisodes implements [episodic.Index].
func (x *modelIndex) DeleteEpisodes(_ context.Context, at episodic.IndexGeneration, ids []string) error {
	for _, id := range ids {
		delete(x.places[at], id)
	}
	return nil
}

// DropGeneration implements [episodic.Index].
func (x *modelIndex) DropGeneration(_ context.Context, at episodic.IndexGeneration) error {
	delete(x.places, at)
	return nil
}

// DropProject implements [episodic.Index].
func (x *modelIndex) DropProject(_ context.Context, project string) error {
	maps.DeleteFunc(x.places, func(at episodic.IndexGeneration, _ map[string][]episodic.Chunk) bool { return at.Project == project })
	return nil
}

// ListGenerations implements [episodic.Index].
func (x *modelIndex) ListGenerations(_ context.Context, project string) ([]int, error) {
	var out []int
	for at := range x.places {
		if at.Project == project {
			out = append(out, at.Generation)
		}
	}
	slices.Sort(out)
	return out, nil
}

// CountChunks implements [episodic.Index].
func (x *modelIndex) CountChunks(_ context.Context, of []episodic.IndexGeneration) (map[episodic.IndexGeneration]episodic.ChunkCount, error) {
	out := map[episodic.IndexGeneration]episodic.ChunkCount{}
	for _, at := range of {
		var n episodic.ChunkCount
		for _, c := range x.chunks(at, anyID) {
			n.Chunks++
			if length(c.Vectors[episodic.VectorChunk]) > 0 {
				n.Embedded++
			}
		}
		out[at] = n
	}
	return out, nil
}

func anyID(string) bool { return true }

// chunks returns the chunks of some episodes, by episode and number.
func (x *modelIndex) chunks(at episodic.IndexGeneration, wanted func(id string) bool) []episodic.Chunk {
	var out []episodic.Chunk
	for _, id := range slices.Sorted(maps.Keys(x.places[at])) {
		if wanted(id) {
			out = append(out, x.places[at][id]...)
		}
	}
	return out
}

// Search implements [episodic.Index]. All hits have the same score.
func (x *modelIndex) Search(_ context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	wanted := strings.Fields(q.Terms)
	return x.ranked(q, func(c episodic.Chunk) (float64, bool) {
		have := strings.Fields(c.Own + " " + c.Around)
		return 1, slices.ContainsFunc(wanted, func(term string) bool { return slices.Contains(have, term) })
	}), nil
}

// Nearest implements [episodic.Index].
func (x *modelIndex) Nearest(_ context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	return x.ranked(q, func(c episodic.Chunk) (float64, bool) { return cosine(c.Vectors[q.Name], q.Vector) }), nil
}

// Similarities implements [episodic.Index].
func (x *modelIndex) Similarities(_ context.Context, q episodic.SimilarityQuery) ([]episodic.ChunkSimilarity, error) {
	var out []episodic.ChunkSimilarity
	for _, c := range x.chunks(q.IndexGeneration, func(id string) bool { return slices.Contains(q.Episodes, id) }) {
		if n, found := cosine(c.Vectors[q.Name], q.Vector); found {
			out = append(out, episodic.ChunkSimilarity{Episode: c.Episode, Number: c.Number, Cosine: n})
		}
	}
	return out, nil
}

// cosine returns that of two vectors; found is false if there is none.
func cosine(a, b []float32) (n float64, found bool) {
	if length(a) == 0 || length(b) == 0 {
		return 0, false
	}
	return dot(a, b) / length(a) / length(b), true
}

// ranked returns the page of a query over all matching chunks that have a score, greatest first.
func (x *modelIndex) ranked(q episodic.ChunkQuery, score func(episodic.Chunk) (float64, bool)) []episodic.ChunkHit {
	var all []episodic.ChunkHit
	for _, c := range x.chunks(q.IndexGeneration, anyID) {
		n, found := score(c)
		if found && meets(q.Parts, []episodic.ChunkPart{c.Part}) && matches(filterable(c), q.Filter) {
			all = append(all, episodic.ChunkHit{
				Episode: c.Episode, Number: c.Number, Part: c.Part, Text: c.Text, Occurrences: c.Occurrences, Score: n,
			})
		}
	}
	slices.SortStableFunc(all, func(a, b episodic.ChunkHit) int { return cmp.Compare(b.Score, a.Score) })
	from := min(max(q.Offset, 0), len(all))
	return all[from:min(from+max(q.Limit, 0), len(all))]
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func length(v []float32) float64 { return math.Sqrt(dot(v, v)) }

// filterable returns what filters compare of the episode of a chunk.
func filterable(c episodic.Chunk) asked {
	return asked{
		Episode: episodic.Episode{
			Outcome: c.Outcome, Session: c.Session, Domain: c.Domain, TaskType: c.TaskType, Complexity: c.Complexity,
			Tags: c.Tags, Tools: c.Tools, Strategies: c.Strategies, Task: c.Task, StartedAt: c.StartedAt,
		},
		references: c.References, decisionTypes: c.DecisionTypes, actors: c.Actors, failed: c.Failed,
	}
}

// ListEpisodes implements [episodic.Index].
func (x *modelIndex) ListEpisodes(_ context.Context, at episodic.IndexGeneration) ([]string, error) {
	var out []string
	for id, chunks := range x.places[at] {
		if len(chunks) > 0 {
			out = append(out, id)
		}
	}
	return out, nil
}

// ListChunks implements [episodic.Index].
func (x *modelIndex) ListChunks(_ context.Context, at episodic.IndexGeneration, ids []string) ([]episodic.IndexedChunk, error) {
	var out []episodic.IndexedChunk
	for _, c := range x.chunks(at, func(id string) bool { return slices.Contains(ids, id) }) {
		out = append(out, episodic.IndexedChunk{Episode: c.Episode, Revision: c.Revision, Number: c.Number, Digest: c.Digest(), Text: c.Text})
	}
	slices.SortFunc(out, func(a, b episodic.IndexedChunk) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Revision, b.Revision), cmp.Compare(a.Number, b.Number))
	})
	return out, nil
}
