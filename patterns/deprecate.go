package patterns

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Deprecate ends the use of a pattern; it stays, with its evidence and its history. What is
// deprecated so already changes nothing. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown pattern, an [episodic.InvalidError] without a reason, or
// for a successor that is not there, deprecated itself or the pattern itself, and one that wraps
// [episodic.ErrConflict] for a pattern that was deprecated otherwise.
func (s *Service) Deprecate(ctx context.Context, r DeprecateRequest) error {
	var c checking
	c.sentence("reason", r.Reason)
	if r.Successor == r.Key {
		c.invalid("successor", "a pattern cannot stand in its own place")
	}
	if err := refused(c.found); err != nil {
		return err
	}
	now := s.instant()
	err := s.store.ChangePatterns(ctx, r.Project, false, now, func(tx Tx) error { return r.deprecate(tx, now) })
	if err != nil {
		return fmt.Errorf("deprecate pattern %q: %w", r.Key, err)
	}
	return nil
}

func (r DeprecateRequest) deprecate(tx Tx, now time.Time) error {
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
	case p.Status == StatusDeprecated && p.SupersededBy == r.Successor && p.Reason == r.Reason:
		return nil
	case p.Status == StatusDeprecated:
		return p.deprecated(tx)
	}
	if err := r.successor(found); err != nil {
		return err
	}
	change := p.retire(r.Reason, r.Successor, now)
	if err := tx.PutPatterns([]Pattern{p}); err != nil {
		return err
	}
	return record(tx, change)
}

// successor refuses what cannot stand in the place of the pattern.
func (r DeprecateRequest) successor(found map[string]Pattern) error {
	if r.Successor == "" {
		return nil
	}
	var c checking
	switch next, there := found[r.Successor]; {
	case !there:
		c.invalid("successor", "there is no pattern %q in the project", r.Successor)
	case next.Status == StatusDeprecated:
		c.invalid("successor", "%q is deprecated itself", next.Name)
	}
	return refused(c.found)
}

// retire makes a pattern deprecated and returns the change.
func (p *Pattern) retire(reason, successor string, now time.Time) Change {
	change := Change{
		Pattern: p.Key, Kind: ChangeDeprecated, At: now, Version: p.Version,
		Before: p.Status, After: StatusDeprecated, Reason: reason,
	}
	p.Status, p.StatusAt, p.UpdatedAt = StatusDeprecated, now, now
	p.Reason, p.SupersededBy = reason, successor
	return change
}
