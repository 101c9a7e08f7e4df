package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// copyPage is the number of rows that a copy reads at once, copyBatch the number of patterns whose
// evidence one transaction counts.
const (
	copyPage  = 500
	copyBatch = 250
)

// Copy copies the patterns of a project from another store, with their histories and the recorded
// applications, and counts their evidence over the episodes of the target. Both stores must have the
// project. What the target has already does not change, and a pattern with a longer history there stays
// as it is. An interrupted copy can be repeated. Copy returns an error that wraps
// [episodic.ErrConflict], and writes nothing, when the histories of a pattern diverge.
func Copy(ctx context.Context, from, to patterns.Store, project string, now time.Time) error {
	c := newCopying(to, project)
	c.from = from
	if err := c.read(ctx); err != nil {
		return fmt.Errorf("look at the patterns of the source: %w", err)
	}
	if len(c.patterns) == 0 {
		return nil
	}
	if err := to.ChangePatterns(ctx, project, false, now, c.write); err != nil {
		return fmt.Errorf("take over the patterns of project %q: %w", project, err)
	}
	for some := range slices.Chunk(c.patterns, copyBatch) {
		err := to.ChangePatterns(ctx, project, false, now, func(tx patterns.Tx) error { return c.count(tx, some) })
		if err != nil {
			return fmt.Errorf("count the patterns of project %q: %w", project, err)
		}
	}
	return nil
}

func newCopying(to patterns.Store, project string) *copying {
	return &copying{to: to, project: project, changes: map[string][]patterns.Change{}, held: map[string][]patterns.Change{}, applied: map[string][]patterns.Evidence{}}
}

// copying is a copy in progress.
type copying struct {
	from, to patterns.Store
	project  string
	patterns []patterns.Pattern
	// changes are the histories in the source, held those in the target, oldest change first; applied
	// is the evidence with recorded applications. All are by pattern.
	changes, held map[string][]patterns.Change
	applied       map[string][]patterns.Evidence
	// written are the patterns, taken the applications that the target got.
	written map[string]bool
	taken   map[patterns.EvidenceKey]bool
}

func (c *copying) read(ctx context.Context) (err error) {
	c.patterns, err = episodic.AllItems(copyPage, func(page episodic.Page) ([]patterns.Pattern, error) {
		return c.from.ListPatterns(ctx, patterns.Query{Project: c.project, Order: patterns.OrderKey, Page: page})
	}, patterns.OrderKey.Cursor)
	if err != nil {
		return err
	}
	for _, p := range c.patterns {
		if c.changes[p.Key], err = History(ctx, c.from, c.project, p.Key); err != nil {
			return err
		}
	}
	if err := c.readHeld(ctx); err != nil {
		return err
	}
	return c.from.ScanApplications(ctx, c.project, func(e patterns.Evidence) error {
		c.applied[e.Pattern] = append(c.applied[e.Pattern], e)
		return nil
	})
}

// readHeld reads the histories in the target.
func (c *copying) readHeld(ctx context.Context) (err error) {
	for _, p := range c.patterns {
		if c.held[p.Key], err = History(ctx, c.to, c.project, p.Key); err != nil {
			return err
		}
	}
	return nil
}

// History returns all changes of a pattern, oldest first.
func History(ctx context.Context, s patterns.EvidenceReader, project, key string) ([]patterns.Change, error) {
	all, err := episodic.AllItems(copyPage, func(page episodic.Page) ([]patterns.Change, error) {
		return s.ListChanges(ctx, project, key, page)
	}, func(c patterns.Change) string { return strconv.Itoa(c.Number) })
	slices.Reverse(all)
	return all, err
}

// write writes the patterns that are new or have a longer history in the source, with the changes that
// the target lacks.
func (c *copying) write(tx patterns.Tx) error {
	keys := make([]string, len(c.patterns))
	for i, p := range c.patterns {
		keys[i] = p.Key
	}
	held, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	last, err := tx.LastChanges(keys)
	if err != nil {
		return err
	}
	var put []patterns.Pattern
	var changes []patterns.Change
	for _, p := range c.patterns {
		source, target := c.changes[p.Key], c.held[p.Key]
		old, there := held[p.Key]
		if there && (last[p.Key] != len(target) || !begin(source, target)) {
			return fmt.Errorf("pattern %q was changed otherwise here than there: %w", p.Name, episodic.ErrConflict)
		}
		if there && len(source) <= len(target) {
			continue
		}
		p.Counts, p.LastUsed = old.Counts, old.LastUsed
		put = append(put, p)
		changes = append(changes, source[len(target):]...)
	}
	c.written = map[string]bool{}
	for _, p := range put {
		c.written[p.Key] = true
	}
	if len(put) == 0 {
		return nil
	}
	if err := tx.PutPatterns(put); err != nil {
		return err
	}
	return tx.PutChanges(changes)
}

// begin reports whether one of two histories is a prefix of the other.
func begin(a, b []patterns.Change) bool {
	n := min(len(a), len(b))
	return slices.EqualFunc(a[:n], b[:n], func(x, y patterns.Change) bool {
		return x.Kind == y.Kind && x.At.Equal(y.At) && x.Version == y.Version && x.After == y.After
	})
}

// count copies the applications of some patterns for episodes that the target has, and recounts all
// their evidence. Of two applications in one episode the later one stays.
func (c *copying) count(tx patterns.Tx, some []patterns.Pattern) error {
	keys, episodes := make([]string, len(some)), map[string]bool{}
	for i, p := range some {
		keys[i] = p.Key
		for _, e := range c.applied[p.Key] {
			episodes[e.Episode] = true
		}
	}
	present, err := presentOf(tx, episodes)
	if err != nil {
		return err
	}
	rows, err := tx.EvidenceOf(keys)
	if err != nil {
		return err
	}
	held := make(map[patterns.EvidenceKey]patterns.Evidence, len(rows))
	for _, row := range rows {
		held[row.Key()] = row
	}
	var put []patterns.Evidence
	for _, key := range keys {
		for _, e := range c.applied[key] {
			was := held[e.Key()]
			if !present[e.Episode] || was.Applied != nil && !was.Applied.At.Before(e.Applied.At) {
				continue
			}
			put = append(put, e)
		}
	}
	c.taken = map[patterns.EvidenceKey]bool{}
	for _, e := range put {
		c.taken[e.Key()] = true
	}
	if len(put) > 0 {
		if err := tx.PutEvidence(put); err != nil {
			return err
		}
	}
	_, err = evidence.Recount(tx, keys)
	return err
}

// presentOf returns which of some episodes are present.
func presentOf(tx patterns.Tx, episodes map[string]bool) (map[string]bool, error) {
	present := map[string]bool{}
	if len(episodes) == 0 {
		return present, nil
	}
	observed, err := tx.Observed(nil, slices.Sorted(maps.Keys(episodes)), nil)
	for _, t := range observed {
		present[t.Episode] = true
	}
	return present, err
}
