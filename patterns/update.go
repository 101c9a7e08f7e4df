package patterns

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Update changes the definition of a pattern; its evidence follows. A pattern that is recognised
// or judged by something else than before is a candidate again, because what it was validated by
// was another pattern; once it has been validated its evidence begins anew too, because the
// episodes that suggested the change cannot bear it out. Changed is false when everything is as
// asked already. It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound], an
// [episodic.InvalidError], and one that wraps [episodic.ErrConflict] for a deprecated pattern.
func (s *Service) Update(ctx context.Context, r UpdateRequest) (changed bool, err error) {
	var c checking
	if c.text("reason", r.Reason, MaxSentence); len(c.found) > 0 {
		return false, refused(c.found)
	}
	now := s.instant()
	err = s.store.ChangePatterns(ctx, r.Project, false, now, func(tx Tx) (err error) {
		changed, err = r.update(tx, now)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("update pattern %q: %w", r.Key, err)
	}
	return changed, nil
}

func (r UpdateRequest) update(tx Tx, now time.Time) (changed bool, err error) {
	p, err := living(tx, r.Key)
	if err != nil {
		return false, err
	}
	if r.surveyed != nil && !sameTerms(p, *r.surveyed) {
		return false, fmt.Errorf("pattern %q was changed meanwhile: %w", p.Name, episodic.ErrConflict)
	}
	next, edited, err := r.next(tx, p)
	if err != nil || !edited && !r.Refined {
		return false, err
	}
	next.UpdatedAt = now
	if edited {
		next.Version++
	}
	another := !sameTest(p.Definition, next.Definition)
	if r.Refined || another {
		next.restart(now, r.Refined)
	}
	if err := tx.PutPatterns([]Pattern{next}); err != nil {
		return false, err
	}
	if _, err := Recount(tx, []string{next.Key}); err != nil {
		return false, err
	}
	change := Change{
		Pattern: p.Key, Kind: ChangeUpdated, At: now, Version: next.Version,
		Before: p.Status, After: next.Status, Reason: r.Reason,
	}
	if edited {
		change.Definition = &next.Definition
	}
	return true, record(tx, change)
}

// next is the pattern as it is to be. One that stays as it is is not looked at.
func (r UpdateRequest) next(tx Tx, p Pattern) (next Pattern, edited bool, err error) {
	next = p
	if r.Edit != nil {
		next.Definition = p.clone()
		r.Edit(&next.Definition)
		next.Definition = next.withDefaults()
	}
	if edited = !reflect.DeepEqual(p.Definition.clone(), next.Definition.clone()); !edited && !r.Refined {
		return next, edited, nil
	}
	if err := next.validate(); err != nil {
		return next, edited, err
	}
	return next, edited, next.fits(tx)
}

// wasTested reports whether a validation has ever seen the pattern, by this test or one before.
func (p Pattern) wasTested() bool { return p.Last != nil || !p.CountedFrom.IsZero() }

// restart makes the pattern a candidate, which no validation has seen yet.
func (p *Pattern) restart(now time.Time, refined bool) {
	if refined || p.wasTested() {
		p.CountedFrom = now
	}
	p.Last = nil
	p.Reason = "What it is recognised or judged by was changed, and it is not validated since."
	if refined {
		p.Reason = "It was refined: its evidence begins anew, and it is not validated since."
	}
	if p.Status != StatusCandidate {
		p.Status, p.StatusAt = StatusCandidate, now
	}
}

// sameTest reports whether the same episodes speak in the same way for two definitions.
func sameTest(a, b Definition) bool {
	return a.Rule == b.Rule && a.AntiPattern == b.AntiPattern && slices.EqualFunc(a.Matches, b.Matches, Match.same)
}

func (m Match) same(other Match) bool {
	return slices.Equal(m.Trigger, other.Trigger) && slices.Equal(m.Then, other.Then)
}

// living returns a pattern that is there and not deprecated.
func living(tx Tx, key string) (Pattern, error) {
	found, err := tx.Patterns([]string{key})
	if err != nil {
		return Pattern{}, err
	}
	p, there := found[key]
	switch {
	case !there:
		return p, fmt.Errorf("pattern %q of %s: %w", key, tx.Project(), episodic.ErrNotFound)
	case p.Status == StatusDeprecated:
		return p, p.deprecated(tx)
	}
	return p, nil
}

// record adds changes to the histories of their patterns, each at most once.
func record(tx Tx, changes ...Change) error {
	keys := make([]string, len(changes))
	for i, c := range changes {
		keys[i] = c.Pattern
	}
	last, err := tx.LastChanges(sorted(keys))
	if err != nil {
		return err
	}
	for i := range changes {
		changes[i].Number = last[changes[i].Pattern] + 1
	}
	return tx.PutChanges(changes)
}
