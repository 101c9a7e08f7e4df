package sqlitestore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/embedding"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// learnedChunks are chunks of episodes about some matters, with vectors learned from their words.
func learnedChunks(t *testing.T, episodes int) []episodic.EpisodeChunks {
	t.Helper()
	random, words := rand.New(rand.NewPCG(21, 1)), newZipf()
	var out []episodic.EpisodeChunks
	var texts [][]episodic.EmbedText
	for i := range episodes {
		e := vectored(fmt.Sprintf("ep%04d", i), make([][]float32, 10)...)
		texts = append(texts, nil)
		matter := random.IntN(60)
		for k := range e.Chunks {
			e.Chunks[k].Tags = []string{fmt.Sprint("tag", i%4)}
			var terms []string
			for range 12 {
				terms = append(terms, fmt.Sprintf("m%dw%d", matter, int(random.ExpFloat64()*15)), words.question(1, 0, 3_000))
			}
			texts[i] = append(texts[i], episodic.EmbedText{Terms: terms})
		}
		out = append(out, e)
	}
	model := learn(t, texts)
	for i, e := range out {
		vectors, err := model.Embed(t.Context(), texts[i])
		must(t, err)
		for k := range e.Chunks {
			e.Chunks[k].Vectors[episodic.VectorChunk] = vectors[k]
		}
	}
	return out
}

func learn(t *testing.T, texts [][]episodic.EmbedText) episodic.Model {
	t.Helper()
	embedder, end, err := embedding.New(embedding.Options{Provider: embedding.ProviderLearned})
	must(t, err)
	t.Cleanup(func() { must(t, end()) })
	data, err := embedder.Prepare(context.Background(), func(yield func([]episodic.EmbedText, error) bool) {
		for _, texts := range texts {
			if !yield(texts, nil) {
				return
			}
		}
	})
	must(t, err)
	model, err := embedder.Load(data)
	must(t, err)
	return model
}

// both ask a store that holds vectors as they are and one that holds codes of them.
type both struct{ exact, coded *sqlitestore.Store }

func (s both) each(do func(x *sqlitestore.Index)) {
	do(s.exact.Index())
	do(s.coded.Index())
}

// recall returns which part of what exact vectors find the codes find too.
func (s both) recall(t *testing.T, questions []episodic.ChunkQuery) float64 {
	t.Helper()
	found, wanted := 0, 0
	for _, q := range questions {
		want, got := nearest(t, s.exact.Index(), q), nearest(t, s.coded.Index(), q)
		if len(got) != len(want) {
			t.Fatalf("codes find %d chunks, exact vectors %d", len(got), len(want))
		}
		for i, h := range got {
			if i > 0 && h.Score > got[i-1].Score {
				t.Errorf("%s with %v comes after %v", h.Text, h.Score, got[i-1].Score)
			}
			at := slices.IndexFunc(want, func(w episodic.ChunkHit) bool { return w.Text == h.Text })
			if at < 0 {
				continue
			}
			found++
			if want[at].Score != h.Score {
				t.Errorf("%s has similarity %v, its vector says %v", h.Text, h.Score, want[at].Score)
			}
		}
		wanted += len(want)
	}
	return float64(found) / float64(wanted)
}

// similar compares what the codes say of the chunks of some episodes with what their vectors say.
func (s both) similar(t *testing.T, vector []float32, ids ...string) {
	t.Helper()
	q := episodic.SimilarityQuery{IndexGeneration: first("p"), Vector: vector, Name: episodic.VectorChunk, Episodes: ids}
	want, err := s.exact.Index().Similarities(t.Context(), q)
	must(t, err)
	got, err := s.coded.Index().Similarities(t.Context(), q)
	must(t, err)
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, .005)); diff != "" || len(got) != 20 {
		t.Errorf("%d similarities (-vectors +codes):\n%s", len(got), diff)
	}
}

func TestIndex_Nearest_inCodes(t *testing.T) {
	episodes := learnedChunks(t, 300)
	s := both{open(t), open(t)}
	s.coded.ExactVectors(1_000)
	s.each(func(x *sqlitestore.Index) { put(t, x, "p", episodes...) })
	random := rand.New(rand.NewPCG(22, 1))
	questions := func(limit int, tags ...string) (out []episodic.ChunkQuery) {
		for range soak.Rounds(30) {
			of := episodes[random.IntN(len(episodes))].Chunks[random.IntN(10)].Vectors[episodic.VectorChunk]
			q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: slices.Clone(of), Limit: limit, Filter: episodic.EpisodeFilter{Tags: tags}}
			for i := range q.Vector {
				q.Vector[i] += (random.Float32() - .5) * .06
			}
			out = append(out, q)
		}
		return out
	}
	want := func(why string, least float64) {
		t.Helper()
		for what, q := range map[string][]episodic.ChunkQuery{
			"the ten nearest": questions(10), "the hundred nearest": questions(100), "the ten nearest of a tag": questions(10, "tag2"),
		} {
			if recall := s.recall(t, q); recall < least {
				t.Errorf("%s: codes find %.4f of %s", why, recall, what)
			}
		}
	}
	want("3,000 vectors", .99)
	exact, coded, bytes := s.coded.VectorsInMemory()
	if exact != 0 || coded != 3_000 {
		t.Errorf("%d vectors are held as they are, %d as codes", exact, coded)
	}
	if _, _, before := s.exact.VectorsInMemory(); float64(bytes) > .4*float64(before) {
		t.Errorf("codes take %d bytes, the vectors %d", bytes, before)
	}
	for _, q := range questions(10) {
		s.similar(t, q.Vector, episodes[7].Episode, "unknown", episodes[299].Episode)
	}
	s.each(func(x *sqlitestore.Index) {
		var gone []string
		for i := 0; i < len(episodes); i += 3 {
			gone = append(gone, episodes[i].Episode)
		}
		must(t, x.DeleteEpisodes(t.Context(), first("p"), gone))
		moved := episodes[1]
		moved.Chunks = episodes[0].Chunks
		put(t, x, "p", moved, episodes[3], vectored("new", randomVector(rand.New(rand.NewPCG(1, 1)))))
	})
	want("after deletions and updates", .99)
	s.each(func(x *sqlitestore.Index) {
		var gone []string
		for _, e := range episodes[:260] {
			gone = append(gone, e.Episode)
		}
		must(t, x.DeleteEpisodes(t.Context(), first("p"), gone))
	})
	want("401 vectors", 1)
	if exact, coded, _ := s.coded.VectorsInMemory(); exact == 0 || coded != 0 {
		t.Errorf("few vectors are left: %d are held as they are, %d as codes", exact, coded)
	}
}
