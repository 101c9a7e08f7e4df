package memory_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// BenchmarkRecord_writers records episodes one by one, indexed when the call returns, with one writer
// and with eight at once. Beside the processor time of the writes it reports that until the factors of all are
// derived and their links counted, and the rate and the median by the clock, which say something on a quiet machine.
func BenchmarkRecord_writers(b *testing.B) {
	for _, writers := range []int{1, 8} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) { benchmarkWriters(b, writers) })
	}
}

// newEpisodes is a memory over a new file.
func newEpisodes(b *testing.B) (*sqlitestore.Store, *memory.Episodes) {
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "c.db")})
	if err != nil {
		b.Fatal(err)
	}
	if err := store.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	return store, memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: store.Index()}, time.Now)
}

func benchmarkWriters(b *testing.B, writers int) {
	store, s := newEpisodes(b)
	defer store.Close(b.Context())
	var next atomic.Int64
	var wg sync.WaitGroup
	before := processorTime()
	waits := make([][]time.Duration, writers)
	b.ResetTimer()
	for w := range writers {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				at := time.Now()
				if _, err := s.Recording.Record(b.Context(), "p", wordyEpisode(i), episodic.StateIndexed); err != nil {
					b.Error(err)
				}
				waits[w] = append(waits[w], time.Since(at))
			}
		})
	}
	wg.Wait()
	all := slices.Sorted(slices.Values(slices.Concat(waits...)))
	b.ReportMetric(float64(all[len(all)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "episodes/s")
	b.StopTimer()
	b.ReportMetric(float64(processorTime()-before)/float64(b.N), "cpu-ns/op")
	if err := store.CountUncounted(b.Context(), "p"); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(processorTime()-before)/float64(b.N), "cpu-ns-derived/op")
}

// processorTime is what this process has used so far, which says more than a clock on a busy machine.
func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// wordyEpisode is an episode with two decisions and five events whose words are random.
func wordyEpisode(i int64) episodic.Episode {
	random := rand.New(rand.NewPCG(uint64(i), 1))
	sentence := func() string {
		words := make([]string, 12)
		for i := range words {
			words[i] = fmt.Sprintf("w%d", int(random.ExpFloat64()*200))
		}
		return strings.Join(words, " ")
	}
	e := episodic.Episode{
		ID: fmt.Sprintf("e%06d", i), Task: sentence(), Outcome: episodic.OutcomeSuccess,
		StartedAt: episodic.Timestamp{Time: time.Date(2026, 1, 1, 0, 0, int(i), 0, time.UTC)},
	}
	for d := range 2 {
		e.Decisions = append(e.Decisions, episodic.Decision{
			ID: fmt.Sprintf("d%d", d), Type: episodic.DecisionDesign, Context: fmt.Sprintf("choice %d", d), Chosen: fmt.Sprintf("option %d", random.IntN(4)), Rationale: sentence(),
		})
	}
	for n := range 5 {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("v%d", n), Type: "tool_call", Content: sentence()})
	}
	return e
}

// BenchmarkImport_real imports the real episodes, one by one and 100 at a time. It reports the processor time of an
// episode until it is acknowledged, that until the factors of all are derived and their links counted, and the rate by the clock.
func BenchmarkImport_real(b *testing.B) {
	sources, _, err := ingest.Files(ingest.FormatEpisode, []string{filepath.Join(enginetest.Data(b), "ai-agents", "episodes")}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, batch := range []int{1, 100} {
		b.Run(fmt.Sprint(batch), func(b *testing.B) {
			var written, derived, clock time.Duration
			for b.Loop() {
				w, d, c := importReal(b, sources, batch)
				written, derived, clock = written+w, derived+d, clock+c
			}
			episodes := float64(b.N * len(sources))
			b.ReportMetric(float64(written.Microseconds())/episodes, "cpu-µs/episode")
			b.ReportMetric(float64(derived.Microseconds())/episodes, "cpu-µs-derived/episode")
			b.ReportMetric(float64(derived)/float64(written), "derived/written")
			b.ReportMetric(episodes/clock.Seconds(), "episodes/s")
		})
	}
}

func importReal(b *testing.B, sources []ingest.Source, batch int) (written, derived, clock time.Duration) {
	store, s := newEpisodes(b)
	defer store.Close(b.Context())
	before, begun := processorTime(), time.Now()
	if _, err := ingest.Import(b.Context(), s.Recording, ingest.Options{Project: "p", BatchEpisodes: batch, Ahead: true}, sources, nil); err != nil {
		b.Fatal(err)
	}
	written, clock = processorTime()-before, time.Since(begun)
	if err := store.CountUncounted(b.Context(), "p"); err != nil {
		b.Fatal(err)
	}
	return written, processorTime() - before, clock
}

// BenchmarkRecord_besideImport records episodes one by one in one project while another one is filled with 200 episodes a
// call. It reports how long the writes waited at the median and at most, and the rate of the import.
func BenchmarkRecord_besideImport(b *testing.B) {
	store, s := newEpisodes(b)
	defer store.Close(b.Context())
	ctx, cancel := context.WithCancel(b.Context())
	var importer sync.WaitGroup
	imported := 0
	importer.Go(func() {
		for ; ctx.Err() == nil; imported += 200 {
			batch := make([]episodic.Episode, 200)
			for i := range batch {
				batch[i] = wordyEpisode(int64(imported + i))
			}
			_, err := s.Recording.RecordAll(ctx, "import", batch, false, episodic.StateIndexed)
			if err != nil && ctx.Err() == nil {
				b.Error(err)
			}
		}
	})
	var waits []time.Duration
	begun := time.Now()
	for i := int64(0); b.Loop(); i++ {
		at := time.Now()
		if _, err := s.Recording.Record(b.Context(), "other", wordyEpisode(i), episodic.StateIndexed); err != nil {
			b.Fatal(err)
		}
		waits = append(waits, time.Since(at))
		time.Sleep(5 * time.Millisecond)
	}
	took := time.Since(begun)
	cancel()
	importer.Wait()
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)/2].Milliseconds()), "p50-ms")
	b.ReportMetric(float64(waits[len(waits)-1].Milliseconds()), "max-ms")
	b.ReportMetric(float64(imported)/took.Seconds(), "imported/s")
}
