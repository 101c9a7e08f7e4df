package journal

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
	"os"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
)

var (
	//go:embed sql/record/sum_states.sql
	sumStates statement
	//go:embed sql/record/find_oldest.sql
	findOldest statement
)

// Backlog is how much is in a state.
type Backlog struct {
	// Records is how many records there are, Bytes the size of their bodies.
	Records, Bytes int64
}

// Stats says what the journal holds.
type Stats struct {
	// Journaled waits for the graph, Applied for the index; Failed is set aside.
	Journaled, Applied, Failed Backlog
	// OldestAt is when the oldest record that waits was journaled; zero if none waits.
	OldestAt time.Time
	// MostRecords and MostBytes bound what waits, set-aside records included.
	MostRecords, MostBytes int64
	// FileBytes is the size of the files.
	FileBytes int64
	// Damaged is how many records are known that cannot be read.
	Damaged int64
}

// Stats returns what the journal holds now.
func (j *Journal) Stats(ctx context.Context) (Stats, error) {
	s := j.numbers.stats()
	s.MostRecords, s.MostBytes = j.options.MaxRecords, j.options.MaxBytes
	for _, d := range j.Damaged() {
		s.Damaged += d.Last - d.First + 1
	}
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(j.options.Path + end); err == nil {
			s.FileBytes += info.Size()
		}
	}
	err := j.view(ctx, func(conn *sqlite.Conn) error {
		err := query(conn, findOldest, nil, func(r row) { s.OldestAt = r.micros("journaled_at") })
		if isDamage(err) {
			return nil // Damaged tells
		}
		return err
	})
	if err != nil {
		return s, fmt.Errorf("look for the oldest record: %w", err)
	}
	return s, nil
}

const (
	// retrySoon is when to come back while records are being applied, retryLate while they are not.
	retrySoon, retryLate = time.Second, 15 * time.Second
	// drainTime is how long ago a record may have left for the applier to count as getting on.
	drainTime = 10 * time.Second
)

// numbers counts what is in each state. It is safe for concurrent use.
type numbers struct {
	most Backlog
	now  func() time.Time

	mu sync.Mutex
	// held is what each state has, reserved what calls under way will bring at most.
	held     [stateCount]Backlog
	reserved Backlog
	// drainedAt is when a body left last.
	drainedAt time.Time
	// changed is closed when appliers have something to do.
	changed chan struct{}
}

// Changed returns a channel that is closed once a record was appended, applied or retried after the call of Changed. An applier
// calls it, looks at what is pending, and waits for the channel if there is nothing.
func (j *Journal) Changed() <-chan struct{} {
	j.numbers.mu.Lock()
	defer j.numbers.mu.Unlock()
	return j.numbers.changed
}

// reserve takes room for a call, or returns an [ExhaustedError].
func (n *numbers) reserve(records, bytes int64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	waiting := n.reserved
	for _, state := range []int{journaled, applied, failed} {
		waiting.Records += n.held[state].Records
		waiting.Bytes += n.held[state].Bytes
	}
	if waiting.Records+records > n.most.Records || waiting.Bytes+bytes > n.most.Bytes {
		after := retryLate
		if since := n.now().Sub(n.drainedAt); since >= 0 && since < drainTime {
			after = retrySoon
		}
		return &ExhaustedError{Records: waiting.Records, Bytes: waiting.Bytes, RetryAfter: after}
	}
	n.reserved.Records += records
	n.reserved.Bytes += bytes
	return nil
}

// release gives back what a call had reserved; what it brought is counted by then.
func (n *numbers) release(records, bytes int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.reserved.Records -= records
	n.reserved.Bytes -= bytes
}

// add counts what calls have changed that were committed.
func (n *numbers) add(group []*call) {
	n.mu.Lock()
	defer n.mu.Unlock()
	wakes := false
	for _, c := range group {
		for state := range n.held {
			n.held[state].Records += c.change.records[state]
			n.held[state].Bytes += c.change.bytes[state]
		}
		wakes = wakes || c.change.wakes
		if c.change.records[indexed] > 0 {
			n.drainedAt = n.now()
		}
	}
	if wakes {
		close(n.changed)
		n.changed = make(chan struct{})
	}
}

func (n *numbers) stats() Stats {
	n.mu.Lock()
	defer n.mu.Unlock()
	return Stats{Journaled: n.held[journaled], Applied: n.held[applied], Failed: n.held[failed]}
}
