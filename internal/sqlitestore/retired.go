package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
)

var (
	//go:embed sql/causal/find_retired.sql
	findRetired statement
	//go:embed sql/causal/list_retired_links.sql
	listRetiredLinks statement
	//go:embed sql/causal/list_retired_factors.sql
	listRetiredFactors statement
	//go:embed sql/causal/list_retired_contributions.sql
	listRetiredContributions statement
	//go:embed sql/causal/drop_links.sql
	dropLinks statement
	//go:embed sql/causal/drop_supports.sql
	dropSupports statement
	//go:embed sql/causal/drop_observations.sql
	dropObservations statement
	//go:embed sql/causal/drop_variables.sql
	dropVariables statement
	//go:embed sql/causal/drop_layer.sql
	dropLayer statement
)

// retiredBatch is how many rows of a layer, with what hangs on them, one transaction removes.
const retiredBatch = 200

// sweepLayers removes the layers that no longer belong to a project, in several transactions. What
// is left of them when it is cut off goes the next time.
func (s *Store) sweepLayers(ctx context.Context) error {
	for {
		done := false
		err := s.write(ctx, func(t *tx) (err error) {
			done, err = t.sweepSome()
			return err
		})
		if err != nil || done {
			return err
		}
	}
}

// sweepSome removes some rows of a retired layer: first the links, then the factors, then
// what the episodes contributed, at last the layer.
func (t *tx) sweepSome() (done bool, err error) {
	var layer int64
	if err := t.query(findRetired, nil, func(r *row) { layer = r.int64("layer") }); err != nil || layer == 0 {
		return layer == 0, err
	}
	for _, part := range []struct {
		list statement
		drop []statement
	}{
		{listRetiredLinks, []statement{dropSupports, dropLinks}},
		{listRetiredFactors, []statement{dropObservations, removeFactors}},
		{listRetiredContributions, []statement{removeContributions}},
	} {
		var numbers []int64
		p := params{"layer": layer, "limit": retiredBatch}
		if err := t.query(part.list, p, func(r *row) { numbers = append(numbers, r.int64("number")) }); err != nil {
			return false, err
		}
		if len(numbers) == 0 {
			continue
		}
		for _, st := range part.drop {
			if err := t.exec(st, params{"numbers": numbers, "factors": numbers, "episodes": numbers}); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	for _, st := range []statement{dropVariables, removeUncounted, dropLayer} {
		if err := t.exec(st, params{"layer": layer}); err != nil {
			return false, err
		}
	}
	return false, nil
}
