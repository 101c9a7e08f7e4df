package causal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// CopyDecisions takes over what people decided and stated about the factors of a project from
// another store, with its times, and derives what follows. What is there already changes
// nothing. Both stores have the project. It returns an error that wraps
// [episodic.ErrConflict], and writes nothing, when the target has a decision of its own that says
// otherwise.
func CopyDecisions(ctx context.Context, from, to FactorStore, project string, now time.Time) error {
	rules, err := from.GetRules(ctx, project)
	if err != nil {
		return fmt.Errorf("look at the rules of the source: %w", err)
	}
	statements, err := allStatements(ctx, from, project)
	if err != nil {
		return fmt.Errorf("look at the statements of the source: %w", err)
	}
	err = to.ChangeFactors(ctx, project, false, now, func(tx DerivationTx) error {
		held, err := tx.Rules()
		if err != nil {
			return err
		}
		next, err := held.joined(rules)
		if err != nil {
			return err
		}
		if err := sameStatements(tx, statements); err != nil {
			return err
		}
		if err := ChangeRules(tx, next.sorted()); err != nil {
			return err
		}
		_, err = PutStatements(tx, statements)
		return err
	})
	if err != nil {
		return fmt.Errorf("take over decisions about the factors of project %q: %w", project, err)
	}
	return DeriveDue(ctx, to, project, nil)
}

// sameStatements returns an error when the same origin states one of the links otherwise.
func sameStatements(tx DerivationTx, statements []Statement) error {
	ids := make([]string, len(statements))
	for i, s := range statements {
		ids[i] = s.ID()
	}
	known, err := tx.Statements(sorted(ids))
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

func allStatements(ctx context.Context, from LayerReader, project string) ([]Statement, error) {
	var all []Statement
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

// joined returns the rules with those of another store beside them.
func (r Rules) joined(other Rules) (next Rules, err error) {
	if err := differ(r.Shown != "" && other.Shown != "" && r.Shown != other.Shown, "the rule for weak links of %q", "the project",
		string(r.Shown), string(other.Shown)); err != nil {
		return r, err
	}
	next.Shown = r.Shown
	if next.Shown == "" {
		next.Shown = other.Shown
	}
	next.Merges, err = joined(r.Merges, other.Merges, func(m Merge) Identity { return m.From }, func(a, b Merge) error {
		return differ(a.Into != b.Into, "the factor into which %q is merged", a.From.Label(), a.Into.Label(), b.Into.Label())
	})
	if err != nil {
		return r, err
	}
	next.Splits, err = joined(r.Splits, other.Splits, Split.place, func(a, b Split) error {
		return differ(a.Into != b.Into, "the factor as which %q is split off", a.Text, a.Into.Label(), b.Into.Label())
	})
	if err != nil {
		return r, err
	}
	next.Closed, err = joined(r.Closed, other.Closed, func(c Closed) string { return c.Variable }, func(a, b Closed) error {
		return differ(a.AbsentState != b.AbsentState, "the absent state of %q", a.Variable, a.AbsentState, b.AbsentState)
	})
	if err != nil {
		return r, err
	}
	return next, next.circle()
}

// joined returns what both lists have, each once; check refuses two of one key.
func joined[T any, K comparable](held, other []T, key func(T) K, check func(held, other T) error) ([]T, error) {
	out, there := slices.Clone(held), make(map[K]T, len(held))
	for _, one := range held {
		there[key(one)] = one
	}
	for _, one := range other {
		old, known := there[key(one)]
		if !known {
			out = append(out, one)
			continue
		}
		if err := check(old, one); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func differ(differs bool, what, of, here, there string) error {
	if !differs {
		return nil
	}
	return fmt.Errorf(what+" is %q here, and %q there: %w", of, here, there, episodic.ErrConflict)
}

// place is what a split is about.
func (s Split) place() [3]string { return [3]string{s.From.Variable, s.From.State, s.Text} }

// circle returns an error when merges lead back to where they began.
func (r Rules) circle() error {
	into := make(map[Identity]Identity, len(r.Merges))
	for _, m := range r.Merges {
		into[m.From] = m.Into
	}
	for _, m := range r.Merges {
		at := m.Into
		for steps := 0; ; steps++ {
			next, merged := into[at]
			if !merged {
				break
			}
			if at = next; at == m.From || steps > len(r.Merges) {
				return fmt.Errorf("merges lead from %q back to it: %w", m.From.Label(), episodic.ErrConflict)
			}
		}
	}
	return nil
}
