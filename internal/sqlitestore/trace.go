package sqlitestore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/trace"
)

// Trace implements [trace.Store]. It reads no further than the page.
func (s *Store) Trace(ctx context.Context, q trace.Question) ([]trace.Reached, error) {
	depth, key, err := trace.ReadReachedKey(q.Page.After)
	if err != nil {
		return nil, err
	}
	var out []trace.Reached
	err = s.view(ctx, func(t *tx) error {
		c := &tracer{walker: t.walker(q.Follow), question: q, afterDepth: depth, afterKey: key}
		if err := c.search(); err != nil {
			return err
		}
		out = c.page
		return c.markEnds()
	})
	if err != nil {
		return nil, fmt.Errorf("trace %s of %s: %w", q.Direction, q.Of, err)
	}
	return out, nil
}

// tracer collects a page of a trace.
type tracer struct {
	*walker
	question   trace.Question
	afterDepth int
	afterKey   string
	page       []trace.Reached
	// traced are the numbers of the page.
	traced []int64
}

// search walks on level by level until the page is full.
func (c *tracer) search() error {
	from, err := c.start(c.question)
	if err != nil {
		return err
	}
	r := newReach(c.question.Direction, from)
	for r.depth() < c.question.MaxDepth && len(r.frontier()) > 0 && len(c.page) < c.question.Page.Limit {
		if err := c.advance(r, nil); err != nil {
			return err
		}
		if r.depth() >= c.afterDepth {
			if err := c.collect(r.frontier(), r.depth()); err != nil {
				return err
			}
		}
	}
	return nil
}

// collect adds the occurrences of one level, in the order of their keys.
func (c *tracer) collect(level []int64, depth int) error {
	found, err := c.occurrences(level)
	if err != nil {
		return err
	}
	level = slices.DeleteFunc(slices.Clone(level), func(n int64) bool {
		return depth == c.afterDepth && found[n].Key <= c.afterKey
	})
	slices.SortFunc(level, func(a, b int64) int { return strings.Compare(found[a].Key, found[b].Key) })
	for _, n := range level[:min(len(level), c.question.Page.Limit-len(c.page))] {
		o := found[n]
		c.page = append(c.page, trace.Reached{Occurrence: o, Depth: depth, SortKey: trace.ReachedKey(depth, o.Key)})
		c.traced = append(c.traced, n)
	}
	return nil
}

// markEnds notes where no link leads further.
func (c *tracer) markEnds() error {
	if err := c.read(c.question.Direction, c.traced); err != nil {
		return err
	}
	for i, n := range c.traced {
		c.page[i].End = len(c.next[c.question.Direction][n]) == 0
	}
	return nil
}

// CountTrace implements [trace.Store].
func (s *Store) CountTrace(ctx context.Context, q trace.Question) (int, error) {
	count := 0
	err := s.view(ctx, func(t *tx) error {
		w := t.walker(q.Follow)
		from, err := w.start(q)
		if err != nil {
			return err
		}
		r := newReach(q.Direction, from)
		if err := w.exhaust(r, q.MaxDepth, nil); err != nil {
			return err
		}
		count = len(r.distance) - len(from)
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count %s of %s: %w", q.Direction, q.Of, err)
	}
	return count, nil
}

// start returns the number of the occurrence that a trace begins with; none when there is
// no such occurrence.
func (w *walker) start(q trace.Question) ([]int64, error) {
	numbers, err := w.numbers(q.Project, []string{q.Of})
	return named(numbers, []string{q.Of}), err
}
