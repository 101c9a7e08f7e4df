package ledger

import (
	"context"
	"sync"
)

// Changed counts what writes changed.
type Changed struct {
	// Things are what the write is about: episodes, events, factors or patterns.
	Things int
	// Events are the execution events that went with a project.
	Events int
}

func (c Changed) and(more Changed) Changed {
	return Changed{c.Things + more.Things, c.Events + more.Events}
}

// Note is an entry that a store keeps in the transactions of the writes that it is about: it is there if and only
// if they are. It counts what they changed. It is safe for concurrent use.
type Note struct {
	entry func(Changed) Entry

	mu      sync.Mutex
	changed Changed
	version int
}

// NewNote returns a note whose entry, after so many changes, entry returns.
func NewNote(entry func(Changed) Entry) *Note { return &Note{entry: entry} }

// noteKey is the key of the note of a context.
type noteKey struct{}

// WithNote returns a context for writes that a note is about; nil is none.
func WithNote(ctx context.Context, n *Note) context.Context {
	return context.WithValue(ctx, noteKey{}, n)
}

// NoteOf returns the note of a context; nil is none.
func NoteOf(ctx context.Context) *Note {
	n, _ := ctx.Value(noteKey{}).(*Note)
	return n
}

// Put calls put with the entry of the note, as it will be when a transaction with so many more changes is committed.
// The note itself stays as it is, so that a transaction can be tried again. Without a note it does nothing.
func (n *Note) Put(more Changed, put func(Entry) error) error {
	if n == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	e := n.entry(n.changed.and(more))
	e.Version = n.version + 1
	return put(e)
}

// Committed says that the transaction with so many more changes is committed.
func (n *Note) Committed(more Changed) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.changed, n.version = n.changed.and(more), n.version+1
}
