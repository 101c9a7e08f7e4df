package neo4jstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// partBytes is how much of a model one node holds: Neo4j reads a property whole.
const partBytes = 512 << 10

// PutModel implements [episodic.Store].
func (s *Store) PutModel(ctx context.Context, project string, data episodic.ModelData) error {
	err := s.write(ctx, func(t *tx) error {
		_, found, err := lockPresent(t, project)
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
// there are and what all of them are together, because a read may meet a replacement.
func modelParts(data episodic.ModelData) []params {
	pieces := slices.Collect(slices.Chunk(data.Bytes, partBytes))
	if len(pieces) == 0 {
		pieces = [][]byte{{}}
	}
	n, sum := len(pieces), digest(data)
	parts := make([]params, n)
	for i, piece := range pieces {
		parts[i] = params{
			"label": fmt.Sprintf("part %d of %d", i+1, n), "parts": n, "digest": sum,
			"provider": data.Provider, "model": data.Model, "dimension": data.Dimension,
			"bytes": piece,
		}
	}
	return parts
}

// digest distinguishes models of one fingerprint.
func digest(data episodic.ModelData) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %q %d\n", data.Provider, data.Model, data.Dimension)
	sum.Write(data.Bytes)
	return hex.EncodeToString(sum.Sum(nil))
}

// GetModel implements [episodic.Store]. A read that meets a replacement may see parts of both
// or none; so what is not whole is read again while the writers of the project wait.
func (s *Store) GetModel(ctx context.Context, project, fingerprint string) (episodic.ModelData, error) {
	reading := &modelReading{ModelData: episodic.ModelData{Fingerprint: fingerprint}}
	p := params{"project": project, "fingerprint": fingerprint}
	found, err := read(ctx, s, cypher.GetModel, p, (*row).modelPart)
	for _, part := range found {
		reading.add(part)
	}
	if err == nil && reading.problem() != nil {
		err = s.write(ctx, func(t *tx) error {
			*reading = modelReading{ModelData: episodic.ModelData{Fingerprint: fingerprint}}
			if _, _, err := lockPresent(t, project); err != nil {
				return err
			}
			if err := t.query(cypher.GetModel, p, func(r *row) { reading.add(r.modelPart()) }); err != nil {
				return err
			}
			return reading.problem()
		})
	}
	if err != nil {
		return episodic.ModelData{}, fmt.Errorf("get model %s of project %q: %w", fingerprint, project, err)
	}
	return reading.ModelData, nil
}

// modelReading puts the parts of a model together.
type modelReading struct {
	episodic.ModelData
	read, parts int
	digest      string
}

// modelPart is one part of a model, with how many there are and what they are together.
type modelPart struct {
	episodic.ModelData

	parts  int
	digest string
}

// modelPart reads a part. What is null belongs to a part that is just being removed.
func (r *row) modelPart() modelPart {
	return modelPart{
		ModelData: episodic.ModelData{
			Provider: r.maybeText("provider"), Model: r.maybeText("model"),
			Dimension: int(column[int64](r, "dimension", true)), Bytes: column[[]byte](r, "bytes", true),
		},
		parts: int(column[int64](r, "parts", true)), digest: r.maybeText("digest"),
	}
}

// add takes the next part.
func (m *modelReading) add(p modelPart) {
	m.read++
	m.parts, m.digest = p.parts, p.digest
	m.Provider, m.Model, m.Dimension = p.Provider, p.Model, p.Dimension
	m.Bytes = append(m.Bytes, p.Bytes...)
}

// problem says why what was read is not a model.
func (m *modelReading) problem() error {
	switch {
	case m.read == 0:
		return episodic.ErrNotFound
	case m.read != m.parts || m.digest != digest(m.ModelData):
		return fmt.Errorf("%d of its %d parts are there and do not fit together; `causeway reindex` makes it again", m.read, m.parts)
	}
	return nil
}

// DropUnusedModels implements [episodic.Store].
func (s *Store) DropUnusedModels(ctx context.Context, project string) error {
	err := s.write(ctx, func(t *tx) error {
		if _, found, err := lockPresent(t, project); err != nil || !found {
			return err
		}
		keep := []string{}
		err := t.query(cypher.GetIndexState, params{"project": project}, func(r *row) { keep = r.indexState().Fingerprints() })
		if err != nil {
			return err
		}
		return t.exec(cypher.DropModels, params{"project": project, "keep": keep})
	})
	if err != nil {
		return fmt.Errorf("drop unused models of project %q: %w", project, err)
	}
	return nil
}
