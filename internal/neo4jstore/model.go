package neo4jstore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// partBytes is how much of a model one node holds: Neo4j reads a property whole.
const partBytes = 512 << 10

// modelReads is how often a model is read that is being replaced meanwhile.
const modelReads = 3

// errTornModel says that the parts read are not those of one model.
var errTornModel = errors.New("its parts do not fit together")

// PutModel implements [episodic.Store].
func (s *Store) PutModel(ctx context.Context, project string, data episodic.ModelData) error {
	err := s.write(ctx, func(t *tx) error {
		found, err := lockPresent(t, project)
		if err != nil {
			return err
		}
		if !found {
			return episodic.ErrProjectNotFound
		}
		if err := t.exec(cypher.RemoveModel, params{"project": project, "fingerprint": data.Fingerprint}); err != nil {
			return err
		}
		for number, properties := range modelParts(data) {
			p := params{"project": project, "fingerprint": data.Fingerprint, "number": number, "properties": properties}
			if err := t.exec(cypher.RecordModelPart, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep model %s of project %q: %w", data.Fingerprint, project, err)
	}
	return nil
}

// modelParts are the properties of the parts of a model, at least one. Each says how many
// there are and what all bytes together are, because a read may meet a replacement.
func modelParts(data episodic.ModelData) []params {
	n := max(1, (len(data.Bytes)+partBytes-1)/partBytes)
	parts := make([]params, n)
	for i := range parts {
		from := i * partBytes
		parts[i] = params{
			"label": fmt.Sprintf("part %d of %d", i+1, n), "parts": n, "digest": digest(data.Bytes),
			"provider": data.Provider, "model": data.Model, "dimension": data.Dimension,
			"bytes": data.Bytes[from:min(from+partBytes, len(data.Bytes))],
		}
	}
	return parts
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// GetModel implements [episodic.Store].
func (s *Store) GetModel(ctx context.Context, project, fingerprint string) (data episodic.ModelData, err error) {
	for range modelReads {
		if data, err = s.readModel(ctx, project, fingerprint); !errors.Is(err, errTornModel) {
			break
		}
	}
	if err != nil {
		return episodic.ModelData{}, fmt.Errorf("get model %s of project %q: %w", fingerprint, project, err)
	}
	return data, nil
}

// readModel reads the parts of a model, which another transaction may be replacing.
func (s *Store) readModel(ctx context.Context, project, fingerprint string) (episodic.ModelData, error) {
	data := episodic.ModelData{Fingerprint: fingerprint}
	var pieces [][]byte
	parts, sum := 0, ""
	err := s.read(ctx, cypher.GetModel, params{"project": project, "fingerprint": fingerprint}, func(r *row) {
		pieces = append(pieces, column[[]byte](r, "bytes", false))
		parts, sum = r.integer("parts"), r.text("digest")
		data.Provider, data.Model, data.Dimension = r.text("provider"), r.text("model"), r.integer("dimension")
	})
	if err != nil {
		return data, err
	}
	if len(pieces) == 0 {
		return data, episodic.ErrNotFound
	}
	data.Bytes = bytes.Join(pieces, nil)
	if len(pieces) != parts || digest(data.Bytes) != sum {
		return data, errTornModel
	}
	return data, nil
}

// DropModels implements [episodic.Store].
func (s *Store) DropModels(ctx context.Context, project string, keep []string) error {
	err := s.write(ctx, func(t *tx) error {
		return t.exec(cypher.DropModels, params{"project": project, "keep": distinct(keep)})
	})
	if err != nil {
		return fmt.Errorf("drop models of project %q: %w", project, err)
	}
	return nil
}
