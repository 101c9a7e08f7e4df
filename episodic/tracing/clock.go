package tracing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// tick is how much later than the span around it something is told to begin that seemed to begin before: more is not known.
const tick = time.Millisecond

// mostClocks is in how many clocks that follow one another spans are told what each is behind.
const mostClocks = 16

// clock names the clock that told the times of a step: that of a host, or else of a service.
func (s *step) clock() string { return s.Service + "\x00" + s.Clock }

// inside is a step in the one that is around it.
type inside struct {
	step, around *step
	// again says that a step further out was told by the same clock.
	again bool
}

// align tells times of hosts with different clocks by the clock of the root, so that nothing begins before the span that it is in. What a
// clock is behind at least shows in what seems to begin too early; all that it told is as much later. Single steps
// that seem to begin too early for another reason begin right after the span around them. That a clock is ahead cannot be told from work that
// goes on after the span around it; only an error that was passed on was there before the span around it was over.
func (t *trace) align() {
	home, tree := t.descent()
	if home == nil {
		return
	}
	t.behind = map[string]time.Duration{}
	for range mostClocks {
		if !t.late(home.clock(), tree) {
			break
		}
	}
	for _, s := range t.steps {
		s.later(t.behind[s.clock()])
	}
	for _, c := range tree {
		if early := c.around.Start.Sub(c.step.Start); early > 0 {
			c.step.later(early + tick)
			t.moved++
		}
		if c.step.clock() != c.around.clock() && c.step.passedOn(c.around) && c.step.End.After(c.around.End) {
			c.step.later(c.around.End.Sub(c.step.End))
			c.step.Start = latest(c.step.Start, c.around.Start)
			t.moved++
		}
	}
}

// late adds to what clocks are behind what steps show that are in one of another clock, and reports whether any did.
func (t *trace) late(home string, tree []inside) bool {
	found := false
	for _, c := range tree {
		own, around := c.step.clock(), c.around.clock()
		if own == home || own == around || c.again { // then it is the clock between that is ahead
			continue
		}
		if early := c.around.Start.Add(t.behind[around]).Sub(c.step.Start.Add(t.behind[own])); early > 0 {
			t.behind[own] += early + tick
			found = true
		}
	}
	return found
}

// descent returns the root, or what stands for it, and the steps that are in another one, each after that.
func (t *trace) descent() (home *step, tree []inside) {
	byID, in := map[string]*step{}, map[string][]*step{}
	for _, s := range t.steps {
		if s.ID != "" {
			byID[s.ID] = s
		}
	}
	var level []*step
	clocks := map[*step][]string{} // of a step and of those around it
	for _, s := range t.steps {
		if s.Parent != "" && byID[s.Parent] != nil {
			in[s.Parent] = append(in[s.Parent], s)
			continue
		}
		level, clocks[s] = append(level, s), []string{s.clock()}
	}
	if len(level) == 0 {
		return nil, nil
	}
	home = slices.MinFunc(level, func(a, b *step) int {
		return cmp.Or(cmp.Compare(depth(a.Root()), depth(b.Root())), a.Start.Compare(b.Start), cmp.Compare(a.ID, b.ID))
	})
	for len(level) > 0 {
		var next []*step
		for _, s := range level {
			if s.ID == "" {
				continue
			}
			for _, child := range in[s.ID] {
				clocks[child] = clocks[s]
				again := slices.Contains(clocks[s], child.clock())
				if !again {
					clocks[child] = append(slices.Clip(clocks[s]), child.clock())
				}
				tree = append(tree, inside{child, s, again && child.clock() != s.clock()})
				next = append(next, child)
			}
			delete(in, s.ID) // an id may be there twice
		}
		level = next
	}
	return home, tree
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// later moves a step in time.
func (s *step) later(by time.Duration) {
	s.Start = s.Start.Add(by)
	if !s.End.IsZero() {
		s.End = s.End.Add(by)
	}
}

// passedOn reports whether the span around a step failed by the same error.
func (s *step) passedOn(around *step) bool {
	return s.Failed() && around.Failed() && s.reason() != "" && s.reason() == around.reason()
}

// skews says how times were read that cannot be right.
func (t *trace) skews() (out []string) {
	byService := map[string]time.Duration{}
	for _, s := range t.steps {
		if by := t.behind[s.clock()]; by > byService[s.Service] {
			byService[s.Service] = by
		}
	}
	for _, service := range slices.Sorted(maps.Keys(byService)) {
		out = append(out, fmt.Sprintf("the clock of %s is behind: what it did is told %s later, so that nothing begins before the span that it is in",
			cmp.Or(line(service), "a service without a name"), byService[service].Round(tick)))
	}
	if t.moved > 0 {
		out = append(out, fmt.Sprintf("%d spans or records have times that the span that they are in rules out, and are told in its time", t.moved))
	}
	return out
}
