package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/get_index_state.sql
	getIndexState statement
	//go:embed sql/episodic/list_index_states.sql
	listIndexStates statement
	//go:embed sql/episodic/set_index_state.sql
	setIndexState statement
)

// GetIndexState implements [episodic.Store].
func (s *Store) GetIndexState(ctx context.Context, project string) (episodic.IndexState, error) {
	var out episodic.IndexState
	found := false
	err := s.read(ctx, getIndexState, params{"project": project}, func(r *row) { out, found = r.indexState(), true })
	if err == nil && !found {
		err = episodic.ErrProjectNotFound
	}
	if err != nil {
		return episodic.IndexState{}, fmt.Errorf("get the state of the index of %q: %w", project, err)
	}
	return out, nil
}

// ListIndexStates implements [episodic.Store].
func (s *Store) ListIndexStates(ctx context.Context) (map[string]episodic.IndexState, error) {
	out := map[string]episodic.IndexState{}
	err := s.read(ctx, listIndexStates, nil, func(r *row) { out[r.text("name")] = r.indexState() })
	if err != nil {
		return nil, fmt.Errorf("list the states of the indexes: %w", err)
	}
	return out, nil
}

// SetIndexState implements [episodic.Store].
func (s *Store) SetIndexState(ctx context.Context, project string, next episodic.IndexState) error {
	text, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("write the state of the index of %q: %w", project, err)
	}
	err = s.write(ctx, func(t *tx) error {
		if _, err := t.project(project); err != nil {
			return err
		}
		p := params{"project": project, "index_state": string(text), "version": next.Version - 1}
		if err := t.exec(setIndexState, p); err != nil {
			return err
		}
		if t.conn.Changes() == 0 {
			return episodic.ErrIndexMoved
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("set the state of the index of %q: %w", project, err)
	}
	return nil
}

// indexState reads the state of an index.
func (r *row) indexState() episodic.IndexState {
	text := r.maybeText("index_state")
	if text == "" {
		return episodic.OldIndexState()
	}
	var out episodic.IndexState
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		r.fail("column %q: %w", "index_state", err)
	}
	return out
}
