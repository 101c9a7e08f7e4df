package change

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/model"
)

const (
	// mostExact is the most mechanisms of which every set is computed: 2 to that power.
	mostExact = 10
	// orders is the number of orders drawn of more, in pairs that are each other's reverse.
	orders = 200
	// draws is the number of draws from the posteriors of the counts, orderDraws that of orders in each.
	draws, orderDraws = 60, 6
	// seed makes the same question draw the same.
	seed = 26
)

// Question is what [Attribute] attributes: the change of the share of a state of the target between two samples of the same
// columns, by an acyclic graph over them.
type Question struct {
	Graph         estimation.Graph
	Before, After estimation.Sample
	Target, State int
}

// Part is what one mechanism carries of a change.
type Part struct {
	// Column is the variable that it brings about, Parents what it depends on; none of an input.
	Column  int
	Parents []int
	// Share is its part of the change, with a 95 % interval; negative where it works against it.
	Share model.Interval
	// Before and After are the numbers of episodes that its counts rest on.
	Before, After int
}

// Attribution is a change and its parts.
type Attribution struct {
	// Before and After are the shares by the mechanisms of either period.
	Before, After float64
	// Parts are those of all mechanisms upstream of the target, the largest first. They add up to After - Before.
	Parts []Part
	// Exact says that every set of mechanisms was computed. Else orders were drawn, and Error is the largest standard error
	// that this gives a part.
	Exact bool
	Error float64
}

// Attribute gives each mechanism its Shapley value (1953) in the change of a share: the mean, over all orders in which the
// mechanisms of the second sample can take the place of those of the first, of how much the share changes when its turn comes
// (Budhathoki and others 2021). Mechanisms are tables of counts. Of more than ten it draws orders.
func Attribute(ctx context.Context, q Question) (Attribution, error) {
	g := newGame(q)
	out := Attribution{Exact: len(g.players) <= mostExact}
	values, err := g.values(ctx, out.Exact, &out)
	if err != nil {
		return Attribution{}, fmt.Errorf("attribute the change of a rate: %w", err)
	}
	spread, err := g.spread(ctx)
	if err != nil {
		return Attribution{}, fmt.Errorf("draw the change of a rate: %w", err)
	}
	for i, column := range g.players {
		half := 1.96 * math.Hypot(spread[i], out.Error)
		out.Parts = append(out.Parts, Part{
			Column: column, Parents: g.parents[column], Before: g.tables[0][column].N, After: g.tables[1][column].N,
			Share: model.Interval{Value: values[i], Low: max(-1, values[i]-half), High: min(1, values[i]+half)},
		})
	}
	slices.SortStableFunc(out.Parts, func(a, b Part) int {
		switch x, y := math.Abs(a.Share.Value), math.Abs(b.Share.Value); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return a.Column - b.Column
	})
	return out, nil
}

// game is the question with its mechanisms: players are the columns upstream of the target that have more than one state.
type game struct {
	Question

	players []int
	parents [][]int
	tables  [2][]*estimation.Counts
}

func newGame(q Question) *game {
	g := &game{Question: q, parents: make([][]int, len(q.Graph.Parents))}
	for i := range g.tables {
		g.tables[i] = make([]*estimation.Counts, len(q.Graph.Parents))
	}
	for column, up := range q.Graph.Ancestors([]int{q.Target}, nil) {
		if !up || q.Before.Columns[column].States < 2 {
			continue
		}
		g.players = append(g.players, column)
		for _, p := range q.Graph.Parents[column] {
			if q.Before.Columns[p].States > 1 {
				g.parents[column] = append(g.parents[column], p)
			}
		}
		g.tables[0][column] = estimation.FitTable(q.Before, column, g.parents[column])
		g.tables[1][column] = estimation.FitTable(q.After, column, g.parents[column])
	}
	return g
}

// mechanisms are those of the players in either period.
type mechanisms [2][]inference.Mechanism

func (g *game) fitted() mechanisms {
	var out mechanisms
	for period, tables := range g.tables {
		for _, column := range g.players {
			out[period] = append(out[period], tables[column])
		}
	}
	return out
}

// share is the share of the target's state when some players have the mechanism of the second period.
func (g *game) share(ctx context.Context, of mechanisms, second func(player int) bool) (float64, error) {
	node := map[int]int{}
	for i, column := range g.players {
		node[column] = i
	}
	nodes := make([]inference.Node, len(g.players))
	for i, column := range g.players {
		period := 0
		if second(i) {
			period = 1
		}
		nodes[i] = inference.Node{States: g.Before.Columns[column].States, Mechanism: of[period][i]}
		for _, p := range g.parents[column] {
			nodes[i].Parents = append(nodes[i].Parents, node[p])
		}
	}
	network, err := inference.NewNetwork(nodes)
	if err != nil {
		return 0, err
	}
	answer, err := network.Infer(ctx, inference.Query{Target: node[g.Target], Limits: inference.Limits{Seed: seed}})
	if err != nil {
		return 0, err
	}
	return answer.P[g.State], nil
}

// values are the Shapley values of the players, with both shares and the error of drawn orders.
func (g *game) values(ctx context.Context, exact bool, out *Attribution) (values []float64, err error) {
	of := g.fitted()
	if out.Before, err = g.share(ctx, of, func(int) bool { return false }); err != nil {
		return nil, err
	}
	if out.After, err = g.share(ctx, of, func(int) bool { return true }); err != nil {
		return nil, err
	}
	if exact {
		return g.everySet(ctx, of)
	}
	values, out.Error, err = g.drawnOrders(ctx, of, orders)
	return values, err
}

// everySet computes the share for every set of players.
func (g *game) everySet(ctx context.Context, of mechanisms) ([]float64, error) {
	n := len(g.players)
	shares := make([]float64, 1<<n)
	for set := range shares {
		var err error
		if shares[set], err = g.share(ctx, of, func(player int) bool { return set&(1<<player) != 0 }); err != nil {
			return nil, err
		}
	}
	values := make([]float64, n)
	for set, share := range shares {
		size := bits.OnesCount(uint(set))
		for player := range n {
			if set&(1<<player) == 0 {
				// Of all orders, those in which exactly this set comes first: one in n times the number of sets of its size among the others.
				values[player] += (shares[set|1<<player] - share) / (float64(n) * binomial(n-1, size))
			}
		}
	}
	return values, nil
}

// binomial is n over k.
func binomial(n, k int) float64 {
	out := 1.
	for i := range k {
		out = out * float64(n-i) / float64(i+1)
	}
	return out
}

// drawnOrders are the means over some orders and their reverses, with the largest standard error of one.
func (g *game) drawnOrders(ctx context.Context, of mechanisms, number int) (values []float64, worst float64, err error) {
	n := len(g.players)
	random := rand.New(rand.NewPCG(seed, uint64(n))) //nolint:gosec // draws are to be the same each time
	values, squares := make([]float64, n), make([]float64, n)
	pairs := max(1, number/2)
	for range pairs {
		order := random.Perm(n)
		sum := make([]float64, n)
		for range 2 {
			if err := g.oneOrder(ctx, of, order, sum); err != nil {
				return nil, 0, err
			}
			slices.Reverse(order)
		}
		for i, x := range sum {
			values[i] += x / 2 / float64(pairs)
			squares[i] += x * x / 4 / float64(pairs)
		}
	}
	for i, mean := range values {
		worst = max(worst, math.Sqrt(max(0, squares[i]-mean*mean)/float64(pairs)))
	}
	return values, worst, nil
}

// oneOrder adds by how much the share changes as each player's turn comes.
func (g *game) oneOrder(ctx context.Context, of mechanisms, order []int, sum []float64) error {
	second := make([]bool, len(order))
	last, err := g.share(ctx, of, func(player int) bool { return second[player] })
	if err != nil {
		return err
	}
	for _, player := range order {
		second[player] = true
		now, err := g.share(ctx, of, func(player int) bool { return second[player] })
		if err != nil {
			return err
		}
		sum[player] += now - last
		last = now
	}
	return nil
}

// spread is how much the values vary over draws from the posteriors of the counts: their standard deviations, over the same few
// orders in every draw.
func (g *game) spread(ctx context.Context) ([]float64, error) {
	n := len(g.players)
	sums, squares := make([]float64, n), make([]float64, n)
	for draw := range draws {
		random := rand.New(rand.NewPCG(seed+1, uint64(draw))) //nolint:gosec // draws are to be the same each time
		var of mechanisms
		for period, tables := range g.tables {
			for _, column := range g.players {
				of[period] = append(of[period], tables[column].Draw(random))
			}
		}
		values, _, err := g.drawnOrders(ctx, of, orderDraws)
		if err != nil {
			return nil, err
		}
		for i, x := range values {
			sums[i] += x
			squares[i] += x * x
		}
	}
	out := make([]float64, n)
	for i := range out {
		mean := sums[i] / draws
		out[i] = math.Sqrt(max(0, squares[i]/draws-mean*mean))
	}
	return out, nil
}
