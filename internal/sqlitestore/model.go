package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/episodic/put_model.sql
	putModel statement
	//go:embed sql/episodic/get_model.sql
	getModel statement
	//go:embed sql/episodic/drop_models.sql
	dropModels statement
)

// PutModel implements [episodic.Store].
func (s *Store) PutModel(ctx context.Context, project string, data episodic.ModelData) error {
	err := s.write(ctx, func(t *tx) error {
		if _, err := t.project(project); err != nil {
			return err
		}
		return t.exec(putModel, params{
			"project": project, "fingerprint": data.Fingerprint, "provider": data.Provider, "model": data.Model,
			"dimension": data.Dimension, "bytes": append([]byte{}, data.Bytes...),
		})
	})
	if err != nil {
		return fmt.Errorf("keep a model of %q: %w", project, err)
	}
	return nil
}

// GetModel implements [episodic.Store].
func (s *Store) GetModel(ctx context.Context, project, fingerprint string) (episodic.ModelData, error) {
	out := episodic.ModelData{Fingerprint: fingerprint}
	found := false
	err := s.read(ctx, getModel, params{"project": project, "fingerprint": fingerprint}, func(r *row) {
		found = true
		out.Provider, out.Model, out.Dimension = r.text("provider"), r.text("model"), r.integer("dimension")
		out.Bytes = r.bytes("bytes")
	})
	if err == nil && !found {
		err = episodic.ErrNotFound
	}
	if err != nil {
		return episodic.ModelData{}, fmt.Errorf("get a model of %q: %w", project, err)
	}
	return out, nil
}

// DropUnusedModels implements [episodic.Store].
func (s *Store) DropUnusedModels(ctx context.Context, project string) error {
	err := s.write(ctx, func(t *tx) error {
		keep := []string{}
		if err := t.query(getIndexState, params{"project": project}, func(r *row) { keep = r.indexState().Fingerprints() }); err != nil {
			return err
		}
		return t.exec(dropModels, params{"project": project, "keep": keep})
	})
	if err != nil {
		return fmt.Errorf("drop unused models of %q: %w", project, err)
	}
	return nil
}
