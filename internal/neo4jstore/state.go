package neo4jstore

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

// lockProject locks a project for the writer of a transaction, unless the episodes with hashes are
// as they should be. A new one is created with the first state of its index. It also returns the
// heads of these episodes, nil without any. It refuses what [tx.refuseNewer] refuses.
func lockProject(t *tx, project string, begin write.Begin) (factors layerState, heads map[string]episodic.Head, err error) {
	state, err := json.Marshal(episodic.FirstIndexState())
	if err != nil {
		return factors, nil, fmt.Errorf("write the state of a new index: %w", err)
	}
	p, err := t.store.versioned(params{"project": project, "now": begin.Now, "indexState": string(state), "episodes": hashRows(begin.Hashes)})
	if err != nil {
		return factors, nil, err
	}
	if len(begin.Hashes) > 0 {
		heads = make(map[string]episodic.Head, len(begin.Hashes))
	}
	err = t.queryUnlessNewer(cypher.LockProject, p, func(r *row) {
		factors = r.layerState()
		for _, h := range r.rows("heads") {
			heads[h.text("id")] = h.head()
		}
	})
	return factors, heads, err
}

// hashRows are episodes with their hashes, as statements take them, by id.
func hashRows(hashes map[string]string) []params {
	rows := make([]params, 0, len(hashes))
	for _, id := range slices.Sorted(maps.Keys(hashes)) {
		rows = append(rows, params{"id": id, "hash": hashes[id]})
	}
	return rows
}

// GetIndexState implements [episodic.Store].
func (s *Store) GetIndexState(ctx context.Context, project string) (episodic.IndexState, error) {
	state, found, err := readOne(ctx, s, cypher.GetIndexState, params{"project": project}, (*row).indexState)
	if err == nil && !found {
		err = episodic.ErrProjectNotFound
	}
	if err != nil {
		return episodic.IndexState{}, fmt.Errorf("get the state of the index of project %q: %w", project, err)
	}
	return state, nil
}

// ListIndexStates implements [episodic.Store].
func (s *Store) ListIndexStates(ctx context.Context) (map[string]episodic.IndexState, error) {
	found, err := read(ctx, s, cypher.ListIndexStates, nil, func(r *row) keyed[episodic.IndexState] {
		return keyed[episodic.IndexState]{r.text("name"), r.indexState()}
	})
	if err != nil {
		return nil, fmt.Errorf("list the states of the indexes: %w", err)
	}
	out := make(map[string]episodic.IndexState, len(found))
	for _, f := range found {
		out[f.key] = f.value
	}
	return out, nil
}

// SetIndexState implements [episodic.Store].
func (s *Store) SetIndexState(ctx context.Context, project string, next episodic.IndexState) error {
	state, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("write the state of the index of project %q: %w", project, err)
	}
	err = s.write(ctx, func(t *tx) error {
		failed := episodic.ErrProjectNotFound
		p := params{"project": project, "state": string(state), "version": next.Version}
		err := t.query(cypher.SetIndexState, p, func(r *row) {
			if failed = episodic.ErrIndexMoved; r.flag("taken") {
				failed = nil
			}
		})
		if err != nil {
			return err
		}
		return failed
	})
	if err != nil {
		return fmt.Errorf("set the state of the index of project %q to version %d: %w", project, next.Version, err)
	}
	return nil
}

// indexState reads the state of a project's index.
func (r *row) indexState() episodic.IndexState {
	text := r.maybeText("state")
	if text == "" {
		return episodic.OldIndexState()
	}
	var state episodic.IndexState
	if err := json.Unmarshal([]byte(text), &state); err != nil {
		r.fail("column %q: %w", "state", err)
	}
	return state
}
