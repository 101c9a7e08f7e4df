package sqlitestore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
)

// vectored is an episode with a chunk for each of the vectors.
func vectored(id string, vectors ...[]float32) episodic.EpisodeChunks {
	e := episodic.EpisodeChunks{Episode: id, Revision: 1}
	for i, v := range vectors {
		e.Chunks = append(e.Chunks, episodic.Chunk{
			Episode: id, Revision: 1, Number: i, Part: episodic.PartEvents, Text: fmt.Sprint(id, " ", i), Tags: []string{id},
			Vectors: map[episodic.VectorName][]float32{episodic.VectorChunk: v},
		})
	}
	return e
}

func nearest(t testing.TB, x *sqlitestore.Index, q episodic.ChunkQuery) []episodic.ChunkHit {
	t.Helper()
	if q.Name == "" {
		q.Name = episodic.VectorChunk
	}
	if q.Limit == 0 {
		q.Limit = 1000
	}
	hits, err := x.Nearest(t.Context(), q)
	must(t, err)
	return hits
}

// texts are those of the hits, in their order.
func texts(hits []episodic.ChunkHit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Text)
	}
	return out
}

func TestIndex_Nearest_order(t *testing.T) {
	x := open(t).Index()
	put(t, x, "p",
		vectored("a", []float32{3, 0}, []float32{0, -2}, nil, []float32{0, 0}),
		vectored("b", []float32{1, 1}, []float32{10, 0}),
	)
	hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{7, 0}})
	want := []string{"a 0", "b 1", "b 0", "a 1"}
	if diff := cmp.Diff(want, texts(hits)); diff != "" {
		t.Errorf("best first, equals in the order of their writing, none without a vector (-want +got):\n%s", diff)
	}
	for i, score := range []float64{1, 1, math.Sqrt2 / 2, 0} {
		if math.Abs(hits[i].Score-score) > 1e-6 {
			t.Errorf("%s has similarity %v, want %v", hits[i].Text, hits[i].Score, score)
		}
	}
	for _, c := range []struct{ limit, offset, want int }{
		{2, 0, 2}, {2, 3, 1}, {9, 4, 0}, {-1, 0, 0}, {1, -1, 0}, {1 << 40, 0, 4}, {10, 1 << 40, 0}, {20_000, 9_999, 0},
	} {
		q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{7, 0}, Name: episodic.VectorChunk, Limit: c.limit, Offset: c.offset}
		got, err := x.Nearest(t.Context(), q)
		if err != nil || len(got) != c.want || c.want > 0 && got[0].Text != want[c.offset] {
			t.Errorf("limit %d, offset %d: %v, %v", c.limit, c.offset, texts(got), err)
		}
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{0, 0}}); len(hits) != 0 {
		t.Errorf("nothing is like a vector of zeros: %v", texts(hits))
	}
}

// What does not fit is refused in words, and nothing of the call is taken.
func TestIndex_Nearest_refuses(t *testing.T) {
	x := open(t).Index()
	put(t, x, "p", vectored("a", []float32{1, 0}))
	for _, c := range []struct {
		why  string
		give episodic.EpisodeChunks
		want string
	}{
		{"another dimension", vectored("b", []float32{1, 0, 0}), `episode "b": chunk 0: vector chunk: it has 3 numbers, those of this generation of the index have 2`},
		{"no number", vectored("b", []float32{1, float32(math.NaN())}), "it holds what is no number"},
		{"an infinite number", vectored("b", []float32{1, float32(math.Inf(1))}), "it holds what is no number"},
		{"an unknown name", episodic.EpisodeChunks{Episode: "b", Chunks: []episodic.Chunk{
			{Episode: "b", Vectors: map[episodic.VectorName][]float32{"mood": {1, 0}}},
		}}, `there is no vector named "mood"`},
	} {
		_, err := x.PutEpisodes(t.Context(), first("p"), []episodic.EpisodeChunks{vectored("c", []float32{0, 1}), c.give})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
	for _, c := range []struct {
		why  string
		give episodic.ChunkQuery
		want string
	}{
		{"another dimension", episodic.ChunkQuery{Vector: []float32{1, 0, 0}, Name: episodic.VectorChunk}, "the vector has 3 numbers, those of this generation of the index have 2"},
		{"an unknown name", episodic.ChunkQuery{Vector: []float32{1, 0}, Name: "mood"}, `there is no vector named "mood"`},
		{"no number", episodic.ChunkQuery{Vector: []float32{float32(math.NaN()), 0}, Name: episodic.VectorChunk}, "it holds what is no number"},
	} {
		c.give.IndexGeneration, c.give.Limit = first("p"), 1
		if _, err := x.Nearest(t.Context(), c.give); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("asked for %s: %v, want %q", c.why, err, c.want)
		}
	}
	if hits := nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 1}}); !slices.Equal(texts(hits), []string{"a 0"}) {
		t.Errorf("held is %v", texts(hits))
	}
	if ids, err := x.ListEpisodes(t.Context(), first("p")); err != nil || !slices.Equal(ids, []string{"a"}) {
		t.Errorf("listed are %v, %v", ids, err)
	}
	put(t, x, "q", vectored("b", []float32{1, 0, 0}))
}

// Two stores have the same file, as two processes do: what one writes the other finds, and
// what is in memory is always what brute force says.
func TestIndex_Nearest_followsWrites(t *testing.T) {
	for _, exact := range []int{20_000, 20} {
		t.Run(fmt.Sprintf("%d as they are", exact), func(t *testing.T) { followWrites(t, exact) })
	}
}

func followWrites(t *testing.T, exact int) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	stores := []*sqlitestore.Store{openFile(t, path), openFile(t, path)}
	var indexes []*sqlitestore.Index
	for _, s := range stores {
		s.ExactVectors(exact)
		indexes = append(indexes, s.Index())
	}
	random := rand.New(rand.NewPCG(3, 4))
	held := map[string][][]float32{}
	for step := range 150 {
		x := indexes[random.IntN(2)]
		id := fmt.Sprint("ep", random.IntN(25))
		switch random.IntN(8) {
		case 0:
			must(t, x.DeleteEpisodes(t.Context(), first("p"), []string{id}))
			delete(held, id)
		case 1:
			if step%5 == 0 {
				must(t, x.DropProject(t.Context(), "p"))
				clear(held)
			}
		case 2:
			put(t, x, "p", simple(id, "no vector"))
			delete(held, id)
		default:
			held[id] = nil
			for range 1 + random.IntN(4) {
				held[id] = append(held[id], []float32{random.Float32() - .5, random.Float32() - .5, random.Float32() - .5})
			}
			put(t, x, "p", vectored(id, held[id]...))
		}
		query := []float32{random.Float32() - .5, random.Float32() - .5, random.Float32() - .5}
		want := bruteForce(held, query)
		for i, x := range indexes {
			// What is gone must not take the place of others in a short answer.
			for _, limit := range []int{2, 1000} {
				got := texts(nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: query, Limit: limit}))
				if err := ranked(want, got, limit); err != nil {
					t.Fatalf("step %d, process %d, limit %d: %v", step, i, limit, err)
				}
			}
		}
	}
}

// A place that another process dropped and filled again is not the one in memory.
func TestIndex_Nearest_droppedElsewhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	one, other := openFile(t, path).Index(), openFile(t, path).Index()
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 0}, Limit: 1}
	for i := range 3 {
		id := fmt.Sprint("ep", i)
		put(t, other, "p", vectored(id, []float32{float32(-i) - 1, 1}))
		if got := texts(nearest(t, one, q)); !slices.Equal(got, []string{id + " 0"}) {
			t.Errorf("nearest is %v, want %s", got, id)
		}
		must(t, other.DropProject(t.Context(), "p"))
	}
	if got := nearest(t, one, q); len(got) != 0 {
		t.Errorf("a dropped project has %v", texts(got))
	}
}

func TestIndex_Nearest_equals(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	var near, far []string
	for i := range 60 {
		e := vectored(fmt.Sprintf("ep%02d", i), []float32{1, float32(i % 7 / 6)})
		all = append(all, e)
		if i%7 == 6 {
			far = append(far, e.Chunks[0].Text)
		} else {
			near = append(near, e.Chunks[0].Text)
		}
	}
	put(t, x, "p", all...)
	for query, want := range map[float32][]string{0: slices.Concat(near, far), 1: slices.Concat(far, near)} {
		var got []string
		for offset := 0; offset < 60; offset += 7 {
			q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, query}, Limit: 7, Offset: offset}
			got = append(got, texts(nearest(t, x, q))...)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the pages of equals (-want +got):\n%s", diff)
		}
	}
}

// bruteForce returns all chunks, the most similar first.
func bruteForce(held map[string][][]float32, query []float32) []scored {
	var all []scored
	for id, vectors := range held {
		for i, v := range vectors {
			product, square := 0.0, 0.0
			for k := range v {
				product += float64(v[k]) * float64(query[k])
				square += float64(v[k]) * float64(v[k])
			}
			all = append(all, scored{fmt.Sprint(id, " ", i), product / math.Sqrt(square)})
		}
	}
	slices.SortFunc(all, func(a, b scored) int {
		if a.score > b.score {
			return -1
		}
		return 1
	})
	return all
}

// scored is a chunk with its score.
type scored struct {
	text  string
	score float64
}

// ranked compares what was found with the best of all. What the file cannot tell apart may be in either order.
func ranked(best []scored, found []string, limit int) error {
	score := map[string]float64{}
	for _, s := range best {
		score[s.text] = s.score
	}
	if len(found) != min(limit, len(best)) {
		return fmt.Errorf("%d are found of %d", len(found), len(best))
	}
	for i, text := range found {
		got, is := score[text]
		if !is || math.Abs(got-best[i].score) > 5e-5 {
			return fmt.Errorf("%s with %g is found instead of %s with %g, at %d", text, got, best[i].text, best[i].score, i)
		}
		delete(score, text)
	}
	return nil
}

func TestIndex_Nearest_narrowed(t *testing.T) {
	x := open(t).Index()
	var all []episodic.EpisodeChunks
	for i := range 30 {
		e := vectored(fmt.Sprintf("ep%02d", i), []float32{1, float32(i)}, []float32{1, float32(-i) - 1})
		e.Chunks[0].Part = episodic.PartHead
		all = append(all, e)
	}
	put(t, x, "p", all...)
	for _, c := range []struct {
		why   string
		tags  []string
		parts []episodic.ChunkPart
		want  int
	}{
		{"nothing narrows", nil, nil, 60},
		{"two episodes", []string{"ep03", "ep17", "never"}, nil, 4},
		{"the last episode", []string{"ep29"}, nil, 2},
		{"no episode", []string{"never"}, nil, 0},
		{"one part", nil, []episodic.ChunkPart{episodic.PartHead}, 30},
		{"both parts", nil, []episodic.ChunkPart{episodic.PartEvents, episodic.PartHead}, 60},
		{"a part that is not there", nil, []episodic.ChunkPart{episodic.PartDecision}, 0},
		{"a part of two episodes", []string{"ep03", "ep17"}, []episodic.ChunkPart{episodic.PartEvents}, 2},
	} {
		hits := nearest(t, x, episodic.ChunkQuery{
			IndexGeneration: first("p"), Vector: []float32{0, 1}, Filter: episodic.EpisodeFilter{Tags: c.tags}, Parts: c.parts,
		})
		if len(hits) != c.want {
			t.Errorf("%s: %v, want %d", c.why, texts(hits), c.want)
		}
		for _, h := range hits {
			if len(c.tags) > 0 && !slices.Contains(c.tags, h.Episode) || len(c.parts) > 0 && !slices.Contains(c.parts, h.Part) {
				t.Errorf("%s: found %+v", c.why, h)
			}
		}
	}
}

// Searches go on while others write; each sees an episode whole or not at all.
func TestIndex_Nearest_concurrently(t *testing.T) {
	x := open(t).Index()
	put(t, x, "p", vectored("always", []float32{1, 0}, []float32{1, 0}))
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			for i := range 30 {
				put(t, x, "p", vectored(fmt.Sprint("ep", w, i%3), []float32{1, 1}, []float32{1, 1}))
			}
		})
		wg.Go(func() {
			for range 60 {
				count := map[string]int{}
				for _, h := range nearest(t, x, episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 0}}) {
					count[h.Episode]++
				}
				for id, n := range count {
					if n != 2 {
						t.Errorf("%d of 2 chunks of %s are found", n, id)
					}
				}
				if count["always"] != 2 {
					t.Error("what nobody writes is not found")
				}
			}
		})
	}
	wg.Wait()
}
