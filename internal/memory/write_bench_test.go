package memory_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
)

// BenchmarkRecord_writers records episodes one by one, indexed when the call returns, with one writer
// and with eight at once. Beside the processor time of the writes it reports that until the factors of all are
// derived and their links counted.
func BenchmarkRecord_writers(b *testing.B) {
	for _, writers := range []int{1, 8} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) { benchmarkWriters(b, writers) })
	}
}

func benchmarkWriters(b *testing.B, writers int) {
	store, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(b.TempDir(), "c.db")})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close(b.Context())
	if err := store.Migrate(b.Context()); err != nil {
		b.Fatal(err)
	}
	s := memory.NewEpisodes(memory.EpisodeParts{Store: store, Index: store.Index()}, time.Now)
	var next atomic.Int64
	var wg sync.WaitGroup
	before := processorTime()
	b.ResetTimer()
	for range writers {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				if _, err := s.Recording.Record(b.Context(), "p", wordyEpisode(i), episodic.StateIndexed); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
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
