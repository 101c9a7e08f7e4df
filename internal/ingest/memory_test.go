package ingest_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/write"
)

// recorded records like the service does, in memory, so that a test can choose when a write
// fails. Imports into real stores are tested with real servers.
type recorded struct {
	t  *testing.T
	mu sync.Mutex
	// revisions holds the prepared contents by id, oldest first.
	revisions map[string][]episodic.Prepared
	batches   [][]string
	deleted   map[string]bool
	// fail is called before each write.
	fail func(ids []string) error
}

func newMemory(t *testing.T) *recorded {
	return &recorded{t: t, revisions: map[string][]episodic.Prepared{}, deleted: map[string]bool{}}
}

func (m *recorded) RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, _ episodic.State) ([]episodic.Receipt, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var ids []string
	var prepared []episodic.Prepared
	for _, e := range episodes {
		p, err := intake.Prepare(e)
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids, p.Episode.ID) {
			m.t.Errorf("a batch has %s twice", p.Episode.ID)
		}
		ids, prepared = append(ids, p.Episode.ID), append(prepared, p)
	}
	if err := write.AwaitTurn(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		if err := m.fail(ids); err != nil {
			return nil, fmt.Errorf("record: %w", err)
		}
	}
	m.batches = append(m.batches, ids)
	var receipts []episodic.Receipt
	for _, p := range prepared {
		receipts = append(receipts, m.record(p))
	}
	write.PassTurn(ctx)
	return receipts, nil
}

func (m *recorded) record(p episodic.Prepared) episodic.Receipt {
	id := p.Episode.ID
	known := m.revisions[id]
	change := episodic.ChangeRevised
	switch {
	case len(known) == 0:
		change = episodic.ChangeCreated
	case known[len(known)-1].Hash == p.Hash:
		change = episodic.ChangeUnchanged
	}
	delete(m.deleted, id)
	if change != episodic.ChangeUnchanged {
		m.revisions[id] = append(known, p)
	}
	return episodic.Receipt{Episode: id, Revision: len(m.revisions[id]), Hash: p.Hash, Change: change, State: episodic.StateIndexed}
}

func (m *recorded) Revisions(_ context.Context, project string, ids []string, _ episodic.Slice) (map[string][]episodic.Revision, error) {
	if len(m.revisions) == 0 {
		return nil, fmt.Errorf("project %q: %w", project, episodic.ErrProjectNotFound)
	}
	out := map[string][]episodic.Revision{}
	for _, id := range ids {
		for i, p := range m.revisions[id] {
			out[id] = append([]episodic.Revision{{Number: i + 1, Hash: p.Hash, Episode: p.Episode}}, out[id]...)
		}
	}
	return out, nil
}

// OfSessions returns the last contents with one of the ids or of one of the sessions.
func (m *recorded) OfSessions(_ context.Context, project string, ids, sessions []string) (out []episodic.Episode, err error) {
	if len(m.revisions) == 0 {
		return nil, fmt.Errorf("project %q: %w", project, episodic.ErrProjectNotFound)
	}
	for id, list := range m.revisions {
		e := list[len(list)-1].Episode
		if !m.deleted[id] && (slices.Contains(ids, id) || slices.Contains(sessions, e.Session)) {
			out = append(out, e)
		}
	}
	return out, nil
}

// Delete hides an episode.
func (m *recorded) Delete(_ context.Context, _, id string) error {
	m.deleted[id] = true
	return nil
}

// hashes returns the contents by id, oldest first.
func (m *recorded) hashes() map[string][]string {
	out := map[string][]string{}
	for id, list := range m.revisions {
		for _, p := range list {
			out[id] = append(out[id], p.Hash)
		}
	}
	return out
}
