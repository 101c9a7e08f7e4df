package catalog

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// Deprecate ends the use of a pattern; its evidence and its history stay. Repeating a deprecation
// changes nothing. It returns ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an
// unknown pattern, a [problem.InvalidError] without a reason or for a successor that is missing,
// deprecated or the pattern itself, and an error that wraps [episodic.ErrConflict] for a pattern that
// was deprecated with another reason or successor.
func (s *Service) Deprecate(ctx context.Context, r patterns.DeprecateRequest) error {
	var c patterns.Checker
	c.Sentence("reason", r.Reason)
	if r.Successor == r.Key {
		c.Invalid("successor", "a pattern cannot stand in its own place")
	}
	if err := c.Err(); err != nil {
		return err
	}
	now := s.Instant()
	err := s.store.ChangePatterns(ctx, r.Project, false, now, func(tx patterns.Tx) error { return deprecate(r, tx, now) })
	if err != nil {
		return fmt.Errorf("deprecate pattern %q: %w", r.Key, err)
	}
	return nil
}

func deprecate(r patterns.DeprecateRequest, tx patterns.Tx, now time.Time) error {
	keys := []string{r.Key}
	if r.Successor != "" {
		keys = append(keys, r.Successor)
	}
	found, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	p, there := found[r.Key]
	switch {
	case !there:
		return fmt.Errorf("pattern %q of %s: %w", r.Key, tx.Project(), episodic.ErrNotFound)
	case p.Status == patterns.StatusDeprecated && p.SupersededBy == r.Successor && p.Reason == r.Reason:
		return nil
	case p.Status == patterns.StatusDeprecated:
		return deprecated(p, tx)
	}
	if err := successor(r, found); err != nil {
		return err
	}
	change := Retire(&p, r.Reason, r.Successor, now)
	if err := tx.PutPatterns([]patterns.Pattern{p}); err != nil {
		return err
	}
	return record(tx, change)
}

// successor rejects patterns that cannot replace the deprecated one.
func successor(r patterns.DeprecateRequest, found map[string]patterns.Pattern) error {
	if r.Successor == "" {
		return nil
	}
	var c patterns.Checker
	switch next, there := found[r.Successor]; {
	case !there:
		c.Invalid("successor", "there is no pattern %q in the project", r.Successor)
	case next.Status == patterns.StatusDeprecated:
		c.Invalid("successor", "%q is deprecated itself", next.Name)
	}
	return c.Err()
}

// Retire deprecates a pattern and returns the change.
func Retire(p *patterns.Pattern, reason, successor string, now time.Time) patterns.Change {
	change := patterns.Change{
		Pattern: p.Key, Kind: patterns.ChangeDeprecated, At: now, Version: p.Version,
		Before: p.Status, After: patterns.StatusDeprecated, Reason: reason,
	}
	p.Status, p.StatusAt, p.UpdatedAt = patterns.StatusDeprecated, now, now
	p.Reason, p.SupersededBy = reason, successor
	return change
}
