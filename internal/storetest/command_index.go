package storetest

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// place returns a generation of the index of a project: the given one, or the active one where a
// service decides.
func (w *world) place(ctx context.Context, project, generation int) (episodic.IndexGeneration, error) {
	at := episodic.IndexGeneration{Project: w.project(project), Generation: 1 + generation}
	if w.service == nil {
		return at, nil
	}
	states, err := w.graph.ListIndexStates(ctx)
	if state, found := states[at.Project]; found {
		at.Generation = state.Active.Number
	}
	return at, err
}

// Put writes episodes of one revision to the index.
type Put struct {
	Project    int
	Generation int
	Revision   int
	Episodes   []episodic.Episode
	// Vectors selects the vectors of the chunks; with 0 they have none.
	Vectors int
}

func (c Put) run(ctx context.Context, w *world) (any, error) {
	chunks := make([]episodic.EpisodeChunks, len(c.Episodes))
	for i, e := range c.Episodes {
		p, err := intake.Prepare(e)
		if err != nil {
			return nil, err
		}
		chunks[i] = chunk.Chunks(episodic.Stored{Revision: c.Revision, Episode: p.Episode})
		if c.Vectors > 0 {
			embed(chunks[i].Chunks, c.Vectors)
		}
	}
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	failed, err := w.index.PutEpisodes(ctx, at, chunks)
	return failed, err
}

// embed gives chunks vectors that depend on a number: heads get all of them, most others one.
func embed(chunks []episodic.Chunk, number int) {
	for i, c := range chunks {
		names := []episodic.VectorName{episodic.VectorChunk}
		if c.Part == episodic.PartHead {
			names = append(names, episodic.VectorTask, episodic.VectorOutcome, episodic.VectorFull)
		}
		chunks[i].Vectors = map[episodic.VectorName][]float32{}
		for _, name := range names {
			if v := smallVector(fmt.Sprint(c.Episode, c.Number, name, number)); length(v) > 0 {
				chunks[i].Vectors[name] = v
			}
		}
	}
}

// smallVector returns a vector of length 1 that depends on a name. It has few distinct values, so
// several chunks are equally near; sometimes it is zero.
func smallVector(name string) []float32 {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(name)) // never fails
	bits := sum.Sum64()
	out := make([]float32, 4)
	for i := range out {
		out[i] = []float32{0, 1, -1, 2}[bits>>(7*i)%4]
	}
	n := float32(length(out))
	for i := range out {
		if n > 0 {
			out[i] /= n
		}
	}
	return out
}

// Remove removes episodes from the index.
type Remove struct {
	Project    int
	Generation int
	IDs        []string
}

func (c Remove) run(ctx context.Context, w *world) (any, error) {
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	return nil, w.index.DeleteEpisodes(ctx, at, c.IDs)
}

// Drop removes a project from the index.
type Drop struct {
	Project int
}

func (c Drop) run(ctx context.Context, w *world) (any, error) {
	return nil, w.index.DropProject(ctx, w.project(c.Project))
}

// DropGeneration removes one generation of a project from the index.
type DropGeneration struct {
	Project    int
	Generation int
}

func (c DropGeneration) run(ctx context.Context, w *world) (any, error) {
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	return nil, w.index.DropGeneration(ctx, at)
}

// IndexContents reads the contents of the index.
type IndexContents struct {
	Project    int
	Generation int
	IDs        []string
}

func (c IndexContents) run(ctx context.Context, w *world) (any, error) {
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	ids, err := w.index.ListEpisodes(ctx, at)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	chunks, err := w.index.ListChunks(ctx, at, append(ids, c.IDs...))
	if err != nil {
		return nil, err
	}
	n, err := w.index.CountChunks(ctx, []episodic.IndexGeneration{at})
	return map[string]any{"episodes": ids, "chunks": chunks, "count": n[at]}, err
}

// Generations reads which generations of a project have contents, and how much. Empty ones may be
// listed too.
type Generations struct {
	Project int
}

func (c Generations) run(ctx context.Context, w *world) (any, error) {
	list, err := w.index.ListGenerations(ctx, w.project(c.Project))
	if err != nil {
		return nil, err
	}
	if !slices.IsSorted(list) {
		return nil, fmt.Errorf("the generations %v are not in order", list)
	}
	places := make([]episodic.IndexGeneration, len(list))
	for i, generation := range list {
		places[i] = episodic.IndexGeneration{Project: w.project(c.Project), Generation: generation}
	}
	out, err := w.index.CountChunks(ctx, places)
	maps.DeleteFunc(out, func(_ episodic.IndexGeneration, n episodic.ChunkCount) bool { return n.Chunks == 0 })
	return out, err
}

// Search searches by words: all hits, and the size of a page.
type Search struct {
	Project    int
	Generation int
	Text       string
	Filter     episodic.EpisodeFilter
	Parts      []episodic.ChunkPart
	Limit      int
	Offset     int
}

// mostHits is more chunks than a sequence of commands creates.
const mostHits = 1000

func (c Search) run(ctx context.Context, w *world) (any, error) {
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	q := episodic.ChunkQuery{
		IndexGeneration: at, Text: c.Text, Terms: strings.Join(lexis.Analyze(c.Text), " "), Filter: c.Filter, Parts: c.Parts,
	}
	answer, err := matching(ctx, q, c.Limit, c.Offset, w.index.Search)
	if err != nil {
		return nil, err
	}
	for i, h := range answer.Hits {
		if h.Score <= 0 {
			return nil, fmt.Errorf("%+v has score %v", h, h.Score)
		}
		answer.Hits[i].Score = 0
	}
	return answer, nil
}

// matched is everything that matches, ordered by episode and number, and the size of a page.
type matched struct {
	Hits []episodic.ChunkHit
	Page int
}

// scoreError is the tolerance between two engines' scores of the same vectors.
const scoreError = 1e-5

// matching asks for everything and for a page. The page must be the corresponding part of everything,
// except for the order of equal scores.
func matching(ctx context.Context, q episodic.ChunkQuery, limit, offset int,
	ask func(context.Context, episodic.ChunkQuery) ([]episodic.ChunkHit, error),
) (matched, error) {
	q.Limit = mostHits
	all, err := ask(ctx, q)
	if err != nil {
		return matched{}, err
	}
	for i := 1; i < len(all); i++ {
		if all[i].Score > all[i-1].Score {
			return matched{}, fmt.Errorf("hit %d has score %v after %v", i, all[i].Score, all[i-1].Score)
		}
	}
	q.Limit, q.Offset = limit, offset
	page, err := ask(ctx, q)
	if err != nil {
		return matched{}, err
	}
	for i, h := range page {
		if offset+i >= len(all) || math.Abs(h.Score-all[offset+i].Score) > scoreError {
			return matched{}, fmt.Errorf("place %d of the page from %d has score %v, of all hits %v", i, offset, h.Score, all)
		}
	}
	slices.SortFunc(all, func(a, b episodic.ChunkHit) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Number, b.Number))
	})
	return matched{Hits: all, Page: len(page)}, nil
}

// Nearest searches by vector: all hits with their similarity, the size of a page, and the similarities of some episodes.
type Nearest struct {
	Project    int
	Generation int
	// Vector selects the vector of the question.
	Vector int
	Name   episodic.VectorName
	Filter episodic.EpisodeFilter
	Parts  []episodic.ChunkPart
	Limit  int
	Offset int
}

func (c Nearest) run(ctx context.Context, w *world) (any, error) {
	at, err := w.place(ctx, c.Project, c.Generation)
	if err != nil {
		return nil, err
	}
	q := episodic.ChunkQuery{
		IndexGeneration: at, Vector: smallVector(fmt.Sprint("question", c.Vector)), Name: cmp.Or(c.Name, episodic.VectorChunk),
		Filter: c.Filter, Parts: c.Parts,
	}
	found, err := matching(ctx, q, c.Limit, c.Offset, w.index.Nearest)
	if err != nil {
		return nil, err
	}
	asked := append([]string{"unknown"}, ids()[:c.Limit]...)
	similar, err := w.index.Similarities(ctx, episodic.SimilarityQuery{IndexGeneration: at, Vector: q.Vector, Name: q.Name, Episodes: asked})
	slices.SortFunc(similar, func(a, b episodic.ChunkSimilarity) int {
		return cmp.Or(cmp.Compare(a.Episode, b.Episode), cmp.Compare(a.Number, b.Number))
	})
	return []any{found, similar}, err
}
