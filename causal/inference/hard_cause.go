package inference

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// HardLimits limit a search for actual causes, which is NP-hard; zero fields take their defaults.
type HardLimits struct {
	// Nodes is the most ancestors of the effect, 15 by default and 30 at most.
	Nodes int
	// Together is the most nodes of a joint cause, 3 by default.
	Together int
	// Time is the time limit of the search, 200 ms by default.
	Time time.Duration
}

func (l HardLimits) withDefaults() HardLimits {
	l.Nodes, l.Together = min(cmp.Or(l.Nodes, 15), 30), cmp.Or(l.Together, 3)
	l.Time = cmp.Or(l.Time, 200*time.Millisecond)
	return l
}

// HardCause is a node that is an actual cause of an effect, or part of one, by the modified definition
// of Halpern (2015): with the nodes X changed and the nodes W, the witness, held at their actual
// states, the effect changes, and no proper subset of X has that property.
type HardCause struct {
	Node int
	// With are the other nodes of X, empty when the node is a cause alone.
	With []int
	// Witness are the nodes of W. Among all X with the node, and their W, it is a smallest choice.
	Witness []int
	// Responsibility is 1/(|X|+|W|) (Chockler and Halpern 2004).
	Responsibility float64
}

// Causes returns the actual causes of the state of y, most responsible first. evaluated is false, and
// there are no causes, when y has too many ancestors or the time ran out. It returns ErrCyclic and the
// error of ctx.
func (h Hard) Causes(ctx context.Context, y int, limits HardLimits) (causes []HardCause, evaluated bool, err error) {
	limits = limits.withDefaults()
	order, err := h.order()
	if err != nil {
		return nil, false, err
	}
	nodes := h.ancestors(order, y)
	if len(nodes) > limits.Nodes {
		return nil, false, nil
	}
	within, cancel := context.WithTimeout(ctx, limits.Time)
	defer cancel()
	s := newCauseSearch(within, h, append(nodes, y))
	if causes, evaluated = s.all(limits.Together); !evaluated {
		return nil, false, ctx.Err()
	}
	return causes, true, nil
}

// causeSearch searches the ancestors of an effect and the effect itself, which is last. Sets of nodes
// are bit sets of positions in topological order.
type causeSearch struct {
	ctx    context.Context
	nodes  []int
	places []causePlace
	actual uint32
	// tried counts node evaluations; timedOut says that the time ran out.
	tried    int
	timedOut bool
}

// causePlace holds the links into a node.
type causePlace struct {
	exogenous                    bool
	causes, enablers, preventers uint32
}

func newCauseSearch(ctx context.Context, h Hard, nodes []int) *causeSearch {
	s := &causeSearch{ctx: ctx, nodes: nodes, places: make([]causePlace, len(nodes))}
	at := make(map[int]int, len(nodes))
	for i, n := range nodes {
		at[n], s.places[i].exogenous = i, h.Exogenous[n]
	}
	for _, l := range h.Links {
		source, in := at[l.Source]
		target, both := at[l.Target]
		if !in || !both {
			continue
		}
		switch p := &s.places[target]; l.Relation {
		case episodic.RelationCauses:
			p.causes |= 1 << source
		case episodic.RelationEnables:
			p.enablers |= 1 << source
		case episodic.RelationPrevents:
			p.preventers |= 1 << source
		}
	}
	for i := range s.places {
		if s.comesAbout(i, s.actual) {
			s.actual |= 1 << i
		}
	}
	return s
}

func (s *causeSearch) comesAbout(i int, there uint32) bool {
	p := s.places[i]
	return (p.exogenous || there&p.causes != 0) && there&p.enablers == p.enablers && there&p.preventers == 0
}

// all tries the sets X, smallest first: a set that contains a set with a witness is not minimal.
func (s *causeSearch) all(together int) (causes []HardCause, evaluated bool) {
	var minimal []uint32
	best := make([]HardCause, len(s.nodes)-1)
	for size := 1; size <= min(together, len(best)); size++ {
		for x := uint32(1)<<size - 1; x < 1<<len(best); x = nextOfSize(x) {
			if slices.ContainsFunc(minimal, func(m uint32) bool { return m&x == m }) {
				continue
			}
			witness, found := s.witness(x)
			if s.timedOut {
				return nil, false
			}
			if found {
				minimal = append(minimal, x)
				s.credit(best, x, witness)
			}
		}
	}
	best = slices.DeleteFunc(best, func(c HardCause) bool { return c.Responsibility == 0 })
	slices.SortStableFunc(best, func(a, b HardCause) int {
		return cmp.Or(cmp.Compare(b.Responsibility, a.Responsibility), cmp.Compare(len(a.With), len(b.With)), cmp.Compare(a.Node, b.Node))
	})
	return best, true
}

// nextOfSize returns the next greater set of the same size (Gosper's hack).
func nextOfSize(x uint32) uint32 {
	low := x & -x
	carry := x + low
	return carry | (x^carry)>>2/low
}

// credit records the set for each of its members, unless a better one is known.
func (s *causeSearch) credit(best []HardCause, x, witness uint32) {
	share := 1 / float64(bits.OnesCount32(x)+bits.OnesCount32(witness))
	for i := range best {
		if x&(1<<i) != 0 && share > best[i].Responsibility {
			best[i] = HardCause{Node: s.nodes[i], With: s.named(x &^ (1 << i)), Witness: s.named(witness), Responsibility: share}
		}
	}
}

func (s *causeSearch) named(set uint32) []int {
	var out []int
	for i, n := range s.nodes {
		if set&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// witness returns a smallest set that, held at its actual states while all of x change, changes the
// effect.
func (s *causeSearch) witness(x uint32) (witness uint32, found bool) {
	for held := range len(s.nodes) {
		var more bool
		if witness, found, more = s.hold(x, 0, 0, 0, held); found || !more || s.timedOut {
			return witness, found && !s.timedOut
		}
	}
	return 0, false
}

// hold evaluates the nodes from a position on, given those before, and tries to hold exactly left of
// them. Only holding a node that would change makes a difference. more says that further nodes could be
// held.
func (s *causeSearch) hold(x, witness, there uint32, from, left int) (held uint32, does, more bool) {
	for i := from; i < len(s.nodes); i++ {
		if s.tried++; s.tried&0xfff == 0 && s.ctx.Err() != nil {
			s.timedOut = true
			return 0, false, false
		}
		bit := uint32(1) << i
		was := s.actual & bit
		if x&bit != 0 {
			there |= was ^ bit
			continue
		}
		now := uint32(0)
		if s.comesAbout(i, there) {
			now = bit
		}
		if now != was && i < len(s.nodes)-1 {
			if left > 0 {
				held, does, deeper := s.hold(x, witness|bit, there|was, i+1, left-1)
				if more = more || deeper; does || s.timedOut {
					return held, does, more
				}
			} else {
				more = true
			}
		}
		there |= now
	}
	effect := uint32(1) << (len(s.nodes) - 1)
	return witness, left == 0 && there&effect != s.actual&effect, more
}
