package sqlitestore_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/google/go-cmp/cmp"
)

// TestIndex_Nearest_firstHoldsUpNothingElse lets twice as many searches as there are connections wait for
// the one that reads the vectors: other reads go on, and a search whose time runs out ends.
func TestIndex_Nearest_firstHoldsUpNothingElse(t *testing.T) {
	s, err := sqlitestore.Open(sqlitestore.Options{Path: filepath.Join(t.TempDir(), "causeway.db"), Timeout: 5 * time.Second})
	must(t, err)
	defer func() { must(t, s.Close(context.Background())) }()
	must(t, s.Migrate(t.Context()))
	x := s.Index()
	put(t, x, "p", vectored("a", []float32{1, 0}))
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: []float32{1, 0}, Name: episodic.VectorChunk, Limit: 1}
	leave, err := s.HoldFirstRead(t.Context(), q.IndexGeneration)
	must(t, err)
	answers := make(chan error, 16)
	for range cap(answers) {
		go func() {
			hits, err := x.Nearest(t.Context(), q)
			if err == nil && len(hits) != 1 {
				err = errors.New("nothing was found")
			}
			answers <- err
		}()
	}
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := x.Nearest(short, q); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("a search without time to wait: %v", err)
	}
	if n := len(answers); n > 0 {
		t.Errorf("%d searches did not wait", n)
	}
	began := time.Now()
	if _, err := s.ListProjects(t.Context()); err != nil {
		t.Errorf("another read after %v: %v", time.Since(began), err)
	}
	leave()
	for range cap(answers) {
		must(t, <-answers)
	}
}

// TestIndex_Nearest_goesOnWhereTimeRanOut asks with ever more time until a first search has read all vectors: what the ones before
// read stays, and in the end nothing is missing or there twice.
func TestIndex_Nearest_goesOnWhereTimeRanOut(t *testing.T) {
	for name, exact := range map[string]int{"vectors": 1_000_000, "codes": 1_000} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "causeway.db")
			s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Minute})
			must(t, err)
			must(t, s.Migrate(t.Context()))
			putRandom(t, s.Index(), 5_000)
			q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: make([]float32, dimension), Name: episodic.VectorChunk, Limit: 10_000}
			q.Vector[0] = 1
			s.ExactVectors(exact)
			want, err := s.Index().Nearest(t.Context(), q)
			must(t, err)
			must(t, s.Close(context.Background()))
			s, err = sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Minute})
			must(t, err)
			defer func() { must(t, s.Close(context.Background())) }()
			s.ExactVectors(exact)
			parts, last := 0, 0
			for patience := time.Millisecond; ; patience += max(time.Millisecond, patience/8) {
				short, cancel := context.WithTimeout(t.Context(), patience)
				got, err := s.Index().Nearest(short, q)
				cancel()
				if err == nil {
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("after %d parts (-want +got):\n%.2000s", parts, diff)
					}
					break
				}
				if !errors.Is(err, episodic.ErrTimeout) {
					t.Fatal(err)
				}
				held, coded, _ := s.VectorsInMemory()
				if held+coded < last {
					t.Fatalf("%d vectors are in memory, and %d were", held+coded, last)
				}
				if held+coded > last {
					parts++
				}
				last = held + coded
			}
			if parts == 0 {
				t.Error("nothing was read in parts")
			}
		})
	}
}

// BenchmarkStore_readWhileVectorsLoad asks for the projects while eight searches, the first since the file
// was opened, read 100,000 vectors, and reports the longest and the median wait.
func BenchmarkStore_readWhileVectorsLoad(b *testing.B) {
	path := filepath.Join(b.TempDir(), "causeway.db")
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Minute})
	must(b, err)
	must(b, s.Migrate(b.Context()))
	putRandom(b, s.Index(), 100_000)
	q := episodic.ChunkQuery{IndexGeneration: first("p"), Vector: make([]float32, dimension), Name: episodic.VectorChunk, Limit: 10}
	q.Vector[0] = 1
	var waits []time.Duration
	for range b.N {
		must(b, s.Close(context.Background()))
		s, err = sqlitestore.Open(sqlitestore.Options{Path: path, Timeout: time.Minute})
		must(b, err)
		answers := make(chan error, 8)
		for range cap(answers) {
			go func() {
				_, err := s.Index().Nearest(b.Context(), q)
				answers <- err
			}()
		}
		time.Sleep(10 * time.Millisecond)
		for len(answers) < cap(answers) {
			began := time.Now()
			_, err := s.ListProjects(b.Context())
			must(b, err)
			waits = append(waits, time.Since(began))
			time.Sleep(5 * time.Millisecond)
		}
	}
	must(b, s.Close(context.Background()))
	b.ReportMetric(slices.Max(waits).Seconds()*1e3, "longest-ms")
	slices.Sort(waits)
	b.ReportMetric(waits[len(waits)/2].Seconds()*1e3, "median-ms")
}
