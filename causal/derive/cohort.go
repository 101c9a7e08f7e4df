package derive

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Cohort is a list of episodes by what they record, so that pairs of factors are compared over all of
// them at once.
type Cohort struct {
	closed map[string]bool
	size   int
	// present are the episodes that are in the layer, told those that record a variable, has those that
	// have a factor.
	present members
	told    map[string]*members
	has     map[factor.Identity]*members
}

// members are the places of episodes as bits, and the positions in time of a factor in them where they
// are known, by place.
type members struct {
	bits   []uint64
	orders []placedOrder
}

type placedOrder struct {
	place int
	order int64
}

// NewCohort returns an empty cohort under the closed variables.
func NewCohort(closed map[string]bool) *Cohort {
	return &Cohort{closed: closed, told: map[string]*members{}, has: map[factor.Identity]*members{}}
}

// add puts an episode at the next place.
func (c *Cohort) add(r Recorded) {
	place := c.Add(r.Present)
	if !r.Present {
		return
	}
	for _, f := range r.Factors {
		c.Tell(place, f.Variable)
		c.Observe(place, f.Identity, f.Order)
	}
}

// Add puts an episode at the next place, which it returns. Present is false if the episode is not in the layer.
func (c *Cohort) Add(present bool) int {
	place := c.size
	c.size++
	if present {
		c.present.add(place)
	}
	return place
}

// Tell notes that an episode records a state of a variable.
func (c *Cohort) Tell(place int, variable string) { membersOf(c.told, variable).add(place) }

// Observe notes that an episode has a factor, once, and its position in time; nil if unknown. Of each factor the episodes are noted in
// the order of their places.
func (c *Cohort) Observe(place int, f factor.Identity, order *int64) {
	has := membersOf(c.has, f)
	has.add(place)
	if order != nil {
		has.orders = append(has.orders, placedOrder{place, *order})
	}
}

func membersOf[K comparable](in map[K]*members, key K) *members {
	if in[key] == nil {
		in[key] = &members{}
	}
	return in[key]
}

func (m *members) add(place int) {
	for len(m.bits) <= place/64 {
		m.bits = append(m.bits, 0)
	}
	m.bits[place/64] |= 1 << (place % 64)
}

// variables returns, in order, the variables whose cells two cohorts can differ in: those that they
// record, and the closed ones, which every episode tells.
func (c *Cohort) variables(other *Cohort) []string {
	names := map[string]bool{}
	maps.Copy(names, c.closed)
	for _, told := range []map[string]*members{c.told, other.told} {
		for name := range told {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// Count returns the table of two factors over the episodes.
func (c *Cohort) Count(source, target factor.Identity) link.PairCounts {
	hasSource, hasTarget := c.has[source], c.has[target]
	tellsSource, tellsTarget := c.telling(source.Variable), c.telling(target.Variable)
	both := hasSource.overlap(hasTarget)
	p := link.PairCounts{N11: both, N10: hasSource.overlap(tellsTarget) - both, N01: tellsSource.overlap(hasTarget) - both}
	p.N00 = tellsSource.overlap(tellsTarget) - p.N10 - p.N01 - both
	if both > 0 {
		p.Forward, p.Backward = hasSource.compareOrders(hasTarget)
	}
	return p
}

// telling returns the episodes that tell the state of a variable.
func (c *Cohort) telling(variable string) *members {
	if c.closed[variable] {
		return &c.present
	}
	return c.told[variable]
}

// overlap counts the episodes in both; nil has none.
func (m *members) overlap(other *members) int {
	if m == nil || other == nil {
		return 0
	}
	n := 0
	for i := range min(len(m.bits), len(other.bits)) {
		n += bits.OnesCount64(m.bits[i] & other.bits[i])
	}
	return n
}

// compareOrders counts the episodes in which the one factor comes before the other, and after it. Both
// lists are in the order of the places.
func (m *members) compareOrders(other *members) (before, after int) {
	for i, j := 0, 0; i < len(m.orders) && j < len(other.orders); {
		a, b := m.orders[i], other.orders[j]
		switch cmp.Compare(a.place, b.place) {
		case -1:
			i++
		case 1:
			j++
		default:
			switch cmp.Compare(a.order, b.order) {
			case -1:
				before++
			case 1:
				after++
			}
			i, j = i+1, j+1
		}
	}
	return before, after
}
