package sqlitestore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// zipf draws words whose frequency follows Zipf's law; one of a hundred is new.
type zipf struct {
	random *rand.Rand
	sums   []float64
	drawn  int
}

// vocabulary is how many words there are that are not new.
const vocabulary = 60_000

func newZipf() *zipf {
	z := &zipf{random: rand.New(rand.NewPCG(7, 1))}
	sum := 0.0
	for rank := range vocabulary {
		sum += 1 / math.Pow(float64(rank)+2.7, 1.05)
		z.sums = append(z.sums, sum)
	}
	return z
}

// named is the word of a rank. Words that are equally frequent are not neighbors in the alphabet.
func named(rank int) string {
	var letters []byte
	for left := rank*2_654_435_761%1_000_003 + 26; left > 0; left /= 26 {
		letters = append(letters, byte('a'+left%26))
	}
	return string(letters)
}

// text is 5 to 80 words.
func (z *zipf) text() string {
	words := make([]string, 5+z.random.IntN(76))
	for i := range words {
		rank, _ := slices.BinarySearch(z.sums, z.random.Float64()*z.sums[vocabulary-1])
		if words[i] = named(rank); z.random.IntN(100) == 0 {
			words[i] = fmt.Sprintf("x%x", z.random.Uint32())
		}
	}
	return strings.Join(words, " ")
}

// episode is so many chunks, each with the words of the two before it and after it around.
func (z *zipf) episode(chunks int) episodic.EpisodeChunks {
	z.drawn++
	e := episodic.EpisodeChunks{Episode: fmt.Sprint("ep", z.drawn), Revision: 1}
	texts := make([]string, chunks)
	for i := range texts {
		texts[i] = z.text()
	}
	for i, own := range texts {
		around := slices.Concat(texts[max(0, i-2):i], texts[min(chunks, i+1):min(chunks, i+3)])
		e.Chunks = append(e.Chunks, episodic.Chunk{
			Episode: e.Episode, Revision: 1, Number: i, Part: episodic.PartEvents, Text: own, Own: own, Around: strings.Join(around, " "),
			Domain: fmt.Sprint("d", z.drawn%10),
		})
	}
	return e
}

// question is so many words of ranks from one to another.
func (z *zipf) question(words, from, to int) string {
	out := make([]string, words)
	for i := range out {
		out[i] = named(from + z.random.IntN(to-from))
	}
	return strings.Join(out, " ")
}

// fillWords puts so many chunks, ten an episode and twenty episodes a call.
func fillWords(b *testing.B, z *zipf, x *sqlitestore.Index, chunks int) {
	b.Helper()
	for range chunks / 200 {
		var some []episodic.EpisodeChunks
		for range 20 {
			some = append(some, z.episode(10))
		}
		put(b, x, "p", some...)
	}
}

// reportTimes reports percentiles of how long something took.
func reportTimes(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	for _, percent := range []int{50, 95, 99} {
		b.ReportMetric(float64(took[(len(took)-1)*percent/100].Microseconds())/1_000, fmt.Sprintf("p%d-ms", percent))
	}
}

// BenchmarkIndex_Search asks for the best ten chunks by words of several kinds, and then puts
// episodes one by one. The largest size takes a minute to fill and is left out with -short.
func BenchmarkIndex_Search(b *testing.B) {
	for _, chunks := range []int{2_000, 20_000, 200_000} {
		if testing.Short() && chunks > 20_000 {
			continue
		}
		path := filepath.Join(b.TempDir(), "causeway.db")
		x, z := openFile(b, path).Index(), newZipf()
		begun := time.Now()
		fillWords(b, z, x, chunks)
		filled := time.Since(begun)
		for _, c := range []struct {
			kind   string
			terms  func() string
			filter episodic.EpisodeFilter
		}{
			{"rare", func() string { return z.question(3, 20_000, vocabulary) }, episodic.EpisodeFilter{}},
			{"mixed", func() string {
				return z.question(3, 0, 20) + " " + z.question(3, 50, 2_000) + " " + z.question(2, 20_000, vocabulary)
			}, episodic.EpisodeFilter{}},
			{"filtered", func() string { return z.question(3, 0, 20) + " " + z.question(3, 50, 2_000) }, episodic.EpisodeFilter{Domain: "d3"}},
			{"common", func() string { return z.question(6, 0, 20) }, episodic.EpisodeFilter{}},
			{"20-common", func() string { return z.question(20, 0, 60) }, episodic.EpisodeFilter{}},
		} {
			b.Run(fmt.Sprintf("%s/%d", c.kind, chunks), func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					q := episodic.ChunkQuery{IndexGeneration: first("p"), Terms: c.terms(), Filter: c.filter, Limit: 10}
					at := time.Now()
					searchText(b, x, q)
					took = append(took, time.Since(at))
				}
				reportTimes(b, took)
			})
		}
		b.Run(fmt.Sprintf("put/%d", chunks), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				e := z.episode(3)
				at := time.Now()
				put(b, x, "p", e)
				took = append(took, time.Since(at))
			}
			reportTimes(b, took)
			b.ReportMetric(float64(chunks)/filled.Seconds(), "chunks/s-filled")
			b.ReportMetric(float64(fileSize(b, path))/float64(chunks), "B/chunk")
		})
	}
}

// fileSize is the size of a store with what is not in its file yet.
func fileSize(b *testing.B, path string) (bytes int64) {
	b.Helper()
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		must(b, err)
		bytes += info.Size()
	}
	return bytes
}

// BenchmarkIndex_projects puts the first episode of one project after the other, and asks some,
// with so many projects in the file.
func BenchmarkIndex_projects(b *testing.B) {
	for _, projects := range []int{100, 400, 5_000} {
		x, z := open(b).Index(), newZipf()
		written := 0
		add := func(b *testing.B) {
			b.Helper()
			put(b, x, fmt.Sprint("p", written), z.episode(4))
			written++
		}
		for range projects {
			add(b)
		}
		b.Run(fmt.Sprintf("first-write/%d", projects), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				at := time.Now()
				add(b)
				took = append(took, time.Since(at))
			}
			reportTimes(b, took)
		})
		b.Run(fmt.Sprintf("search/%d", projects), func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				q := episodic.ChunkQuery{IndexGeneration: first(fmt.Sprint("p", z.random.IntN(written))), Terms: z.question(4, 0, 2_000), Limit: 10}
				at := time.Now()
				searchText(b, x, q)
				took = append(took, time.Since(at))
			}
			reportTimes(b, took)
		})
	}
}
