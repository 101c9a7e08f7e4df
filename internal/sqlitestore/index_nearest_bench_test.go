package sqlitestore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// dimension is that of learned vectors.
const dimension = 384

// randomVector returns a vector near one of a thousand centers, as those of texts about some matters are.
func randomVector(random *rand.Rand) []float32 {
	center := rand.New(rand.NewPCG(9, random.Uint64N(1000)))
	v := make([]float32, dimension)
	for i := range v {
		v[i] = center.Float32() - .5 + .7*(random.Float32()-.5)
	}
	return v
}

// putRandom puts so many chunks with vectors, ten an episode and a hundred episodes a call.
func putRandom(t testing.TB, x *sqlitestore.Index, chunks int) {
	t.Helper()
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
		put(t, x, "p", batch...)
	}
}

// BenchmarkIndex_Nearest searches for the hundred nearest of so many vectors of 384 numbers, as recall does,
// held as they are and as codes: the first time, when they are read into memory, and afterwards. The largest size
// takes minutes to fill and is left out with -short.
func BenchmarkIndex_Nearest(b *testing.B) {
	for _, chunks := range []int{20_000, 50_000, 200_000} {
		if testing.Short() && chunks > 20_000 {
			continue
		}
		// On a busy machine the first search may take longer than a transaction may.
		s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "causeway.db"), Timeout: time.Hour})
		must(b, err)
		b.Cleanup(func() { must(b, s.Close(context.Background())) })
		must(b, s.Migrate(b.Context()))
		putRandom(b, s.Index(), chunks)
		for _, held := range []struct {
			as    string
			exact int
		}{{"exact", chunks + 1_000_000}, {"codes", 0}} {
			s.ExactVectors(held.exact)
			s.ForgetVectors()
			benchmarkNearest(b, s, fmt.Sprintf("%s/%d", held.as, chunks))
		}
	}
}

func benchmarkNearest(b *testing.B, s *sqlitestore.Store, name string) {
	x, random := s.Index(), rand.New(rand.NewPCG(7, 8))
	question := func(tags ...string) episodic.ChunkQuery {
		return episodic.ChunkQuery{
			IndexGeneration: first("p"), Vector: randomVector(random), Name: episodic.VectorChunk, Limit: 100, Filter: episodic.EpisodeFilter{Tags: tags},
		}
	}
	ask := func(b *testing.B, q episodic.ChunkQuery) {
		if hits := nearest(b, x, q); len(hits) != 100 {
			b.Fatalf("%d hits", len(hits))
		}
	}
	for _, c := range []struct {
		what string
		work func(b *testing.B)
	}{
		{"first", func(b *testing.B) {
			s.ForgetVectors()
			ask(b, question())
		}},
		{"again", func(b *testing.B) { ask(b, question()) }},
		{"filtered", func(b *testing.B) { ask(b, question("t3")) }},
		{"after_a_write", func(b *testing.B) {
			q := question()
			put(b, x, "p", vectored("new", q.Vector, q.Vector))
			ask(b, q)
		}},
	} {
		b.Run(c.what+"/"+name, func(b *testing.B) {
			b.ReportAllocs()
			var took []time.Duration
			used := processorTime(b)
			for b.Loop() {
				at := time.Now()
				c.work(b)
				took = append(took, time.Since(at))
			}
			b.ReportMetric(float64((processorTime(b)-used).Microseconds())/1_000/float64(b.N), "cpu-ms/op")
			reportTimes(b, took)
			_, _, bytes := s.VectorsInMemory()
			b.ReportMetric(float64(bytes)/(1<<20), "MiB")
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
