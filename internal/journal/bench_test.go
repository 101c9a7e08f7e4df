package journal_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/journal"
)

// bareLog is the least that a log can be: records with a checksum at the end of a file, and an fsync that those who
// wait share. It finds nothing again and refuses nothing.
type bareLog struct {
	mu      sync.Mutex
	pending []byte
	waiting []chan error
	working bool
	file    *os.File
}

func newBareLog(b *testing.B) *bareLog {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	must(b, err)
	b.Cleanup(func() { must(b, file.Close()) })
	return &bareLog{file: file}
}

func (l *bareLog) append(records []journal.Record) error {
	done := make(chan error, 1)
	l.mu.Lock()
	for _, r := range records {
		l.pending = binary.BigEndian.AppendUint32(l.pending, uint32(len(r.Body)))
		l.pending = binary.BigEndian.AppendUint32(l.pending, crc32.ChecksumIEEE(r.Body))
		l.pending = append(append(append(l.pending, r.ID...), r.Hash...), r.Body...)
	}
	l.waiting = append(l.waiting, done)
	lead := !l.working
	l.working = true
	l.mu.Unlock()
	for lead {
		l.mu.Lock()
		content, waiting := l.pending, l.waiting
		l.pending, l.waiting = nil, nil
		lead = len(waiting) > 0
		l.working = lead
		l.mu.Unlock()
		if !lead {
			break
		}
		_, err := l.file.Write(content)
		if err == nil {
			err = l.file.Sync()
		}
		for _, c := range waiting {
			c <- err
		}
	}
	return <-done
}

// mixed makes an event of about 500 bytes.
func mixed(number int) journal.Record {
	r := record(number, number)
	r.Body = fmt.Appendf(nil, `{"type":"TASK_COMPLETE","task":"t%d","output":%q}`, number, string(slices.Repeat([]byte("word "), 90)))
	return r
}

// phase lets writers append batches of n by add, rounds times each, and returns how long each call took.
func phase(b *testing.B, writers, rounds, n int, next *int, add func([]journal.Record) error) []time.Duration {
	b.Helper()
	took := make([][]time.Duration, writers)
	var running sync.WaitGroup
	for w := range writers {
		batches := make([][]journal.Record, rounds)
		for i := range batches {
			for range n {
				*next++
				batches[i] = append(batches[i], mixed(*next))
			}
		}
		running.Go(func() {
			for _, batch := range batches {
				start := time.Now()
				if err := add(batch); err != nil {
					b.Error(err)
					return
				}
				took[w] = append(took[w], time.Since(start))
			}
		})
	}
	running.Wait()
	return slices.Concat(took...)
}

// BenchmarkAppend compares, in turns within one run, what an append costs with what the same bytes cost at the end of a bare log. The
// figures are milliseconds, of the journal and of the bare log, and events a second of the time in which it was the journal's turn. An
// applier takes away what was appended, as it does in the service.
func BenchmarkAppend(b *testing.B) {
	for _, c := range []struct{ writers, batch int }{{1, 1}, {8, 1}, {16, 1}, {1, 50}, {8, 50}} {
		b.Run(fmt.Sprintf("writers=%d/batch=%d", c.writers, c.batch), func(b *testing.B) {
			j := opened(b, journal.Options{})
			bare := newBareLog(b)
			ours := func(all []journal.Record) error {
				_, err := j.Append(b.Context(), "p", "", all)
				return err
			}
			var mine, theirs []time.Duration
			var busy time.Duration
			next, rounds := 0, max(1, 400/c.writers/c.batch)
			for b.Loop() {
				start := time.Now()
				mine = append(mine, phase(b, c.writers, rounds, c.batch, &next, ours)...)
				busy += time.Since(start)
				theirs = append(theirs, phase(b, c.writers, rounds, c.batch, &next, bare.append)...)
				applyAll(b, j)
			}
			for name, of := range map[string][]time.Duration{"journal": mine, "bare": theirs} {
				slices.Sort(of)
				b.ReportMetric(ms(of[len(of)/2]), name+"-p50-ms")
				b.ReportMetric(ms(of[len(of)*99/100]), name+"-p99-ms")
			}
			b.ReportMetric(ms(mine[len(mine)*99/100]-theirs[len(theirs)*99/100]), "added-p99-ms")
			b.ReportMetric(float64(mine[len(mine)/2])/float64(theirs[len(theirs)/2]), "p50-ratio")
			b.ReportMetric(float64(len(mine)*c.batch)/busy.Seconds(), "events/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// applyAll does what an applier does with all that waits.
func applyAll(b *testing.B, j *journal.Journal) {
	b.Helper()
	for {
		entries, err := j.Pending(b.Context(), journal.StateJournaled, 0, 500)
		must(b, err)
		if len(entries) == 0 {
			return
		}
		must(b, j.MarkApplied(b.Context(), sequences(entries)))
		must(b, j.MarkIndexed(b.Context(), sequences(entries)))
	}
}
