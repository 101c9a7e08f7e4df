package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
)

var (
	//go:embed sql/pattern/remove_entries.sql
	removeEntries statement
	//go:embed sql/pattern/remove_watches.sql
	removeWatches statement
	//go:embed sql/pattern/remove_evidence_of.sql
	removeEvidenceOf statement
	//go:embed sql/pattern/remove_evidence_in.sql
	removeEvidenceIn statement
	//go:embed sql/pattern/remove_changes.sql
	removeChanges statement
	//go:embed sql/pattern/remove_bodies.sql
	removeBodies statement
	//go:embed sql/pattern/remove_patterns.sql
	removePatterns statement
	//go:embed sql/pattern/drop_entries.sql
	dropEntries statement
	//go:embed sql/pattern/drop_watches.sql
	dropWatches statement
	//go:embed sql/pattern/retire_patterns.sql
	retirePatterns statement
	//go:embed sql/pattern/list_retired_patterns.sql
	listRetiredPatterns statement
)

// dropPatterns removes every trace of some patterns.
func (t *tx) dropPatterns(numbers []int64) error {
	for _, st := range []statement{removeEvidenceOf, removeChanges, removeEntries, removeWatches, removeBodies, removePatterns} {
		if err := t.exec(st, params{"patterns": numbers}); err != nil {
			return err
		}
	}
	return nil
}

// forgetPatterns takes its patterns from a project that is being purged. Their rows go later:
// the evidence with the episodes, the rest in [Store.sweepPatterns].
func (t *tx) forgetPatterns(project int64) error {
	for _, st := range []statement{dropEntries, dropWatches, retirePatterns} {
		if err := t.exec(st, params{"project": project}); err != nil {
			return err
		}
	}
	return nil
}

// sweepPatterns removes the patterns that no longer belong to a project, in several transactions.
// What is left of them when it is cut off goes the next time.
func (s *Store) sweepPatterns(ctx context.Context) error {
	for {
		var numbers []int64
		err := s.write(ctx, func(t *tx) error {
			numbers = nil
			p := params{"limit": retiredBatch}
			if err := t.query(listRetiredPatterns, p, func(r *row) { numbers = append(numbers, r.int64("number")) }); err != nil || len(numbers) == 0 {
				return err
			}
			return t.dropPatterns(numbers)
		})
		if err != nil || len(numbers) < retiredBatch {
			return err
		}
	}
}
