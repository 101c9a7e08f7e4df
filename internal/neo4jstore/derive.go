package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// dropBatch is how many rows one transaction takes out of the factor layer of a project.
const dropBatch = 2000

// dropEpisodes is how many episodes one transaction takes out of it: each may have hundreds of
// relationships to factors, which the server keeps in memory until the end.
const dropEpisodes = 100

// ListStale implements [derive.Store].
func (s *Store) ListStale(ctx context.Context, limit int) ([]string, error) {
	out, err := read(ctx, s, cypher.ListUnderived, params{"limit": limit}, func(r *row) string { return r.text("name") })
	if err != nil {
		return nil, fmt.Errorf("list the projects whose factors are to be derived: %w", err)
	}
	return out, nil
}

// InvalidateLayer implements [derive.Store]. While the layer is removed in batches, the project
// says so: what is written meanwhile is only marked, and a writer that puts something into the
// layer finishes the removal first, even if another one began it. Each removal has a number, that of
// the layer with which it began.
func (s *Store) InvalidateLayer(ctx context.Context, project string) error {
	removal := 0
	err := s.write(ctx, func(t *tx) error {
		state, found, err := lockPresent(t, project)
		if err != nil {
			return err
		}
		if !found {
			return episodic.ErrProjectNotFound
		}
		state.Graph++
		removal = state.Graph
		d := &derivation{tx: t, project: project, state: state}
		if err := d.RemoveUncounted(); err != nil {
			return err
		}
		return d.do(cypher.SetDropped, params{"project": project, "dropped": removal})
	})
	if err == nil {
		err = s.drop(ctx, project, removal)
	}
	if err != nil {
		return fmt.Errorf("remove the factors of project %q: %w", project, err)
	}
	return nil
}

// drop removes what a project that says so still has of its layer. Episodes come first, so
// that nothing refers to the links and factors that go then. It ends when another writer
// finishes the removal, or begins another one, which then is theirs.
func (s *Store) drop(ctx context.Context, project string, removal int) error {
	for _, statement := range []cypher.Statement{
		cypher.DropContributions, cypher.DropPlacements, cypher.DropFactorLinks, cypher.DropFactors, cypher.DropVariables,
	} {
		limit := dropBatch
		if statement == cypher.DropContributions {
			limit = dropEpisodes
		}
		for done := false; !done; {
			done = true
			err := s.dropping(ctx, project, removal, func(t *tx, _ layerState) error {
				return t.query(statement, params{"project": project, "limit": limit}, func(r *row) { done = r.integer("count") == 0 })
			})
			if err != nil {
				return err
			}
		}
	}
	return s.dropping(ctx, project, removal, func(t *tx, state layerState) error {
		d := &derivation{tx: t, project: project, state: state}
		if err := d.PutState(layer.Derivation{Version: derive.DerivationVersion, Graph: state.Graph + 1}); err != nil {
			return err
		}
		return d.do(cypher.SetDropped, params{"project": project, "dropped": nil})
	})
}

// dropping runs one transaction of a removal, unless that is no longer at work.
func (s *Store) dropping(ctx context.Context, project string, removal int, work func(*tx, layerState) error) error {
	return s.write(ctx, func(t *tx) error {
		state, found, err := lockPresent(t, project)
		if err != nil || !found || state.dropped != removal {
			return err
		}
		return work(t, state)
	})
}
