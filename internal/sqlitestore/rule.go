package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
	"fmt"

	"github.com/causeway-memory/causeway/causal"
)

//go:embed sql/causal/count_underived.sql
var countUnderived statement

// GetDerivation implements [causal.FactorStore].
func (s *Store) GetDerivation(ctx context.Context, project string) (causal.Derivation, error) {
	var out causal.Derivation
	err := s.view(ctx, func(t *tx) error {
		l, err := t.bareLayer(project)
		if err != nil {
			return err
		}
		out, err = t.derivationOf(l)
		return err
	})
	if err != nil {
		return causal.Derivation{}, fmt.Errorf("tell how far the factors of project %q are: %w", project, err)
	}
	return out, nil
}

// derivationOf tells how far a layer is.
func (t *tx) derivationOf(l factorLayer) (causal.Derivation, error) {
	out := l.state
	err := t.query(countUnderived, params{"project": l.projectNumber}, func(r *row) { out.Underived = r.integer("count") })
	return out, err
}

// GetRules implements [causal.FactorStore].
func (s *Store) GetRules(ctx context.Context, project string) (causal.Rules, error) {
	var out causal.Rules
	err := s.view(ctx, func(t *tx) error {
		l, err := t.factorLayer(project)
		out = l.rules
		return err
	})
	if err != nil {
		return causal.Rules{}, fmt.Errorf("get the rules of the factors of project %q: %w", project, err)
	}
	return out, nil
}
