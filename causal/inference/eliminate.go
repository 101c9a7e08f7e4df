package inference

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
)

// ErrTooLarge means that an exact answer would need a factor larger than the limits allow.
var ErrTooLarge = errors.New("the network is too dense to be solved exactly within the limits")

// solve returns the distribution of the targets: exactly where the factors stay small enough, else by
// sampling. Parts not connected with a target matter only in that they must be possible.
func (w *world) solve(ctx context.Context, targets []int, limits Limits) (Answer, error) {
	relevant, err := w.relevant(ctx, targets, limits)
	if err != nil {
		return Answer{}, err
	}
	answer, err := relevant.exact(ctx, targets, limits)
	if errors.Is(err, ErrTooLarge) {
		return relevant.sample(ctx, targets, limits)
	}
	return answer, err
}

// relevant returns the part connected with the targets. It returns errImpossible when another part is
// impossible; a part too large to tell is ignored.
func (w *world) relevant(ctx context.Context, targets []int, limits Limits) (*world, error) {
	relevant, rest := w.parts(targets)
	for _, part := range rest {
		if _, err := part.exact(ctx, nil, limits); err != nil && !errors.Is(err, ErrTooLarge) {
			return nil, err
		}
	}
	return relevant, nil
}

// parts splits the world at the known states: the part connected with the targets, and the other
// connected parts.
func (w *world) parts(targets []int) (relevant *world, rest []*world) {
	root := make([]int, len(w.states))
	for i := range root {
		root[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	for _, t := range w.terms {
		scope := w.scope(t)
		for _, v := range scope {
			root[find(v)] = find(scope[0])
		}
	}
	for _, t := range targets {
		root[find(t)] = find(targets[0])
	}
	relevant = &world{states: w.states, fixed: w.fixed}
	at := map[int]*world{}
	if len(targets) > 0 {
		at[find(targets[0])] = relevant
	}
	for _, t := range w.terms {
		key := none
		if scope := w.scope(t); len(scope) > 0 {
			key = find(scope[0])
		}
		if at[key] == nil {
			at[key] = &world{states: w.states, fixed: w.fixed}
			rest = append(rest, at[key])
		}
		at[key].terms = append(at[key].terms, t)
	}
	return relevant, rest
}

// plan is an elimination order with its cost.
type plan struct {
	world          *world
	order          []int
	largest, total float64 // cells
}

// widths are the sizes above which noisy terms are split; the cheapest plan wins.
func widths() []float64 { return []float64{1 << 10, 1 << 6, 1} }

// cheap is the cost of an elimination, in cells, at which the search for a better one stops.
const cheap = 1 << 13

// mostVariables is the most variables for which an order is searched.
const mostVariables = 1 << 13

// plan returns the cheapest order found that keeps the targets, with noisy terms split at one of the
// widths. It returns ErrTooLarge when every order exceeds the cells.
func (w *world) plan(ctx context.Context, targets []int, cells int, widths ...float64) (plan, error) {
	best := plan{total: math.Inf(1)}
	for _, width := range widths {
		p := plan{world: w.split(width)}
		if len(p.world.states) > mostVariables {
			continue
		}
		if p.find(ctx, targets, float64(cells)) && p.total < best.total {
			best = p
		}
		if ctx.Err() != nil {
			return plan{}, ctx.Err()
		}
		if best.total <= cheap {
			break
		}
	}
	if best.world == nil {
		return plan{}, ErrTooLarge
	}
	return best, nil
}

// exact eliminates all variables but the targets.
func (w *world) exact(ctx context.Context, targets []int, limits Limits) (Answer, error) {
	p, err := w.plan(ctx, targets, limits.Cells, widths()...)
	if err != nil {
		return Answer{}, err
	}
	_, last, err := p.run(ctx, targets, func(step) {})
	if err != nil {
		return Answer{}, err
	}
	return Answer{P: w.spread(targets, last), Method: Exact}, nil
}

// factors lists the terms as factors.
func (p plan) factors() ([]*factor, error) {
	out := make([]*factor, len(p.world.terms))
	for i, t := range p.world.terms {
		out[i] = p.world.factor(t)
		if err := out[i].normalize(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// run lists the terms and sums the variables out. It calls done after each step, and returns the terms
// and the remaining factor.
func (p plan) run(ctx context.Context, targets []int, done func(step)) (terms []*factor, last *factor, err error) {
	w := p.world
	if terms, err = p.factors(); err != nil {
		return nil, nil, err
	}
	factors := terms
	for _, v := range p.order {
		var with, rest []*factor
		for _, f := range factors {
			if slices.Contains(f.scope, v) {
				with = append(with, f)
			} else {
				rest = append(rest, f)
			}
		}
		s, err := product(ctx, w.states, with, union(with, v), v)
		if err != nil {
			return nil, nil, err
		}
		done(s)
		rest = append(rest, s.out)
		factors = rest
	}
	open := slices.DeleteFunc(slices.Clone(targets), func(t int) bool { return w.fixed[t] != free })
	s, err := product(ctx, w.states, factors, open, none)
	if err != nil {
		return nil, nil, err
	}
	done(s)
	return terms, s.out, nil
}

// spread expands the distribution over the free targets to one over all targets, and normalizes it.
func (w *world) spread(targets []int, f *factor) []float64 {
	out := make([]float64, int(w.cells(targets)))
	whole := &factor{scope: targets}
	steps := whole.strides(targets, w.states)
	state, at := make([]int, len(f.scope)), []int{0}
	inner := [][]int{whole.strides(f.scope, w.states)}
	for i, t := range targets {
		at[0] += max(0, w.fixed[t]) * steps[i]
	}
	sum := 0.0
	for _, p := range f.p {
		sum += p
	}
	for _, p := range f.p {
		out[at[0]] = p / sum
		advance(w.states, f.scope, state, at, inner)
	}
	return out
}

// union returns the variables of some factors, except one.
func union(factors []*factor, but int) []int {
	var out []int
	for _, f := range factors {
		for _, v := range f.scope {
			if v != but && !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// find orders the variables greedily by the size of the resulting factor. It returns false when a
// factor is larger than most cells, or when the context ends.
func (p *plan) find(ctx context.Context, targets []int, most float64) bool {
	g := newGraph(p.world)
	kept := 1.0
	for _, t := range targets {
		kept *= float64(p.world.states[t])
		g.gone.set(t)
	}
	p.largest, p.total = kept, kept
	for p.largest <= most && ctx.Err() == nil {
		next := none
		for v, cost := range g.cost {
			if !g.gone.has(v) && (next == none || cost < g.cost[next]) {
				next = v
			}
		}
		if next == none {
			return true
		}
		p.order = append(p.order, next)
		p.largest, p.total = max(p.largest, g.cost[next]), p.total+g.cost[next]
		g.eliminate(next)
	}
	return false
}

// graph tracks which variables share a factor.
type graph struct {
	states []int
	beside []set
	gone   set // eliminated, known, or kept
	cost   []float64
}

func newGraph(w *world) *graph {
	m := len(w.states)
	g := &graph{states: w.states, beside: make([]set, m), gone: newSet(m), cost: make([]float64, m)}
	for v := range m {
		g.gone.set(v)
	}
	for _, t := range w.terms {
		scope := w.scope(t)
		for _, v := range scope {
			if g.beside[v] == nil {
				g.beside[v] = newSet(m)
			}
			g.gone.clear(v)
			for _, u := range scope {
				if u != v {
					g.beside[v].set(u)
				}
			}
		}
	}
	for v := range m {
		g.weigh(v)
	}
	return g
}

// weigh computes the cells of the factor that results from summing a variable out.
func (g *graph) weigh(v int) {
	g.cost[v] = float64(g.states[v])
	g.beside[v].each(func(u int) { g.cost[v] *= float64(g.states[u]) })
}

// eliminate connects the neighbors of a variable and removes it.
func (g *graph) eliminate(v int) {
	g.gone.set(v)
	g.beside[v].each(func(u int) {
		for i, word := range g.beside[v] {
			g.beside[u][i] |= word
		}
		g.beside[u].clear(u)
		g.beside[u].clear(v)
	})
	g.beside[v].each(g.weigh)
}

// set is a set of small numbers.
type set []uint64

func newSet(size int) set { return make(set, (size+63)/64) }

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s set) set(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) clear(i int)    { s[i/64] &^= 1 << (i % 64) }

// each calls do with every number in ascending order.
func (s set) each(do func(int)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			do(i*64 + bits.TrailingZeros64(word))
		}
	}
}
