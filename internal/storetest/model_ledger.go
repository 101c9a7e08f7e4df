package storetest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// modelLedger keeps entries in a list and searches all of it for each answer.
type modelLedger struct {
	entries []ledger.Entry
}

func (m *modelLedger) find(id ledger.ID) int {
	return slices.IndexFunc(m.entries, func(e ledger.Entry) bool { return e.ID == id })
}

// AddEntry implements [ledger.Store].
func (m *modelLedger) AddEntry(_ context.Context, e ledger.Entry) error {
	if m.find(e.ID) >= 0 {
		return ledger.ErrExists
	}
	e.Version = 1
	m.entries = append(m.entries, e)
	return nil
}

// GetEntries implements [ledger.Store].
func (m *modelLedger) GetEntries(_ context.Context, kind, project string, keys []string) ([]ledger.Entry, error) {
	var out []ledger.Entry
	for _, e := range m.entries {
		if e.Kind == kind && e.Project == project && slices.Contains(keys, e.Key) {
			out = append(out, e)
		}
	}
	return out, nil
}

// ListEntries implements [ledger.Store].
func (m *modelLedger) ListEntries(_ context.Context, q ledger.Query) ([]ledger.Entry, error) {
	var out []ledger.Entry
	for _, e := range m.entries {
		if e.Kind == q.Kind && e.Project == q.Project && (q.Before == "" || e.Key < q.Before) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b ledger.Entry) int { return cmp.Compare(b.Key, a.Key) })
	return out[:min(len(out), q.Limit)], nil
}

// ListEntryProjects implements [ledger.Store].
func (m *modelLedger) ListEntryProjects(_ context.Context, kind string) ([]string, error) {
	var out []string
	for _, e := range m.entries {
		if e.Kind == kind {
			out = append(out, e.Project)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// change checks that an entry has the version.
func (m *modelLedger) change(id ledger.ID, version int) (at int, err error) {
	at = m.find(id)
	switch {
	case at < 0:
		return at, ledger.ErrNotFound
	case m.entries[at].Version != version:
		return at, ledger.ErrMoved
	}
	return at, nil
}

// ReplaceEntry implements [ledger.Store].
func (m *modelLedger) ReplaceEntry(_ context.Context, e ledger.Entry) error {
	at, err := m.change(e.ID, e.Version-1)
	if err == nil {
		held := &m.entries[at]
		held.Version, held.Data, held.ExpiresAt = e.Version, e.Data, e.ExpiresAt
	}
	return err
}

// RemoveEntry implements [ledger.Store].
func (m *modelLedger) RemoveEntry(_ context.Context, id ledger.ID, version int) error {
	at, err := m.change(id, version)
	if err == nil {
		m.entries = slices.Delete(m.entries, at, at+1)
	}
	return err
}

// SweepEntries implements [ledger.Store].
func (m *modelLedger) SweepEntries(_ context.Context, now time.Time, limit int) (int, error) {
	before := len(m.entries)
	m.entries = slices.DeleteFunc(m.entries, func(e ledger.Entry) bool {
		limit--
		return limit >= 0 && !e.ExpiresAt.After(now)
	})
	return before - len(m.entries), nil
}

// purge removes the entries about a purged project.
func (m *modelLedger) purge(project string) {
	m.entries = slices.DeleteFunc(m.entries, func(e ledger.Entry) bool { return e.Project == project && !e.Outlives })
}
