package journal

import (
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// State says how far a record has come.
type State string

// The states of a record.
const (
	// StateJournaled means that the record is on disk and acknowledged, and that no engine has it.
	StateJournaled State = "JOURNALED"
	// StateApplied means that the graph has it.
	StateApplied State = "APPLIED"
	// StateIndexed means that the graph and the index have it; the journal has given up its body.
	StateIndexed State = "INDEXED"
	// StateFailed means that it was set aside; Reason says why.
	StateFailed State = "FAILED"
)

// States lists the states in the order in which the file numbers them.
func States() []State { return []State{StateJournaled, StateApplied, StateIndexed, StateFailed} }

// Record is what a caller wants to be kept.
type Record struct {
	// ID is a UUID in any of its text forms. It is unique in its project.
	ID string
	// Hash tells contents apart: 1 to 64 bytes. Records with one id and one hash are one.
	Hash []byte
	// Body is the content, which the journal does not look into; at least one byte.
	Body []byte
	// Note is kept with the receipt, which the journal does not look into either; empty for none.
	Note string
}

// Receipt says what became of a record.
type Receipt struct {
	// ID is the UUID in lower case, with hyphens.
	ID string
	// Project is that of the record.
	Project string
	// Sequence orders records as they were acknowledged, across projects. It grows, from 1, with gaps, and no
	// clock has a part in it.
	Sequence int64
	// State says how far the record has come.
	State State
	// Reason says why it was set aside; empty in other states.
	Reason string
	// JournaledAt is the time of the server when it was written to the journal, AppliedAt when the graph had it;
	// zero if that is not so yet.
	JournaledAt, AppliedAt time.Time
	// Note is that of the record; empty for none.
	Note string
	// Unchanged says that an earlier call had brought the record. Only Append and a repeat by key set it.
	Unchanged bool
}

// Entry is a record with its receipt.
type Entry struct {
	Receipt
	// Key is the idempotency key of the call that brought it, empty for none.
	Key string
	// Hash and Body are those of the record.
	Hash, Body []byte
}

// ErrInUse means that another process holds the journal.
var ErrInUse = errors.New("another process holds the journal")

// ErrClosed means that the journal was closed.
var ErrClosed = errors.New("the journal is closed")

// ExhaustedError means that so much waits to be applied that nothing more is taken. Nothing of the call was kept.
type ExhaustedError struct {
	// Records and Bytes are what waits, set-aside records included.
	Records, Bytes int64
	// RetryAfter is when to try again, at least a second.
	RetryAfter time.Duration
}

// Error says what waits.
func (e *ExhaustedError) Error() string {
	return fmt.Sprintf("the journal is full: %d records of %d bytes wait to be applied; try again in %v", e.Records, e.Bytes, e.RetryAfter)
}

// ConflictError means that an id, or an idempotency key, stands for another content already. It is an
// [episodic.ErrConflict]. Nothing of the call was kept.
type ConflictError struct {
	// Positions are the places of the records in the call, from 0; none if the key is the reason.
	Positions []int
	// IDs are their ids.
	IDs []string
	// Key is the idempotency key that was used for another call; else empty.
	Key string
}

// Error names the first id, or the key.
func (e *ConflictError) Error() string {
	if e.Key != "" {
		return fmt.Sprintf("the idempotency key %q was used for another call", e.Key)
	}
	return fmt.Sprintf("record %s is there with another content (%d of the call)", e.IDs[0], len(e.IDs))
}

// Is makes errors.Is(err, episodic.ErrConflict) true.
func (e *ConflictError) Is(target error) bool { return target == episodic.ErrConflict }
