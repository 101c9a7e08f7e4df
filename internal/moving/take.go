package moving

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Taker writes lines into a project. A line whose record is there already changes nothing, and one that
// contradicts what is there is refused.
type Taker struct {
	Store Store
	Now   func() time.Time
	// DryRun writes nothing.
	DryRun bool
}

// Outcome is what became of a line.
type Outcome struct {
	// Change is [episodic.ChangeCreated] or [episodic.ChangeUnchanged]; Err is why the line was refused
	// instead.
	Change episodic.Change
	Err    error
	// Note says why nothing changed although the record is not there.
	Note string
}

// errDry ends a transaction of a dry run, so that it is rolled back.
var errDry = errors.New("this is a dry run")

// Take writes records of one kind, in their order, and returns what became of each. It creates the project
// if there is none. An error means that the store failed, and that the outcomes say nothing.
func (t Taker) Take(ctx context.Context, project string, kind Kind, records []json.RawMessage) ([]Outcome, error) {
	out := make([]Outcome, len(records))
	var err error
	switch kind {
	case KindDeleted:
		err = t.deleted(ctx, project, decoded[deletedRecord](records, out))
	case KindRule:
		err = t.rules(ctx, project, decoded[ruleRecord](records, out))
	case KindStatement:
		err = t.statements(ctx, project, decoded[statementRecord](records, out))
	case KindPattern:
		err = t.patterns(ctx, project, decoded[patternRecord](records, out))
	case KindApplication:
		err = t.applications(ctx, project, decoded[applicationRecord](records, out))
	case KindEvent:
		err = t.events(ctx, project, decoded[eventRecord](records, out))
	case KindWorkflow:
		err = t.workflows(ctx, project, decoded[workflowRecord](records, out))
	case KindAudit:
		err = t.audit(ctx, project, decoded[audit.Entry](records, out))
	default:
		for i := range out {
			out[i].Err = fmt.Errorf("the line of an export holds a %q, which this version of causeway does not know", kind)
		}
	}
	if err != nil && !errors.Is(err, errDry) {
		return nil, fmt.Errorf("take over %d lines of the kind %s: %w", len(records), kind, err)
	}
	return out, nil
}

// taken is a record that was read, with its outcome.
type taken[T any] struct {
	record T
	*Outcome
}

func (o *Outcome) created()         { *o = Outcome{Change: episodic.ChangeCreated} }
func (o *Outcome) unchanged()       { *o = Outcome{Change: episodic.ChangeUnchanged} }
func (o *Outcome) refuse(err error) { *o = Outcome{Err: err} }

// decoded returns the records that can be read; the others are refused.
func decoded[T any](records []json.RawMessage, out []Outcome) []taken[T] {
	var all []taken[T]
	for i, text := range records {
		one := taken[T]{Outcome: &out[i]}
		if err := strictly(text, &one.record); err != nil {
			one.refuse(fmt.Errorf("the record in the line of an export is damaged: %w", err))
			continue
		}
		all = append(all, one)
	}
	return all
}

// end ends a transaction: with nothing written in a dry run.
func (t Taker) end(err error) error {
	if err == nil && t.DryRun {
		return errDry
	}
	return err
}

func (t Taker) rules(ctx context.Context, project string, all []taken[ruleRecord]) error {
	if len(all) == 0 {
		return nil
	}
	return t.Store.ChangeFactors(ctx, project, true, t.Now(), func(tx derive.Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		next := rules.Clone()
		for _, one := range all {
			joined, err := next.Joined(one.record.rules())
			err = errors.Join(problem.AsError(one.record.problems()), err)
			switch {
			case err != nil:
				one.refuse(err)
				continue
			case same(rulesOf(joined), rulesOf(next)):
				one.unchanged()
			default:
				one.created()
			}
			next = joined
		}
		if same(rulesOf(next), rulesOf(rules)) {
			return t.end(nil)
		}
		return t.end(derive.ChangeRules(tx, next.Sorted()))
	})
}

// problems are what is wrong with a rule by itself.
func (r ruleRecord) problems() []problem.Problem {
	var c problem.Checker
	for path, merge := range map[string]*mergeRecord{"merge": r.Merge, "apart": r.Apart} {
		if merge != nil {
			c.Add(merge.From.identity().Problems(path + ".from")...)
			c.Add(merge.Into.identity().Problems(path + ".into")...)
		}
	}
	if r.Split != nil {
		c.Add(r.Split.From.identity().Problems("split.from")...)
		c.Add(r.Split.Into.identity().Problems("split.into")...)
	}
	if r.Closed != nil && r.Closed.Variable == "" {
		c.Invalid("closed.variable", "is missing")
	}
	if same(r, ruleRecord{}) {
		c.Invalid("", "the record holds no rule")
	}
	return c.Problems
}

func (t Taker) statements(ctx context.Context, project string, all []taken[statementRecord]) error {
	if len(all) == 0 {
		return nil
	}
	return t.Store.ChangeFactors(ctx, project, true, t.Now(), func(tx derive.Tx) error {
		held, err := heldStatements(tx, all)
		if err != nil {
			return err
		}
		var put []link.Statement
		for _, one := range all {
			s := one.record.statement()
			old, there := held[s.ID()]
			switch err := problem.AsError(s.Problems("statement")); {
			case err != nil:
				one.refuse(err)
			case !there:
				one.created()
				put = append(put, s)
			case !s.Same(old):
				one.refuse(fmt.Errorf("%q states the link from %q to %q otherwise here than there: %w", s.Origin, s.Source.Label(), s.Target.Label(), episodic.ErrConflict))
			default:
				one.unchanged()
			}
		}
		if len(put) > 0 {
			_, err = derive.PutStatements(tx, put)
		}
		return t.end(err)
	})
}

// heldStatements returns the statements of the same ids that are there.
func heldStatements(tx derive.Tx, all []taken[statementRecord]) (map[string]link.Statement, error) {
	ids := make([]string, len(all))
	for i, one := range all {
		ids[i] = one.record.statement().ID()
	}
	slices.Sort(ids)
	known, err := tx.Statements(slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	held := make(map[string]link.Statement, len(known))
	for _, s := range known {
		held[s.ID()] = s.Statement
	}
	return held, nil
}
