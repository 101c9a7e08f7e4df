package mining

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/patterns/statistics"
)

// judge adjusts the p-values of all tested candidates and decides which are not promoted, and why.
func (s *search) judge(alpha float64) {
	p := make([]float64, len(s.found))
	for i, c := range s.found {
		p[i] = c.P
	}
	for i, adjusted := range statistics.BenjaminiHochberg(p) {
		c := s.found[i]
		c.Adjusted = adjusted
		switch {
		case c.Left != "":
		case adjusted > alpha || c.variance() == math.Inf(1) || *c.Stratified.Low <= 0 && *c.Stratified.High >= 0:
			c.Left = NotSignificant
		case c.confounded():
			c.Left = Confounded
		case c.deterministic(s.all):
			c.Left = Deterministic
		case c.Sequence() && c.Worse:
			c.Left = EndsBadly
		}
	}
	s.close()
	parts := s.parts()
	for level := 1; level <= mostItems(s.found); level++ {
		s.prune(level, parts, alpha)
	}
	s.unmirror()
}

// items returns the number of states that a candidate is made of, without the action.
func (c *Candidate) items() int { return len(c.Trigger) + len(c.Then) - 1 }

func mostItems(all []*Candidate) int {
	most := 0
	for _, c := range all {
		most = max(most, c.items())
	}
	return most
}

// close drops triggers that hold in the same episodes as a more specific one, and all but the first of
// equally specific ones.
func (s *search) close() {
	same := map[string][]*Candidate{}
	for _, c := range s.found {
		if c.Left == "" && !c.Sequence() {
			k := fmt.Sprint(c.Then, c.With, c.Without)
			same[k] = append(same[k], c)
		}
	}
	for _, group := range same {
		for _, c := range group {
			if slices.ContainsFunc(group, func(o *Candidate) bool {
				return o != c && o.Left == "" && (o.items() > c.items() || o.items() == c.items() && compareItems(o.Trigger, c.Trigger) < 0) &&
					slices.Equal(s.heldIn(o), s.heldIn(c))
			}) {
				c.Left = NotClosed
			}
		}
	}
}

// heldIn returns the rows in which the trigger of a candidate held before the action.
func (s *search) heldIn(c *Candidate) rowSet {
	t := &actionTable{search: s, action: c.Action().Variable, known: s.knownRows(c.Action().Variable)}
	out := slices.Clone(t.known)
	for _, item := range c.Trigger {
		out.both(out, t.holding(item))
	}
	return out
}

func compareItems(a, b []Item) int {
	return slices.CompareFunc(a, b, compareItem)
}

func compareItem(a, b Item) int {
	return cmp.Or(cmp.Compare(a.Variable, b.Variable), cmp.Compare(a.State, b.State))
}

// parts indexes the candidates by their trigger and steps, with the hidden actions.
func (s *search) parts() map[string]*Candidate {
	out := make(map[string]*Candidate, len(s.found)+len(s.hidden))
	for _, c := range slices.Concat(s.found, s.hidden) {
		out[fmt.Sprint(c.Trigger, c.Then)] = c
	}
	return out
}

// partsOf returns what a candidate must exceed. For a trigger that is each of its states and the action
// alone, where significant. For a sequence it is the last step alone, after one or two of the others in
// any order, and after all but one of them, significant or not.
func (c *Candidate) partsOf(all map[string]*Candidate) []*Candidate {
	var out []*Candidate
	add := func(trigger, then []Item) {
		if part := all[fmt.Sprint(trigger, then)]; part != nil && part != c && (c.Sequence() || part.significant()) {
			out = append(out, part)
		}
	}
	last := []Item{c.Action()}
	add(nil, last)
	before := c.Trigger
	if c.Sequence() {
		before = c.Then[:len(c.Then)-1]
	}
	for i, item := range before {
		add([]Item{item}, last)
		if !c.Sequence() {
			continue
		}
		add(nil, slices.Delete(slices.Clone(c.Then), i, i+1))
		for _, other := range before[:i] {
			pair := []Item{other, item}
			slices.SortFunc(pair, compareItem)
			add(pair, last)
		}
	}
	return out
}

// prune drops the candidates of one size that add too little to their parts: less than .05, or no more
// than chance, adjusted for all tests at that size.
func (s *search) prune(level int, parts map[string]*Candidate, alpha float64) {
	var asked []*Candidate
	var p []float64
	for _, c := range s.found {
		if c.Left != "" || c.items() != level {
			continue
		}
		greatest, enough := 0., true
		of := c.partsOf(parts)
		for _, part := range of {
			enough = enough && c.exceeds(part) >= adds
			greatest = max(greatest, c.chance(part))
		}
		switch {
		case !enough:
			c.Left = Redundant
		case len(of) > 0:
			asked, p = append(asked, c), append(p, greatest)
		}
	}
	for i, adjusted := range statistics.BenjaminiHochberg(p) {
		if adjusted > alpha {
			asked[i].Left = Redundant
		}
	}
}

// exceeds returns how much more a candidate does than its part, in its own direction.
func (c *Candidate) exceeds(part *Candidate) float64 {
	if c.Worse {
		return part.Difference() - c.Difference()
	}
	return c.Difference() - part.Difference()
}

// chance returns the one-sided p-value of what a candidate adds to its part. A trigger selects a subset
// of its part's episodes, so its variance is the part's variance plus that of the increment.
func (c *Candidate) chance(part *Candidate) float64 {
	if math.IsInf(part.variance(), 1) {
		return 1 // the part has no comparison, so the increment is unknown
	}
	variance := c.variance() + part.variance()
	if narrower := c.variance() - part.variance(); !c.Sequence() && narrower > 0 {
		variance = narrower
	}
	if variance == 0 {
		return 0
	}
	return math.Erfc(c.exceeds(part)/math.Sqrt(2*variance)) / 2
}

// unmirror drops one of two options that are each other's only alternative, because both say the same:
// the worse one unless it mostly ends badly, else the better one unless it mostly ends well.
func (s *search) unmirror() {
	better := map[string]*Candidate{}
	for _, c := range s.found {
		if c.Left == "" && !c.Sequence() && !c.Worse {
			better[fmt.Sprint(c.Trigger, c.Action().Variable, c.With, c.Without)] = c
		}
	}
	for _, c := range s.found {
		if c.Left != "" || c.Sequence() || !c.Worse {
			continue
		}
		m := better[fmt.Sprint(c.Trigger, c.Action().Variable, c.Without, c.With)]
		switch {
		case m == nil:
		case float64(c.With.K) > badly*float64(c.With.N):
			c.Left = Mirror
		case float64(m.With.K) < well*float64(m.With.N):
			m.Left = Mirror
		}
	}
}
