package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// Update changes the definition of a pattern; its evidence follows. A new test (its matches, success
// rule or direction) makes it a candidate again, because it was validated by another test. If it was
// ever validated, its evidence also starts anew, because the episodes that suggested the change cannot
// confirm it. changed is false when the definition is as asked already. Update returns
// ErrProjectNotFound, an error that wraps [episodic.ErrNotFound], a [problem.InvalidError], and an
// error that wraps [episodic.ErrConflict] for a deprecated pattern.
func (s *Service) Update(ctx context.Context, r patterns.UpdateRequest) (changed bool, err error) {
	var c patterns.Checker
	if c.Text("reason", r.Reason, patterns.MaxSentence); len(c.Problems) > 0 {
		return false, c.Err()
	}
	now := s.Instant()
	err = s.store.ChangePatterns(ctx, r.Project, false, now, func(tx patterns.Tx) (err error) {
		changed, err = update(r, tx, now)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("update pattern %q: %w", r.Key, err)
	}
	return changed, nil
}

func update(r patterns.UpdateRequest, tx patterns.Tx, now time.Time) (changed bool, err error) {
	p, err := living(tx, r.Key)
	if err != nil {
		return false, err
	}
	if r.Surveyed != nil && !patterns.SameTerms(p, *r.Surveyed) {
		return false, fmt.Errorf("pattern %q was changed meanwhile: %w", p.Name, episodic.ErrConflict)
	}
	next, edited, err := next(r, tx, p)
	if err != nil || !edited && !r.Refined {
		return false, err
	}
	next.UpdatedAt = now
	if edited {
		next.Version++
	}
	another := !SameTest(p.Definition, next.Definition)
	if r.Refined || another {
		restart(&next, now, r.Refined)
	}
	if err := tx.PutPatterns([]patterns.Pattern{next}); err != nil {
		return false, err
	}
	if _, err := evidence.Recount(tx, []string{next.Key}); err != nil {
		return false, err
	}
	change := patterns.Change{
		Pattern: p.Key, Kind: patterns.ChangeUpdated, At: now, Version: next.Version,
		Before: p.Status, After: next.Status, Reason: r.Reason,
	}
	if edited {
		change.Definition = &next.Definition
	}
	return true, record(tx, change)
}

// next returns the pattern as it will be. An unchanged pattern is not validated.
func next(r patterns.UpdateRequest, tx patterns.Tx, p patterns.Pattern) (next patterns.Pattern, edited bool, err error) {
	next = p
	if r.Edit != nil {
		next.Definition = p.Clone()
		r.Edit(&next.Definition)
		next.Definition = next.WithDefaults()
	}
	if edited = !p.Definition.Same(next.Definition); !edited && !r.Refined {
		return next, edited, nil
	}
	if err := next.Validate(); err != nil {
		return next, edited, err
	}
	return next, edited, fits(next, tx)
}

// wasTested reports whether the pattern was ever validated, with this test or an earlier one.
func wasTested(p patterns.Pattern) bool { return p.Last != nil || !p.CountedFrom.IsZero() }

// restart makes the pattern a candidate that was never validated.
func restart(p *patterns.Pattern, now time.Time, refined bool) {
	if refined || wasTested(*p) {
		p.CountedFrom = now
	}
	p.Last = nil
	p.Reason = "What it is recognised or judged by was changed, and it is not validated since."
	if refined {
		p.Reason = "It was refined: its evidence begins anew, and it is not validated since."
	}
	if p.Status != patterns.StatusCandidate {
		p.Status, p.StatusAt = patterns.StatusCandidate, now
	}
}

// SameTest reports whether two definitions have the same trials and verdicts.
func SameTest(a, b patterns.Definition) bool {
	return a.Rule == b.Rule && a.AntiPattern == b.AntiPattern && slices.EqualFunc(a.Matches, b.Matches, same)
}

func same(m patterns.Match, other patterns.Match) bool {
	return slices.Equal(m.Trigger, other.Trigger) && slices.Equal(m.Then, other.Then)
}

// living returns a pattern that exists and is not deprecated.
func living(tx patterns.Tx, key string) (patterns.Pattern, error) {
	found, err := tx.Patterns([]string{key})
	if err != nil {
		return patterns.Pattern{}, err
	}
	p, there := found[key]
	switch {
	case !there:
		return p, fmt.Errorf("pattern %q of %s: %w", key, tx.Project(), episodic.ErrNotFound)
	case p.Status == patterns.StatusDeprecated:
		return p, deprecated(p, tx)
	}
	return p, nil
}

// record adds changes to the histories of their patterns, each at most once.
func record(tx patterns.Tx, changes ...patterns.Change) error {
	keys := make([]string, len(changes))
	for i, c := range changes {
		keys[i] = c.Pattern
	}
	last, err := tx.LastChanges(text.Sorted(keys))
	if err != nil {
		return err
	}
	for i := range changes {
		changes[i].Number = last[changes[i].Pattern] + 1
	}
	return tx.PutChanges(changes)
}
