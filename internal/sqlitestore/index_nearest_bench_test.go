package sqlitestore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// dimension is that of learned vectors.
const dimension = 384

// randomVector returns a vector of numbers from -.5 to .5.
func randomVector(random *rand.Rand) []float32 {
	v := make([]float32, dimension)
	for i := range v {
		v[i] = random.Float32() - .5
	}
	return v
}

// putRandom puts so many chunks with vectors, ten an episode and a hundred episodes a call.
func putRandom(b *testing.B, x *sqlitestore.Index, chunks int) {
	b.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	for at := 0; at < chunks; {
		var batch []episodic.EpisodeChunks
		for range min(100, (chunks-at)/10) {
			e := simple(fmt.Sprintf("ep%06d", at), "task")
			e.Chunks = nil
			for n := range 10 {
				e.Chunks = append(e.Chunks, episodic.Chunk{
					Episode: e.Episode, Revision: 1, Number: n, Part: episodic.PartEvents, Text: "some text", Own: "some text", Tags: []string{fmt.Sprint("t", at/10%10)},
					Vectors: map[episodic.VectorName][]float32{episodic.VectorChunk: randomVector(random)},
				})
			}
			batch = append(batch, e)
			at += 10
		}
		put(b, x, "p", batch...)
	}
}

// BenchmarkIndex_Nearest searches for the ten nearest of so many vectors of 384 numbers: the
// first time, when they are read into memory, and afterwards.
func BenchmarkIndex_Nearest(b *testing.B) {
	for _, chunks := range []int{1_000, 20_000, 100_000} {
		s := open(b)
		x := s.Index()
		putRandom(b, x, chunks)
		q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: randomVector(rand.New(rand.NewPCG(7, 8))), Name: episodic.VectorChunk, Limit: 10}
		ask := func(b *testing.B, q episodic.ChunkQuery) {
			b.Helper()
			if hits := nearest(b, x, q); len(hits) != 10 {
				b.Fatalf("%d hits", len(hits))
			}
		}
		b.Run(fmt.Sprintf("first/%d", chunks), func(b *testing.B) {
			for b.Loop() {
				s.ForgetVectors()
				ask(b, q)
			}
		})
		b.Run(fmt.Sprintf("again/%d", chunks), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask(b, q)
			}
		})
		narrow := q
		narrow.Filter.Tags = []string{"t3"}
		b.Run(fmt.Sprintf("filtered/%d", chunks), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask(b, narrow)
			}
		})
		b.Run(fmt.Sprintf("after_a_write/%d", chunks), func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				put(b, x, "p", vectored("new", q.Vector, q.Vector))
				ask(b, q)
			}
		})
	}
}

// BenchmarkIndex_PutEpisodes puts 1,000 chunks of 100 episodes, with and without vectors.
func BenchmarkIndex_PutEpisodes(b *testing.B) {
	for _, vectors := range []bool{false, true} {
		b.Run(fmt.Sprintf("vectors=%t", vectors), func(b *testing.B) {
			x := open(b).Index()
			random := rand.New(rand.NewPCG(1, 2))
			for n := 0; b.Loop(); n++ {
				b.StopTimer()
				var batch []episodic.EpisodeChunks
				for i := range 100 {
					e := vectored(fmt.Sprint(n, " ", i), make([][]float32, 10)...)
					for k := range e.Chunks {
						e.Chunks[k].Own, e.Chunks[k].Around = manyWords(random, 60), manyWords(random, 200)
						if vectors {
							e.Chunks[k].Vectors[episodic.VectorChunk] = randomVector(random)
						}
					}
					batch = append(batch, e)
				}
				b.StartTimer()
				put(b, x, "p", batch...)
			}
			b.ReportMetric(float64(b.N)*1000/b.Elapsed().Seconds(), "chunks/s")
		})
	}
}

// manyWords returns words of which some are more frequent.
func manyWords(random *rand.Rand, n int) string {
	text := ""
	for range n {
		text += fmt.Sprint("w", int(random.ExpFloat64()*1000), " ")
	}
	return text
}
