package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/layer"
)

//go:embed sql/causal/count_underived.sql
var countUnderived statement

// GetDerivation implements [derive.Store].
func (s *Store) GetDerivation(ctx context.Context, project string) (layer.Derivation, error) {
	var out layer.Derivation
	err := s.viewDerived(ctx, project, func(t *tx, l factorLayer) (err error) {
		out, err = t.derivationOf(l)
		return err
	})
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("get how far the factors of project %q are derived: %w", project, err)
	}
	return out, nil
}

// derivationOf returns how far a layer is derived.
func (t *tx) derivationOf(l factorLayer) (layer.Derivation, error) {
	out := l.state
	err := t.query(countUnderived, params{"project": l.projectNumber}, func(r *row) { out.Underived = r.integer("count") })
	return out, err
}

// GetRules implements [derive.Store].
func (s *Store) GetRules(ctx context.Context, project string) (contribution.Rules, error) {
	var out contribution.Rules
	err := s.viewDerivedBy(ctx, project, (*tx).factorLayer, func(_ *tx, l factorLayer) error {
		out = l.rules
		return nil
	})
	if err != nil {
		return contribution.Rules{}, fmt.Errorf("get the rules of the factors of project %q: %w", project, err)
	}
	return out, nil
}
