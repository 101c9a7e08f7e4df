package inference

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// Mechanism determines the distribution of a node's state given the states of its parents. States are
// numbered from 0.
type Mechanism interface {
	// Probabilities writes P(state | parents) to out, one number for each state of the node.
	Probabilities(parents []int, out []float64)
	// Pairs writes P(v, v* | actual, counter) to out, at v*states+v*: state v with the actual states
	// of the parents and v* with their counterfactual states, under the same noise.
	Pairs(actual, counter []int, out []float64)
}

// Table is a mechanism that lists the probabilities. As a structural model it is the comonotone one: a
// single uniform noise is compared with the cumulative sums of the row. The order of the states
// therefore matters for counterfactuals, and for nothing else.
type Table struct {
	// ParentStates is the number of states of each parent.
	ParentStates []int
	// States is the number of states of the node.
	States int
	// P has a row for each combination of the parents' states, the last parent fastest, with a
	// probability for each state.
	P []float64
}

// Probabilities implements [Mechanism].
func (t Table) Probabilities(parents []int, out []float64) { copy(out, t.row(parents)) }

// Pairs implements [Mechanism]: two states occur together where their intervals of the noise overlap.
func (t Table) Pairs(actual, counter []int, out []float64) {
	Comonotone(t.row(actual), t.row(counter), out)
}

// Comonotone writes to out, at v*len(q)+w, the probability of states v and w together when one uniform
// noise is compared with the cumulative sums of p and of q.
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

// top returns the end of a state's interval that starts at low. The last state ends at 1, so rounding
// leaves no gap.
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

// fits returns an error if the table cannot be the mechanism of a node with these states and parents.
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

// Noisy is the leaky noisy-OR with inhibitors (Cheng 1997) and preconditions, for a node with two
// states of which 1 means that it happened:
//
//	P(1 | parents) = [1-(1-base)·Π causes on (1-w)] · Π prevents on (1-w) · Π enables off (1-w)
//
// The noises are independent.
type Noisy struct {
	Base float64
	// Reversed means that state 0 says that it happened.
	Reversed bool
	// Influences has one entry for each parent, in the same order.
	Influences []Influence
}

// AsNoisy implements [NoisyMechanism].
func (n Noisy) AsNoisy() Noisy { return n }

// NoisyMechanism is a mechanism that is [Noisy], perhaps with further information. With any number of
// such parents, a network can be solved exactly.
type NoisyMechanism interface {
	Mechanism
	AsNoisy() Noisy
}

// Influence is the effect of one parent.
type Influence struct {
	// Relation is CAUSES, ENABLES or PREVENTS.
	Relation episodic.Relation
	// Weight is in [0, 1].
	Weight float64
	// On says in which states of the parent it is on.
	On []bool
}

// blocks reports whether the influence can keep a node from happening.
func (i Influence) blocks() bool { return i.Relation != episodic.RelationCauses }

// acts reports whether the influence acts in a state of its parent. Preconditions act when they are
// off.
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
	// Computed without 1-out[0], which would lose a small probability.
	out[0], out[1] = 1-pass+pass*idle, (1-idle)*pass
	if n.Reversed {
		slices.Reverse(out[:2])
	}
}

// Pairs implements [Mechanism]. Noise of an influence that acts in both worlds is shared; noise of an
// influence that acts in one of them is independent. It only adds products, so nothing cancels.
func (n Noisy) Pairs(actual, counter []int, out []float64) {
	// idle and pass are the probabilities that no cause fires and that nothing blocks, for the
	// influences that act in both worlds, only in the actual one, and only in the other.
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

// joint returns in which of two worlds something happens, at 2*first+second, from the probabilities
// that it does not happen by influences in both, only in the first, and only in the second.
func joint(not [3]float64) [4]float64 {
	return [4]float64{
		not[0] * not[1] * not[2],
		not[0] * not[1] * (1 - not[2]),
		not[0] * (1 - not[1]) * not[2],
		1 - not[0] + not[0]*(1-not[1])*(1-not[2]),
	}
}

// fits returns an error if it cannot be the mechanism of a node with these states and parents.
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
