package neo4jstore

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
)

var _ ledger.Store = (*Store)(nil)

// AddEntry implements [ledger.Store].
func (s *Store) AddEntry(ctx context.Context, e ledger.Entry) error {
	e.Version = 1
	p := wholeEntry(e)
	p["holder"] = e.Holder
	err := s.write(ctx, func(t *tx) error {
		added := false
		if err := t.query(cypher.AddEntry, p, func(r *row) { added = r.flag("added") }); err != nil {
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
	return t.exec(cypher.PutEntry, p)
}

// wholeEntry returns the parameters of a new entry.
func wholeEntry(e ledger.Entry) params {
	p := entryParams(e.ID)
	p["data"], p["outlives"] = pack(e.Version, e.Data), e.Outlives
	p["createdAt"], p["expiresAt"] = e.CreatedAt.UTC(), e.ExpiresAt.UTC()
	return p
}

// GetEntries implements [ledger.Store].
func (s *Store) GetEntries(ctx context.Context, kind, project string, keys []string) ([]ledger.Entry, error) {
	out, err := s.readEntries(ctx, cypher.GetEntries, kind, project, params{"kind": kind, "project": project, "keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d entries %s: %w", len(keys), kind, err)
	}
	return out, nil
}

// ListEntries implements [ledger.Store].
func (s *Store) ListEntries(ctx context.Context, q ledger.Query) ([]ledger.Entry, error) {
	p := params{"kind": q.Kind, "project": q.Project, "before": q.End(), "limit": q.Limit}
	out, err := s.readEntries(ctx, cypher.ListEntries, q.Kind, q.Project, p)
	if err != nil {
		return nil, fmt.Errorf("list entries %s: %w", q.Kind, err)
	}
	return out, nil
}

// ListEntryProjects implements [ledger.Store].
func (s *Store) ListEntryProjects(ctx context.Context, kind string) ([]string, error) {
	out, err := read(ctx, s.apart(), cypher.ListEntryProjects, params{"kind": kind}, func(r *row) string { return r.text("project") })
	if err != nil {
		return nil, fmt.Errorf("list the projects of entries %s: %w", kind, err)
	}
	return out, nil
}

func (s *Store) readEntries(ctx context.Context, statement cypher.Statement, kind, project string, p params) ([]ledger.Entry, error) {
	return read(ctx, s.apart(), statement, p, func(r *row) ledger.Entry {
		version, data := r.packed("data")
		return ledger.Entry{
			ID: ledger.ID{Kind: kind, Project: project, Key: r.text("key")}, Version: version, Data: data,
			CreatedAt: r.time("createdAt"), ExpiresAt: r.time("expiresAt"), Outlives: r.flag("outlives"),
		}
	})
}

// versionBytes is how long the version is that the data of an entry begin with. A read may
// meet a change and see some properties from before it and some from after it; one property
// is always whole, so the version of the data is kept with them.
const versionBytes = 8

func pack(version int, data []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(version)), data...) //nolint:gosec // versions count from 1
}

// packed reads what pack made.
func (r *row) packed(name string) (version int, data []byte) {
	packed := column[[]byte](r, name, false)
	if len(packed) < versionBytes {
		r.fail("column %q holds %d bytes, which is no version", name, len(packed))
		return 0, nil
	}
	return int(binary.BigEndian.Uint64(packed)), packed[versionBytes:] //nolint:gosec // pack wrote it
}

// ReplaceEntry implements [ledger.Store].
func (s *Store) ReplaceEntry(ctx context.Context, e ledger.Entry) error {
	p := entryParams(e.ID)
	p["version"], p["data"], p["holder"], p["expiresAt"] = e.Version, pack(e.Version, e.Data), e.Holder, e.ExpiresAt.UTC()
	if err := s.changeEntry(ctx, cypher.ReplaceEntry, p); err != nil {
		return fmt.Errorf("replace entry %s %q: %w", e.Kind, e.Key, err)
	}
	return nil
}

// RemoveEntry implements [ledger.Store].
func (s *Store) RemoveEntry(ctx context.Context, id ledger.ID, version int) error {
	p := entryParams(id)
	p["version"] = version
	if err := s.changeEntry(ctx, cypher.RemoveEntry, p); err != nil {
		return fmt.Errorf("remove entry %s %q: %w", id.Kind, id.Key, err)
	}
	return nil
}

// changeEntry runs a statement that changes an entry of one version. Its commit may have
// come through although its answer did not; a repetition would then find the entry moved.
func (s *Store) changeEntry(ctx context.Context, statement cypher.Statement, p params) error {
	return s.write(ctx, func(t *tx) error {
		found, taken := false, false
		err := t.query(statement, p, func(r *row) { found, taken = r.flag("present"), r.flag("taken") })
		switch {
		case err != nil:
			return err
		case !found:
			return ledger.ErrNotFound
		case !taken:
			return ledger.ErrMoved
		}
		return nil
	})
}

// holdFences returns [episodic.ErrOvertaken] unless all fences of the call hold. Until the
// transaction ends, nobody else takes their entries; so it is the last thing that one does.
func (t *tx) holdFences() error {
	fences := ledger.Fences(t.ctx)
	if len(fences) == 0 {
		return nil
	}
	entries, holders := make([]params, len(fences)), map[ledger.ID]string{}
	for i, f := range fences {
		entries[i] = entryParams(f.ID)
	}
	err := t.query(cypher.LockHolders, params{"entries": entries}, func(r *row) {
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
	err := s.write(ctx, func(t *tx) error {
		return t.query(cypher.SweepEntries, params{"now": now.UTC(), "limit": limit}, func(r *row) { swept = r.integer("swept") })
	})
	if err != nil {
		return 0, fmt.Errorf("sweep entries: %w", err)
	}
	return swept, nil
}

// purgeEntryBatch is how many entries one transaction of a purge removes.
const purgeEntryBatch = 1000

// purgeEntries removes what was asked for about a project.
func (s *Store) purgeEntries(ctx context.Context, project string) error {
	for purged := purgeEntryBatch; purged == purgeEntryBatch; {
		err := s.write(ctx, func(t *tx) error {
			p := params{"project": project, "limit": purgeEntryBatch}
			return t.query(cypher.PurgeEntries, p, func(r *row) { purged = r.integer("purged") })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func entryParams(id ledger.ID) params {
	return params{"project": id.Project, "kind": id.Kind, "key": id.Key}
}
