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

// CopyDecisions takes over what people decided and stated about the factors of a project from
// another store, with its times, and derives what follows. What is there already changes
// nothing. Both stores have the project. It returns an error that wraps
// [episodic.ErrConflict], and writes nothing, when the target has a decision of its own that says
// otherwise.
func CopyDecisions(ctx context.Context, from, to Store, project string, now time.Time) error {
	rules, err := from.GetRules(ctx, project)
	if err != nil {
		return fmt.Errorf("look at the rules of the source: %w", err)
	}
	statements, err := allStatements(ctx, from, project)
	if err != nil {
		return fmt.Errorf("look at the statements of the source: %w", err)
	}
	err = to.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		held, err := tx.Rules()
		if err != nil {
			return err
		}
		next, err := held.Joined(rules)
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
		return fmt.Errorf("take over decisions about the factors of project %q: %w", project, err)
	}
	return RefreshStale(ctx, to, project, nil)
}

// sameStatements returns an error when the same origin states one of the links otherwise.
func sameStatements(tx Tx, statements []link.Statement) error {
	ids := make([]string, len(statements))
	for i, s := range statements {
		ids[i] = s.ID()
	}
	known, err := tx.Statements(text.Sorted(ids))
	if err != nil {
		return err
	}
	held := byID(known)
	for _, s := range statements {
		if old, there := held[s.ID()]; there && !s.Same(old.Statement) {
			return fmt.Errorf("%q states the link from %q to %q otherwise here than there: %w",
				s.Origin, s.Source.Label(), s.Target.Label(), episodic.ErrConflict)
		}
	}
	return nil
}

func allStatements(ctx context.Context, from layer.Reader, project string) ([]link.Statement, error) {
	var all []link.Statement
	err := everyPage(func(after string) (string, int, error) {
		page, err := from.ListStatements(ctx, project, episodic.Page{Limit: fingerprintPage, After: after})
		if err != nil || len(page) == 0 {
			return "", 0, err
		}
		all = append(all, page...)
		return page[len(page)-1].ID(), len(page), nil
	})
	return all, err
}
