package catalog

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/patterns"
)

// Kept is a pattern with all its changes, oldest first.
type Kept struct {
	Pattern patterns.Pattern
	Changes []patterns.Change
}

// Uncounted returns a pattern without what is counted over episodes.
func Uncounted(p patterns.Pattern) patterns.Pattern {
	p.Counts, p.LastUsed = patterns.Counts{}, time.Time{}
	return p
}

// Take writes patterns with their histories into a project, which it creates if there is none, and counts
// their evidence. A pattern with the same or a longer history there stays. It returns the keys of those that were written, and an
// error that wraps [episodic.ErrConflict], and writes nothing, when the histories of a pattern diverge. last is called at
// the end of the transaction that writes the patterns; its error rolls that back.
func Take(ctx context.Context, to patterns.Store, project string, kept []Kept, now time.Time, last func() error) (written map[string]bool, err error) {
	c := newCopying(to, project)
	for _, k := range kept {
		c.patterns = append(c.patterns, Uncounted(k.Pattern))
		c.changes[k.Pattern.Key] = k.Changes
	}
	if err := c.readHeld(ctx); err != nil {
		return nil, err
	}
	err = to.ChangePatterns(ctx, project, true, now, func(tx patterns.Tx) error {
		if err := c.write(tx); err != nil {
			return err
		}
		return last()
	})
	if err != nil || len(c.written) == 0 {
		return c.written, err
	}
	return c.written, to.ChangePatterns(ctx, project, false, now, func(tx patterns.Tx) error { return c.count(tx, c.patterns) })
}

// TakeApplications writes recorded applications into a project, and counts the evidence of their patterns.
// An application in an episode that the project does not have, or of a pattern that it does not have, is left out, and so is one that is not later than
// what is there. It returns those that were written. last is as in [Take].
func TakeApplications(
	ctx context.Context, to patterns.Store, project string, applied []patterns.Evidence, now time.Time, last func() error,
) (written map[patterns.EvidenceKey]bool, err error) {
	c := newCopying(to, project)
	var keys []string
	for _, e := range applied {
		if c.applied[e.Pattern] == nil {
			keys = append(keys, e.Pattern)
		}
		c.applied[e.Pattern] = append(c.applied[e.Pattern], e)
	}
	err = to.ChangePatterns(ctx, project, true, now, func(tx patterns.Tx) error {
		known, err := tx.Patterns(keys)
		if err != nil {
			return err
		}
		c.patterns = nil
		for _, p := range known {
			c.patterns = append(c.patterns, p)
		}
		if err := c.count(tx, c.patterns); err != nil {
			return err
		}
		return last()
	})
	return c.taken, err
}
