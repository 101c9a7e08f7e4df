package ledger

import (
	"context"
	"errors"
	"time"
)

// Callers distinguish these errors with errors.Is. Stores wrap them.
var (
	// ErrExists means that an entry with that id exists already.
	ErrExists = errors.New("there is such an entry already")
	// ErrNotFound means that no entry has that id.
	ErrNotFound = errors.New("there is no such entry")
	// ErrMoved means that another writer changed the entry since it was read.
	ErrMoved = errors.New("the entry has moved on")
)

// ID identifies an entry.
type ID struct {
	// Kind is the kind of entry, like "job".
	Kind string
	// Project is the project of the entry. It need not exist yet.
	Project string
	// Key is unique among the entries of one kind and project.
	Key string
}

// Entry is one stored request.
type Entry struct {
	ID
	// Version counts the changes from 1.
	Version int
	// Data is opaque to the store.
	Data []byte
	// Holder is who may write behind a [Fence] of this entry; empty for nobody. Reads leave it out.
	Holder string
	// CreatedAt is when the entry was added.
	CreatedAt time.Time
	// ExpiresAt is when it may be removed.
	ExpiresAt time.Time
	// Outlives says that a purge of the project keeps it.
	Outlives bool
}

// Query asks for a page of entries in descending key order.
type Query struct {
	Kind, Project string
	// Before is the exclusive upper bound of the keys; empty for the first page.
	Before string
	// Limit is the maximum number of entries.
	Limit int
}

// End returns the exclusive upper bound of the keys: Before, or a key after every key.
func (q Query) End() string {
	if q.Before == "" {
		return "\U0010ffff"
	}
	return q.Before
}

// Store keeps entries durably. Implementations are safe for concurrent use. An entry that
// has expired is there until it is swept: who reads it looks at its time.
type Store interface {
	// AddEntry keeps a new entry with Version 1. It returns ErrExists when one of that id
	// is there, expired or not.
	AddEntry(ctx context.Context, e Entry) error
	// GetEntries returns the entries of those keys, in no particular order; absent ones are
	// left out. One statement, however many.
	GetEntries(ctx context.Context, kind, project string, keys []string) ([]Entry, error)
	// ListEntries returns a page, by key, greatest first.
	ListEntries(ctx context.Context, q Query) ([]Entry, error)
	// ListEntryProjects returns the projects that entries of a kind are about, by name. They need not exist.
	ListEntryProjects(ctx context.Context, kind string) ([]string, error)
	// ReplaceEntry sets Data, Holder and ExpiresAt of the entry whose version is e.Version - 1, and
	// its version to e.Version. It returns ErrMoved when the version is another one,
	// ErrNotFound without the entry.
	ReplaceEntry(ctx context.Context, e Entry) error
	// RemoveEntry forgets the entry of that version. It returns ErrMoved when the version is
	// another one, ErrNotFound without the entry.
	RemoveEntry(ctx context.Context, id ID, version int) error
	// SweepEntries forgets up to limit entries that have expired at now, and says how many
	// they were.
	SweepEntries(ctx context.Context, now time.Time, limit int) (int, error)
}

// Get returns one entry, or ErrNotFound.
func Get(ctx context.Context, s Store, id ID) (Entry, error) {
	found, err := s.GetEntries(ctx, id.Kind, id.Project, []string{id.Key})
	if err != nil {
		return Entry{}, err
	}
	if len(found) == 0 {
		return Entry{}, ErrNotFound
	}
	return found[0], nil
}

// sweepBatch is how many entries one transaction of [Sweep] forgets.
const sweepBatch = 1000

// Sweep forgets everything that has expired at now.
func Sweep(ctx context.Context, s Store, now time.Time) error {
	for {
		n, err := s.SweepEntries(ctx, now, sweepBatch)
		if err != nil || n < sweepBatch {
			return err
		}
	}
}
