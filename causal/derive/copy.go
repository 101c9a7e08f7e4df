package derive

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// CopyDecisions copies the users' decisions and statements about the factors of a project from
// another store, with their times, and refreshes the layer. Existing ones stay unchanged. Both stores
// must have the project. If a decision of the target conflicts, it writes nothing and returns an
// error that wraps [episodic.ErrConflict].
func CopyDecisions(ctx context.Context, from, to Store, project string, now time.Time) error {
	rules, err := from.GetRules(ctx, project)
	if err != nil {
		return fmt.Errorf("read the rules of the source: %w", err)
	}
	statements, err := allStatements(ctx, from, project)
	if err != nil {
		return fmt.Errorf("read the statements of the source: %w", err)
	}
	err = to.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		existing, err := tx.Rules()
		if err != nil {
			return err
		}
		next, err := existing.Joined(rules)
		if err != nil {
			return err
		}
		if err := sameStatements(tx, statements); err != nil {
			return err
		}
		if err := ChangeRules(tx, next.Sorted()); err != nil {
			return err
		}
		_, err = PutStatements(tx, statements)
		return err
	})
	if err != nil {
		return fmt.Errorf("copy decisions about the factors of project %q: %w", project, err)
	}
	return RefreshStale(ctx, to, project, nil)
}

// sameStatements returns an error if the target has a different statement of the same origin.
func sameStatements(tx Tx, statements []link.Statement) error {
	ids := make([]string, len(statements))
	for i, s := range statements {
		ids[i] = s.ID()
	}
	known, err := tx.Statements(text.Sorted(ids))
	if err != nil {
		return err
	}
	existing := byID(known)
	for _, s := range statements {
		if old, there := existing[s.ID()]; there && !s.Same(old.Statement) {
			return fmt.Errorf("%q states the link from %q to %q otherwise here than there: %w",
				s.Origin, s.Source.Label(), s.Target.Label(), episodic.ErrConflict)
		}
	}
	return nil
}

func allStatements(ctx context.Context, from layer.Reader, project string) ([]link.Statement, error) {
	return episodic.AllItems(fingerprintPage, func(page episodic.Page) ([]link.Statement, error) {
		return from.ListStatements(ctx, project, page)
	}, link.Statement.ID)
}
