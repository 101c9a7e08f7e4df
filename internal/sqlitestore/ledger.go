package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
)

var (
	//go:embed sql/ledger/add_entry.sql
	addEntry statement
	//go:embed sql/ledger/put_entry.sql
	putEntry statement
	//go:embed sql/ledger/get_entries.sql
	getEntries statement
	//go:embed sql/ledger/list_entries.sql
	listEntries statement
	//go:embed sql/ledger/list_entry_projects.sql
	listEntryProjects statement
	//go:embed sql/ledger/replace_entry.sql
	replaceEntry statement
	//go:embed sql/ledger/remove_entry.sql
	removeEntry statement
	//go:embed sql/ledger/find_holders.sql
	findHolders statement
	//go:embed sql/ledger/sweep_entries.sql
	sweepEntries statement
	//go:embed sql/ledger/purge_entries.sql
	purgeEntries statement
)

var _ ledger.Store = (*Store)(nil)

// AddEntry implements [ledger.Store].
func (s *Store) AddEntry(ctx context.Context, e ledger.Entry) error {
	p := wholeEntry(e)
	err := s.write(ctx, func(t *tx) error {
		added := false
		if err := t.query(addEntry, p, func(*row) { added = true }); err != nil {
			return err
		}
		if !added {
			return ledger.ErrExists
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("add entry %s %q: %w", e.Kind, e.Key, err)
	}
	return nil
}

// PutEntry implements [write.Noter].
func (t *tx) PutEntry(e ledger.Entry) error {
	p := wholeEntry(e)
	p["version"] = e.Version
	return t.exec(putEntry, p)
}

// GetEntries implements [ledger.Store].
func (s *Store) GetEntries(ctx context.Context, kind, project string, keys []string) ([]ledger.Entry, error) {
	var out []ledger.Entry
	p := params{"kind": kind, "project": project, "keys": distinct(keys)}
	if err := s.read(ctx, getEntries, p, func(r *row) { out = append(out, r.entry(kind, project)) }); err != nil {
		return nil, fmt.Errorf("get %d entries %s: %w", len(keys), kind, err)
	}
	return out, nil
}

// ListEntries implements [ledger.Store].
func (s *Store) ListEntries(ctx context.Context, q ledger.Query) ([]ledger.Entry, error) {
	var out []ledger.Entry
	p := params{"kind": q.Kind, "project": q.Project, "before": q.End(), "limit": q.Limit}
	if err := s.read(ctx, listEntries, p, func(r *row) { out = append(out, r.entry(q.Kind, q.Project)) }); err != nil {
		return nil, fmt.Errorf("list entries %s: %w", q.Kind, err)
	}
	return out, nil
}

// ListEntryProjects implements [ledger.Store].
func (s *Store) ListEntryProjects(ctx context.Context, kind string) ([]string, error) {
	var out []string
	if err := s.read(ctx, listEntryProjects, params{"kind": kind}, func(r *row) { out = append(out, r.text("project")) }); err != nil {
		return nil, fmt.Errorf("list the projects of entries %s: %w", kind, err)
	}
	return out, nil
}

func (r *row) entry(kind, project string) ledger.Entry {
	return ledger.Entry{
		ID: ledger.ID{Kind: kind, Project: project, Key: r.text("key")}, Version: r.integer("version"), Data: r.bytes("data"),
		CreatedAt: r.time("created_at"), ExpiresAt: r.time("expires_at"), Outlives: r.flag("outlives"),
	}
}

// ReplaceEntry implements [ledger.Store].
func (s *Store) ReplaceEntry(ctx context.Context, e ledger.Entry) error {
	p := entryParams(e.ID)
	p["version"], p["data"], p["holder"], p["expires_at"] = e.Version, notNil(e.Data), e.Holder, episodic.Instant(e.ExpiresAt)
	if err := s.changeEntry(ctx, replaceEntry, p); err != nil {
		return fmt.Errorf("replace entry %s %q: %w", e.Kind, e.Key, err)
	}
	return nil
}

// RemoveEntry implements [ledger.Store].
func (s *Store) RemoveEntry(ctx context.Context, id ledger.ID, version int) error {
	p := entryParams(id)
	p["version"] = version
	if err := s.changeEntry(ctx, removeEntry, p); err != nil {
		return fmt.Errorf("remove entry %s %q: %w", id.Kind, id.Key, err)
	}
	return nil
}

// changeEntry runs a statement that changes an entry of one version.
func (s *Store) changeEntry(ctx context.Context, st statement, p params) error {
	return s.write(ctx, func(t *tx) error {
		taken, found := false, false
		if err := t.query(st, p, func(*row) { taken = true }); err != nil || taken {
			return err
		}
		get := params{"kind": p["kind"], "project": p["project"], "keys": []any{p["key"]}}
		if err := t.query(getEntries, get, func(*row) { found = true }); err != nil {
			return err
		}
		if found {
			return ledger.ErrMoved
		}
		return ledger.ErrNotFound
	})
}

// holdFences returns [episodic.ErrOvertaken] unless all fences hold. Nobody else writes before the
// transaction ends.
func (t *tx) holdFences(fences []ledger.Fence) error {
	if len(fences) == 0 {
		return nil
	}
	entries, holders := make([]params, len(fences)), map[ledger.ID]string{}
	for i, f := range fences {
		entries[i] = entryParams(f.ID)
	}
	err := t.query(findHolders, params{"entries": entries}, func(r *row) {
		holders[ledger.ID{Kind: r.text("kind"), Project: r.text("project"), Key: r.text("key")}] = r.text("holder")
	})
	if err == nil && !ledger.Hold(fences, holders) {
		err = episodic.ErrOvertaken
	}
	return err
}

// SweepEntries implements [ledger.Store].
func (s *Store) SweepEntries(ctx context.Context, now time.Time, limit int) (int, error) {
	swept := 0
	p := params{"now": episodic.Instant(now), "limit": limit}
	err := s.write(ctx, func(t *tx) error {
		swept = 0
		return t.query(sweepEntries, p, func(*row) { swept++ })
	})
	if err != nil {
		return 0, fmt.Errorf("sweep entries: %w", err)
	}
	return swept, nil
}

func entryParams(id ledger.ID) params {
	return params{"project": id.Project, "kind": id.Kind, "key": id.Key}
}

// wholeEntry returns the parameters of a new entry.
func wholeEntry(e ledger.Entry) params {
	p := entryParams(e.ID)
	p["data"], p["holder"], p["outlives"] = notNil(e.Data), e.Holder, e.Outlives
	p["created_at"], p["expires_at"] = episodic.Instant(e.CreatedAt), episodic.Instant(e.ExpiresAt)
	return p
}

// notNil returns an empty list of bytes for nil, which SQLite would store as null.
func notNil(data []byte) []byte { return append([]byte{}, data...) }
