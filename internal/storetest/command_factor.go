package storetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/memory"
)

// factors is what commands about the factor layer use: its reads, and changes of its rules and
// statements, which a store leaves to the domain.
type factors interface {
	factorReads
	changeRules(ctx context.Context, project string, change func(contribution.Rules) contribution.Rules) error
	stateLinks(ctx context.Context, project string, now time.Time, statements []link.Statement) (int, error)
	unstate(ctx context.Context, project, id string) error
}

// keeper is a store of the factor layer with the domain's changes of rules and statements.
type keeper struct{ derive.Store }

func (k keeper) changeRules(ctx context.Context, project string, change func(contribution.Rules) contribution.Rules) error {
	return k.ChangeFactors(ctx, project, false, time.Time{}, func(tx derive.Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		return derive.ChangeRules(tx, change(rules))
	})
}

func (k keeper) stateLinks(ctx context.Context, project string, now time.Time, statements []link.Statement) (changed int, err error) {
	err = k.ChangeFactors(ctx, project, true, now, func(tx derive.Tx) error {
		changed, err = derive.PutStatements(tx, statements)
		return err
	})
	return changed, err
}

func (k keeper) unstate(ctx context.Context, project, id string) error {
	return k.ChangeFactors(ctx, project, false, time.Time{}, func(tx derive.Tx) error {
		return derive.RemoveStatement(tx, id)
	})
}

// Merge merges a factor into another, unless that would form a cycle.
type Merge struct {
	Project    int
	From, Into factor.Identity
}

func (c Merge) run(ctx context.Context, w *world) (any, error) {
	return nil, w.change(ctx, c.Project, func(r contribution.Rules) contribution.Rules {
		others := slices.DeleteFunc(slices.Clone(r.Merges), func(m contribution.Merge) bool { return m.From == c.From })
		if c.From.Variable == "" || c.Into.Variable == "" || merged(contribution.Rules{Merges: others}, c.Into) == c.From {
			return r
		}
		r.Merges = slices.Concat(others, []contribution.Merge{{From: c.From, Into: c.Into, Note: "note", At: w.decided()}})
		slices.SortFunc(r.Merges, func(a, b contribution.Merge) int { return strings.Compare(a.From.Key(), b.From.Key()) })
		return r
	})
}

// Unmerge undoes a merge.
type Unmerge struct {
	Project int
	From    factor.Identity
}

func (c Unmerge) run(ctx context.Context, w *world) (any, error) {
	return nil, w.change(ctx, c.Project, func(r contribution.Rules) contribution.Rules {
		r.Merges = slices.DeleteFunc(slices.Clone(r.Merges), func(m contribution.Merge) bool { return m.From == c.From })
		return r
	})
}

// Split gives a text of a factor another factor; an empty one undoes the split.
type Split struct {
	Project int
	From    factor.Identity
	Text    string
	Into    factor.Identity
}

func (c Split) run(ctx context.Context, w *world) (any, error) {
	return nil, w.change(ctx, c.Project, func(r contribution.Rules) contribution.Rules {
		if c.From.Variable == "" {
			return r
		}
		r.Splits = slices.DeleteFunc(slices.Clone(r.Splits), func(s contribution.Split) bool { return s.From == c.From && s.Text == c.Text })
		if c.Into != (factor.Identity{}) {
			r.Splits = append(r.Splits, contribution.Split{From: c.From, Text: c.Text, Into: c.Into, At: w.decided()})
		}
		slices.SortFunc(r.Splits, func(a, b contribution.Split) int {
			return cmp.Or(strings.Compare(a.From.Key(), b.From.Key()), strings.Compare(a.Text, b.Text))
		})
		return r
	})
}

// CloseVariable declares a variable closed or open.
type CloseVariable struct {
	Project     int
	Variable    string
	AbsentState string
	Open        bool
}

func (c CloseVariable) run(ctx context.Context, w *world) (any, error) {
	return nil, w.factors.changeRules(ctx, w.project(c.Project), func(r contribution.Rules) contribution.Rules {
		r.Closed = slices.DeleteFunc(slices.Clone(r.Closed), func(d contribution.Closed) bool { return d.Variable == c.Variable })
		if !c.Open {
			r.Closed = append(r.Closed, contribution.Closed{Variable: c.Variable, AbsentState: c.AbsentState, At: w.decided()})
		}
		slices.SortFunc(r.Closed, func(a, b contribution.Closed) int { return strings.Compare(a.Variable, b.Variable) })
		return r
	})
}

// SetShowRule sets the rule that hides weak links.
type SetShowRule struct {
	Project int
	Rule    link.ShowRule
}

func (c SetShowRule) run(ctx context.Context, w *world) (any, error) {
	return nil, w.factors.changeRules(ctx, w.project(c.Project), func(r contribution.Rules) contribution.Rules {
		r.Shown = c.Rule
		return r
	})
}

// StateLinks states links between factors.
type StateLinks struct {
	Project    int
	Statements []link.Statement
}

func (c StateLinks) run(ctx context.Context, w *world) (any, error) {
	// A shrunk command may state what no caller can.
	statements := slices.DeleteFunc(slices.Clone(c.Statements), func(s link.Statement) bool {
		return s.Source.Variable == "" || s.Target.Variable == "" || s.Source == s.Target || s.Relation == ""
	})
	for i := range statements {
		statements[i].At = w.decided()
	}
	return w.factors.stateLinks(ctx, w.project(c.Project), w.now, statements)
}

// WithdrawStatement withdraws a statement.
type WithdrawStatement struct {
	Project   int
	Statement link.Statement
}

func (c WithdrawStatement) run(ctx context.Context, w *world) (any, error) {
	return nil, w.factors.unstate(ctx, w.project(c.Project), c.Statement.ID())
}

// InvalidateLayer empties the layer and marks everything for derivation.
type InvalidateLayer struct {
	Project int
}

func (c InvalidateLayer) run(ctx context.Context, w *world) (any, error) {
	if err := w.factors.InvalidateLayer(ctx, w.project(c.Project)); err != nil || w.alone {
		return nil, err
	}
	return nil, w.drain(ctx, c.Project, 2)
}

// Derive refreshes missing or stale contributions, Limit at a time and Times times; with Times 0 it
// continues until none is left.
type Derive struct {
	Project, Limit, Times int
}

func (c Derive) run(ctx context.Context, w *world) (any, error) {
	if !w.alone { // a service of another test on the same servers derives too
		return nil, w.drain(ctx, c.Project, c.Limit)
	}
	var done []int
	for len(done) < mostPages && (c.Times == 0 || len(done) < c.Times) {
		n, err := w.factors.RefreshSome(ctx, w.project(c.Project), max(c.Limit, 1))
		if err != nil {
			return nil, err
		}
		if done = append(done, n); n == 0 {
			return done, nil
		}
	}
	if c.Times == 0 {
		return nil, fmt.Errorf("the derivation has no end: %v", done)
	}
	return done, nil
}

// decided returns the time of a decision; the factor layer stores whole microseconds.
func (w *world) decided() time.Time { return w.now.Truncate(time.Microsecond) }

// RefreshLayer rebuilds the whole layer in batches and returns its fingerprint, which must not change.
type RefreshLayer struct {
	Project, Limit int
}

func (c RefreshLayer) run(ctx context.Context, w *world) (any, error) {
	if _, err := (Derive{Project: c.Project, Limit: 100}).run(ctx, w); err != nil {
		return nil, err
	}
	service := memory.NewCauses(memory.CauseParts{Factors: readOnly{w.factors}}, time.Now)
	before, err := service.Derive.Fingerprint(ctx, w.project(c.Project))
	if err != nil {
		return nil, err
	}
	if err := w.factors.InvalidateLayer(ctx, w.project(c.Project)); err != nil {
		return nil, err
	}
	if _, err := (Derive{Project: c.Project, Limit: c.Limit}).run(ctx, w); err != nil {
		return nil, err
	}
	after, err := service.Derive.Fingerprint(ctx, w.project(c.Project))
	if err == nil && before != after {
		return nil, fmt.Errorf(contradiction+"the fingerprint was %s, and is %s after a rebuild", before, after)
	}
	return after, err
}

// readOnly is a store of the factor layer that rejects changes.
type readOnly struct{ factorReads }

// ChangeFactors implements [derive.Store].
func (readOnly) ChangeFactors(context.Context, string, bool, time.Time, func(derive.Tx) error) error {
	return errors.New("the store is only read")
}

// ListUncounted implements [derive.Store].
func (readOnly) ListUncounted(context.Context, int) ([]string, error) { return nil, nil }

// CountUncounted implements [derive.Store].
func (readOnly) CountUncounted(context.Context, string) error {
	return errors.New("the store is only read")
}

// change changes the rules. On shared engines it derives the consequences at once, because other tests'
// services would do so at any time.
func (w *world) change(ctx context.Context, project int, change func(contribution.Rules) contribution.Rules) error {
	if err := w.factors.changeRules(ctx, w.project(project), change); err != nil || w.alone {
		return err
	}
	return w.drain(ctx, project, 2)
}

// drain derives until nothing is left.
func (w *world) drain(ctx context.Context, project, limit int) error {
	for range mostPages {
		n, err := w.factors.RefreshSome(ctx, w.project(project), max(limit, 1))
		if err != nil || n == 0 {
			return err
		}
	}
	return fmt.Errorf("the derivation of project %d has no end", project)
}
