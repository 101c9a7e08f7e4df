package moving

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// patterns takes patterns over. Their evidence is counted, which needs the factors of all episodes.
func (t Taker) patterns(ctx context.Context, project string, all []taken[patternRecord]) error {
	var sound []taken[patternRecord]
	for _, one := range all {
		if err := one.record.problem(); err != nil {
			one.refuse(err)
			continue
		}
		sound = append(sound, one)
	}
	if len(sound) == 0 {
		return nil
	}
	if !t.DryRun {
		if err := derive.RefreshStale(ctx, t.Store, project, nil); err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
			return err
		}
	}
	return t.takePatterns(ctx, project, sound)
}

// takePatterns takes patterns over at once, or one by one if the histories of one diverge.
func (t Taker) takePatterns(ctx context.Context, project string, all []taken[patternRecord]) error {
	kept := make([]catalog.Kept, len(all))
	for i, one := range all {
		kept[i] = catalog.Kept(one.record)
	}
	written, err := catalog.Take(ctx, t.Store, project, kept, t.Now(), func() error { return t.end(nil) })
	switch conflict := errors.Is(err, episodic.ErrConflict); {
	case conflict && len(all) == 1:
		all[0].refuse(err)
		return nil
	case conflict:
		for i := range all {
			if err := t.takePatterns(ctx, project, all[i:i+1]); err != nil && !errors.Is(err, errDry) {
				return err
			}
		}
		return nil
	case err != nil && !errors.Is(err, errDry):
		return err
	}
	for _, one := range all {
		if written[one.record.Pattern.Key] {
			one.created()
		} else {
			one.unchanged()
		}
	}
	return nil
}

// problem is what is wrong with a pattern by itself.
func (r patternRecord) problem() error {
	var c problem.Checker
	if r.Pattern.Key != patterns.KeyOf(r.Pattern.Name) {
		c.Invalid("pattern.Key", "is not that of the name %q", r.Pattern.Name)
	}
	problem.OneOf(&c, "pattern.Status", r.Pattern.Status, patterns.Statuses())
	problem.OneOf(&c, "pattern.Origin", r.Pattern.Origin, patterns.Origins())
	for i, change := range r.Changes {
		if change.Pattern != r.Pattern.Key || change.Number != i+1 {
			c.Invalid(fmt.Sprintf("changes[%d]", i), "is not change %d of the pattern", i+1)
		}
	}
	c.Add(r.Pattern.Problems()...)
	return c.Err()
}

func (t Taker) applications(ctx context.Context, project string, all []taken[applicationRecord]) error {
	if len(all) == 0 {
		return nil
	}
	applied := make([]patterns.Evidence, len(all))
	for i, one := range all {
		r := one.record
		applied[i] = patterns.Evidence{Pattern: r.Pattern, Episode: r.Episode, Applied: &r.Applied, Verdict: patterns.VerdictUnknown}
	}
	written, err := catalog.TakeApplications(ctx, t.Store, project, applied, t.Now(), func() error { return t.end(nil) })
	if err != nil && !errors.Is(err, errDry) {
		return err
	}
	for i, one := range all {
		if written[applied[i].Key()] {
			one.created()
			continue
		}
		one.unchanged()
		one.Note = "it is there already, or a later one is, or the project lacks its pattern or episode"
	}
	return nil
}

func (t Taker) events(ctx context.Context, project string, all []taken[eventRecord]) error {
	var events []execution.Prepared
	var recorded []time.Time
	var sound []taken[eventRecord]
	for _, one := range all {
		e, err := execution.Restore(one.record.Event)
		if err != nil {
			one.refuse(err)
			continue
		}
		events, recorded, sound = append(events, e), append(recorded, one.record.RecordedAt), append(sound, one)
	}
	if len(events) == 0 {
		return nil
	}
	written, err := t.putEvents(ctx, project, events, recorded)
	if err != nil {
		return err
	}
	for i, one := range sound {
		switch written[i].Change {
		case execution.Created:
			one.created()
		case execution.Unchanged:
			one.unchanged()
		default:
			one.refuse(fmt.Errorf("execution event %s has another content here, which stays: %w", events[i].ID, episodic.ErrConflict))
		}
	}
	return nil
}

// putEvents writes events, or only says what that would do.
func (t Taker) putEvents(ctx context.Context, project string, events []execution.Prepared, recorded []time.Time) ([]execution.Written, error) {
	if !t.DryRun {
		return t.Store.PutEvents(ctx, project, events, recorded, t.Now())
	}
	ids := make([]string, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	found, err := t.Store.GetEvents(ctx, project, ids)
	if err != nil {
		return nil, err
	}
	held := make(map[string]execution.Stored, len(found))
	for _, e := range found {
		held[e.ID] = e
	}
	return execution.Plan(events, held)
}

// workflows takes over what completed workflows. Their events come before.
func (t Taker) workflows(ctx context.Context, project string, all []taken[workflowRecord]) error {
	for _, one := range all {
		r := one.record
		held, err := t.Store.GetWorkflow(ctx, project, r.Workflow)
		absent := errors.Is(err, episodic.ErrNotFound) || errors.Is(err, episodic.ErrProjectNotFound)
		switch {
		case absent && t.DryRun:
			one.created()
		case absent:
			one.refuse(fmt.Errorf("no execution event names workflow %q, which the line says is complete", r.Workflow))
		case err != nil:
			return err
		case held.Completion == nil:
			if !t.DryRun {
				err = t.Store.PutCompletion(ctx, project, r.Workflow, r.Completion)
			}
			if err != nil {
				return err
			}
			one.created()
		case same(*held.Completion, r.Completion):
			one.unchanged()
		default:
			one.refuse(fmt.Errorf("workflow %q was completed otherwise here than there: %w", r.Workflow, episodic.ErrConflict))
		}
	}
	return nil
}

// audit takes entries of the audit log over.
func (t Taker) audit(ctx context.Context, project string, all []taken[audit.Entry]) error {
	for _, one := range all {
		added, err := t.takeEntry(ctx, project, one.record)
		switch {
		case errors.Is(err, audit.ErrOther), errors.Is(err, audit.ErrInvalid):
			one.refuse(err)
		case err != nil:
			return err
		case added:
			one.created()
		default:
			one.unchanged()
		}
	}
	return nil
}

func (t Taker) takeEntry(ctx context.Context, project string, e audit.Entry) (added bool, err error) {
	if !t.DryRun {
		return audit.Take(ctx, t.Store, project, e)
	}
	return audit.Lacks(ctx, t.Store, project, e)
}

// deleted takes deleted episodes over. One that is present here stays present.
func (t Taker) deleted(ctx context.Context, project string, all []taken[deletedRecord]) error {
	ids := make([]string, len(all))
	for i, one := range all {
		ids[i] = one.record.Episode
	}
	heads, err := t.Store.GetHeads(ctx, project, ids)
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return err
	}
	for _, one := range all {
		h, err := one.record.history()
		switch {
		case err != nil:
			one.refuse(err)
			continue
		case heads[one.record.Episode].Present:
			one.refuse(fmt.Errorf("episode %q is present here, and deleted there: %w", one.record.Episode, episodic.ErrConflict))
			continue
		}
		changed := 1
		if !t.DryRun {
			changed, err = t.Store.RecordHistories(ctx, project, t.Now(), []episodic.History{h})
		}
		var conflict *archive.ConflictError
		switch {
		case errors.As(err, &conflict):
			one.refuse(err)
		case err != nil:
			return err
		case changed > 0:
			one.created()
		default:
			one.unchanged()
		}
	}
	return nil
}
