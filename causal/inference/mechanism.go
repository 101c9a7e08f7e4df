package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Mechanism is how the state of a node comes about from the states of its parents. States are
// numbered from 0.
type Mechanism interface {
	// Probabilities writes P(state | parents) to out, one number for each state of the node.
	Probabilities(parents []int, out []float64)
	// Pairs writes P(v, v* | actual, counter) to out, at v*states+v*: the state v with the
	// parents as they are and v* with the parents as they would have been, under the same noise.
	Pairs(actual, counter []int, out []float64)
}

// Table is a mechanism that lists the probabilities. As a structural model it is the
// comonotone one: one uniform noise, compared with the running sums of the row; so the order of
// the states matters for what would have been, and for nothing else.
type Table struct {
	// ParentStates are how many states each parent has.
	ParentStates []int
	// States is how many the node has.
	States int
	// P has a row for each combination of the parents' states, the last parent fastest, and in
	// it a probability for each state.
	P []float64
}

// Probabilities implements [Mechanism].
func (t Table) Probabilities(parents []int, out []float64) { copy(out, t.row(parents)) }

// Pairs implements [Mechanism]: two states come about together where their shares of the noise
// overlap.
func (t Table) Pairs(actual, counter []int, out []float64) {
	Comonotone(t.row(actual), t.row(counter), out)
}

// Comonotone writes to out, at v*len(q)+w, how likely the states v and w come about together
// when one uniform noise is compared with the running sums of p and of q.
func Comonotone(p, q, out []float64) {
	low := 0.0
	for v := range p {
		high := top(p, v, low)
		from := 0.0
		for w := range q {
			to := top(q, w, from)
			out[v*len(q)+w] = max(0, min(high, to)-max(low, from))
			from = to
		}
		low = high
	}
}

// top is where the share of a state ends that begins at low; that of the last at 1, however the
// numbers were rounded.
func top(p []float64, state int, low float64) float64 {
	if state == len(p)-1 {
		return 1
	}
	return low + p[state]
}

func (t Table) row(parents []int) []float64 {
	at := 0
	for i, s := range parents {
		at = at*t.ParentStates[i] + s
	}
	return t.P[at*t.States : (at+1)*t.States]
}

// fits says what keeps the table from being the mechanism of a node.
func (t Table) fits(states int, parents []int) error {
	rows := 1
	for i, s := range parents {
		if i >= len(t.ParentStates) || t.ParentStates[i] != s {
			return errors.New("its table is about other parents")
		}
		if rows *= s; rows > len(t.P) {
			break
		}
	}
	if t.States != states || len(t.ParentStates) != len(parents) || rows*states != len(t.P) {
		return errors.New("its table has another size")
	}
	for i := 0; i < len(t.P); i += states {
		sum := 0.0
		for _, p := range t.P[i : i+states] {
			if !probability(p) {
				return fmt.Errorf("its table has the probability %v", p)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			return fmt.Errorf("a row of its table sums to %v", sum)
		}
	}
	return nil
}

// Noisy is the leaky noisy-OR with inhibitors (Cheng 1997) and preconditions, for a node of two
// states of which 1 means that it happened:
//
//	P(1 | parents) = [1-(1-base)·Π causes on (1-w)] · Π prevents on (1-w) · Π enables off (1-w)
//
// All noise is independent.
type Noisy struct {
	Base float64
	// Reversed says that it is state 0 which means that it happened.
	Reversed bool
	// Influences has one for each parent, in their order.
	Influences []Influence
}

// AsNoisy implements [NoisyMechanism].
func (n Noisy) AsNoisy() Noisy { return n }

// NoisyMechanism is a mechanism that is a [Noisy] one, perhaps with more that is known about it.
// However many parents it has, a network can be solved exactly.
type NoisyMechanism interface {
	Mechanism
	AsNoisy() Noisy
}

// Influence is what one parent does.
type Influence struct {
	// Relation is CAUSES, ENABLES or PREVENTS.
	Relation episodic.Relation
	// Weight is in [0, 1].
	Weight float64
	// On tells in which states of the parent it is on.
	On []bool
}

// blocks says that the influence can keep a node from happening.
func (i Influence) blocks() bool { return i.Relation != episodic.RelationCauses }

// acts says that the influence acts when its parent is in the state: only a precondition does so
// by being off.
func (i Influence) acts(state int) bool {
	return i.On[state] != (i.Relation == episodic.RelationEnables)
}

// Probabilities implements [Mechanism].
func (n Noisy) Probabilities(parents []int, out []float64) {
	idle, pass := 1-n.Base, 1.0
	for i, f := range n.Influences {
		switch {
		case !f.acts(parents[i]):
		case f.blocks():
			pass *= 1 - f.Weight
		default:
			idle *= 1 - f.Weight
		}
	}
	// Not 1 less the other: what nearly never stays away has to keep its small probability.
	out[0], out[1] = 1-pass+pass*idle, (1-idle)*pass
	if n.Reversed {
		slices.Reverse(out[:2])
	}
}

// Pairs implements [Mechanism]. Noise that acts in both worlds acts in both or in none; what
// acts in one of them alone is independent. Only sums of products are taken, so that nothing
// cancels.
func (n Noisy) Pairs(actual, counter []int, out []float64) {
	// idle and pass are the probabilities that no cause fires and that nothing blocks, of what
	// acts in both worlds, in the actual one alone, and in the other alone.
	idle, pass := [3]float64{1 - n.Base, 1, 1}, [3]float64{1, 1, 1}
	for i, f := range n.Influences {
		a, c := f.acts(actual[i]), f.acts(counter[i])
		where := 0
		switch {
		case !a && !c:
			continue
		case !c:
			where = 1
		case !a:
			where = 2
		}
		if f.blocks() {
			pass[where] *= 1 - f.Weight
		} else {
			idle[where] *= 1 - f.Weight
		}
	}
	fired, blocked := joint(idle), joint(pass)
	out[3] = fired[3] * blocked[0]
	out[2] = fired[3]*blocked[1] + fired[2]*(blocked[0]+blocked[1])
	out[1] = fired[3]*blocked[2] + fired[1]*(blocked[0]+blocked[2])
	out[0] = fired[0] + fired[1]*(blocked[1]+blocked[3]) + fired[2]*(blocked[2]+blocked[3]) + fired[3]*blocked[3]
	if n.Reversed {
		slices.Reverse(out[:4])
	}
}

// joint tells in which of two worlds something happens, at 2*first+second, from the
// probabilities that it does not by what acts in both, in the first alone, in the second alone.
func joint(not [3]float64) [4]float64 {
	return [4]float64{
		not[0] * not[1] * not[2],
		not[0] * not[1] * (1 - not[2]),
		not[0] * (1 - not[1]) * not[2],
		1 - not[0] + not[0]*(1-not[1])*(1-not[2]),
	}
}

// fits says what keeps the noisy mechanism from being that of a node.
func (n Noisy) fits(states int, parents []int) error {
	if states != 2 {
		return fmt.Errorf("it has %d states and a noisy mechanism, which is for 2", states)
	}
	if len(n.Influences) != len(parents) {
		return fmt.Errorf("its mechanism has %d influences for %d parents", len(n.Influences), len(parents))
	}
	if !probability(n.Base) {
		return fmt.Errorf("its base is %v", n.Base)
	}
	for i, f := range n.Influences {
		switch f.Relation {
		case episodic.RelationCauses, episodic.RelationEnables, episodic.RelationPrevents:
		default:
			return fmt.Errorf("a parent has the relation %q", f.Relation)
		}
		if !probability(f.Weight) {
			return fmt.Errorf("a parent has the weight %v", f.Weight)
		}
		if len(f.On) != parents[i] {
			return fmt.Errorf("an influence is about %d states of a parent with %d", len(f.On), parents[i])
		}
	}
	return nil
}

func probability(p float64) bool { return p >= 0 && p <= 1 }
