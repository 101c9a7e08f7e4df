package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// GetDerivation implements [derive.Store].
func (s *Store) GetDerivation(ctx context.Context, project string) (layer.Derivation, error) {
	state, err := s.layerState(ctx, project)
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("get the state of the factors of project %q: %w", project, err)
	}
	return state.Derivation, nil
}

// GetRules implements [derive.Store].
func (s *Store) GetRules(ctx context.Context, project string) (contribution.Rules, error) {
	state, err := s.layerState(ctx, project)
	if err != nil {
		return contribution.Rules{}, fmt.Errorf("get the rules of the factors of project %q: %w", project, err)
	}
	return readRules(state.rules)
}

func (s *Store) layerState(ctx context.Context, project string) (layerState, error) {
	state, found, err := readOne(ctx, s, cypher.GetDerivation, params{"project": project}, (*row).wholeState)
	if err == nil && !found {
		err = episodic.ErrProjectNotFound
	}
	return state, err
}

// wholeState reads the state of the layer with what follows from other nodes.
func (r *row) wholeState() layerState {
	state := r.layerState()
	state.Underived, state.Origin = r.integer("underived"), r.maybeText("origin")
	return state
}

// ListStatements implements [derive.Store].
func (s *Store) ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error) {
	p := params{"project": project, "after": page.After, "limit": page.Limit}
	out, err := read(ctx, s, cypher.ListFactorStatements, p, func(r *row) link.Statement {
		return r.nested("statement").factorStatement().Statement
	})
	if err != nil {
		return nil, fmt.Errorf("list statements: %w", err)
	}
	return out, nil
}

// CountStatements implements [derive.Store].
func (s *Store) CountStatements(ctx context.Context, project string) (int, error) {
	n, err := s.count(ctx, cypher.CountFactorStatements, params{"project": project})
	if err != nil {
		return 0, fmt.Errorf("count statements: %w", err)
	}
	return n, nil
}
