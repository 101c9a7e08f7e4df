package counterfactual

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/explain"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// mechanismDraws is the number of mechanisms drawn for the interval of an answer. Quantiles need
	// quantileDraws, their spread leastDraws when time is short.
	mechanismDraws, quantileDraws, leastDraws = 200, 100, 20
	// drawTime is the most time for the draws.
	drawTime = 3 * time.Second
	// excluded is the probability below which a mechanism excludes a state of the episode.
	excluded = 1e-5
	// strange is the probability below which an answer says that the model did not expect the state.
	strange = .02
	// leastEffective is the least effective sample size of an answer by sampling.
	leastEffective = 500
)

// graded is a counterfactual that the model can answer: the target y, whose state the episode has,
// had x been z instead of its actual state.
type graded struct {
	m    *model.Model
	x, y int
	// was and is are the states of x and y in the episode, z is the state to set, wanted the state of
	// y that was asked for.
	was, is, z, wanted int
	// seen are the states to condition on.
	seen map[int]int
	net  *inference.Network
	// mechanisms are the mechanisms of the target and everything upstream.
	mechanisms map[int]*model.LearnedMechanism
}

// grade answers from the mechanisms learned from all episodes.
func (c *counterfactual) grade(ctx context.Context, m *model.Model) error {
	if c.later != "" {
		c.end(model.StatusInsufficient, "%s", c.later)
		return nil
	}
	if column, known := m.Column[c.out.Actual.Variable]; known && m.Variables[column].Constant {
		c.alwaysSo(m.Variables[column])
		return nil
	}
	if m.Status != "" {
		c.end(m.Status, "%s", m.Reason)
		return nil
	}
	g := &graded{m: m}
	if !c.place(g) || !c.intervene(g) {
		return nil
	}
	c.out.Actual, c.out.Set, c.out.Target = m.Identity(g.x, g.was), m.Identity(g.x, g.z), m.Identity(g.y, g.is)
	c.out.Nearest = c.nearest(g)
	if !m.Reaches(g.x, g.y) {
		c.withoutCausalPath(g)
		return nil
	}
	if !g.m.BeyondTime().Ancestors([]int{g.y}, nil)[g.x] {
		if c.out.OnlyTemporal = true; !c.q.Temporal {
			c.refuseTime()
			return nil
		}
	}
	if err := c.estimate(ctx, g); err != nil {
		return err
	}
	c.out.Assumptions = c.assumptions(g)
	return nil
}

// withoutCausalPath ends a question about a cause without a directed path to the target.
func (c *counterfactual) withoutCausalPath(g *graded) {
	status, reason := g.m.NoCausalPath([]int{g.x}, g.y, factor.Quoted(c.out.Actual, reasonLabel), factor.Quoted(c.out.Target, reasonLabel))
	if status != model.StatusNoCausalPath {
		c.end(status, "%s", reason)
		return
	}
	c.out.Graded = unchanged()
	said := fmt.Sprintf("Nothing that is recorded leads from %q to %q.", c.out.Actual.Variable, c.out.Target.Variable)
	if g.m.RestsOn != nil {
		said += g.m.RestsOn([]int{g.x}, g.y)
	}
	c.end(model.StatusNoCausalPath, "%s", said)
}

// place finds the cause, the target and the other states of the episode in the model. It returns
// false when there is nothing to go by.
func (c *counterfactual) place(g *graded) bool {
	var known, same bool
	row, derived := g.m.Seen(c.q.Episode)
	if !derived {
		c.end(model.StatusInsufficient, "The episode is not derived yet.")
		return false
	}
	for _, end := range []struct {
		of            factor.Identity
		column, state *int
	}{{c.out.Actual, &g.x, &g.was}, {c.out.Target, &g.y, &g.is}} {
		if *end.column, *end.state, known = g.m.Find(end.of); known {
			var state int
			state, known = row[*end.column]
			same = state == *end.state
		}
		if !known || !same {
			c.end(model.StatusInsufficient, "What the model knows of %q in this episode is not %q: it counts the first state of each variable, and rare ones together.",
				end.of.Variable, end.of.Label())
			return false
		}
	}
	if g.wanted = g.is; c.wanted != c.out.Target {
		if _, g.wanted, known = g.m.Find(c.wanted); !known {
			c.end(model.StatusInsufficient, "No episode has %q: what was never seen is not guessed.", c.wanted.Label())
			return false
		}
	}
	g.seen = row
	if c.q.ContextOnly {
		for column := range row {
			if id := g.m.Identity(column, row[column]); column != g.x && column != g.y && !isContext(c.t, id) {
				delete(g.seen, column)
			}
		}
	}
	return true
}

// intervene finds the state to set the cause to.
func (c *counterfactual) intervene(g *graded) bool {
	v := g.m.Variables[g.x]
	if c.q.Set != "" {
		_, z, known := g.m.Find(c.out.Set)
		if g.z = z; !known {
			c.end(model.StatusInsufficient, "No episode has %q: what was never tried is not guessed.", c.out.Set.Label())
		}
		return known
	}
	if g.z = g.frequent(); v.Absent >= 0 && v.Absent != g.was {
		g.z = v.Absent
	}
	return true
}

// alwaysSo ends a question about a cause with only one known state. A decision cannot be declared
// closed.
func (c *counterfactual) alwaysSo(v model.Variable) {
	if v.Kind == factor.KindDecision {
		c.end(model.StatusInsufficient, "No episode is known to have chosen otherwise than %q.", c.out.Actual.Label())
		return
	}
	c.end(model.StatusInsufficient, "No episode is known to be without %q; declare its variable closed if what is not recorded did not happen.", c.out.Actual.Label())
}

// frequent is the most frequent other state of the cause.
func (g *graded) frequent() int {
	count := g.count()
	count[g.was] = -1
	return slices.Index(count, slices.Max(count))
}

// count counts the episodes by state of the cause.
func (g *graded) count() []int {
	out := make([]int, len(g.m.Variables[g.x].States))
	for _, s := range g.m.Sample.Columns[g.x].Of {
		if s >= 0 {
			out[s]++
		}
	}
	return out
}

// estimate computes the probability that the target would be otherwise, and judges its evidence.
func (c *counterfactual) estimate(ctx context.Context, g *graded) (err error) {
	if err = g.learn(); err != nil {
		return err
	}
	if column, likely := g.leastLikely(); likely < excluded {
		c.out.Mismatch = g.m.Variables[column].Name
		c.end(model.StatusMismatch, "By the model %q could not come about as it did in this episode.", g.m.Identity(column, g.seen[column]).Label())
		return nil
	}
	if blind := g.m.UnobservedMediators(g.x, g.y); len(blind) > 0 {
		c.end(model.StatusInsufficient, "What %s carries is unknown, because only one state of it is known; declare it closed if what is not recorded did not happen.", g.names(blind))
		return c.bound(ctx, g)
	}
	answer, err := g.net.Counterfactual(ctx, g.query(g.seen))
	var impossible *inference.ImpossibleError
	switch {
	case errors.As(err, &impossible):
		c.out.Mismatch = g.m.Variables[impossible.Node].Name
		c.end(model.StatusMismatch, "By the model what the episode tells of %q cannot be.", c.out.Mismatch)
		return nil
	case errors.Is(err, inference.ErrTooRare):
		c.end(model.StatusInsufficient, "What the episode tells is too rare for the samples drawn from the model.")
		return nil
	case err != nil:
		return err
	}
	out := &Graded{Otherwise: model.Interval{Value: g.otherwise(answer)}, Method: answer.Method, N: g.evidence()}
	out.Seen, out.Unknown = g.known()
	up, down := g.m.Upstream(g.y), g.m.Graph.Descendants(g.x)
	out.Bases = g.m.Bases(func(source, target int) bool { return down[source] && up[target] })
	c.out.Graded = out
	if err := g.interval(ctx, &out.Otherwise); err != nil {
		return err
	}
	c.judge(g, answer)
	return c.bound(ctx, g)
}

// learn finds the mechanisms upstream of the target.
func (g *graded) learn() (err error) {
	g.mechanisms = map[int]*model.LearnedMechanism{}
	for column, upstream := range g.m.Upstream(g.y) {
		if upstream && !g.m.Variables[column].Constant {
			if g.mechanisms[column], err = g.m.Mechanism(column); err != nil {
				return err
			}
		}
	}
	g.net, err = g.m.Network()
	return err
}

// query is the query for the target, given what is seen.
func (g *graded) query(seen map[int]int) inference.Query {
	return inference.Query{Target: g.y, Seen: seen, Do: map[int]int{g.x: g.z}}
}

// otherwise is the probability that the target would not have its actual state, or that it would
// have the state asked for.
func (g *graded) otherwise(a inference.Answer) float64 {
	if g.wanted != g.is {
		return a.P[g.wanted]
	}
	return min(1, max(0, 1-a.P[g.is]))
}

// leastLikely finds the variable whose state in the episode is the least likely under its
// mechanism, with that probability.
func (g *graded) leastLikely() (column int, likely float64) {
	likely = 1
	for _, c := range slices.Sorted(maps.Keys(g.mechanisms)) {
		learned := g.mechanisms[c]
		state, known := g.seen[c]
		parents := make([]int, len(learned.Parents))
		for i, p := range learned.Parents {
			s, has := g.seen[p.Column]
			parents[i], known = s, known && has
		}
		if !known {
			continue
		}
		p := make([]float64, len(g.m.Variables[c].States))
		learned.Probabilities(parents, p)
		if p[state] < likely {
			column, likely = c, p[state]
		}
	}
	return column, likely
}

// carries reports whether a variable is on a directed path from the cause to the target.
func (g *graded) carries(column int) bool { return column != g.x && g.m.Reaches(g.x, column) }

// evidence is the least number of episodes behind a mechanism that carries the effect.
func (g *graded) evidence() int {
	n := len(g.m.Episodes)
	for column, learned := range g.mechanisms {
		if g.carries(column) {
			n = min(n, learned.N)
		}
	}
	return n
}

// known are the states that the answer conditions on, and the relevant variables without a known
// state.
func (g *graded) known() (seen []factor.Identity, unknown []string) {
	for column, upstream := range g.m.Upstream(g.y) {
		if state, has := g.seen[column]; has {
			seen = append(seen, g.m.Identity(column, state))
		} else if upstream {
			unknown = append(unknown, g.m.Variables[column].Name)
		}
	}
	return seen, unknown
}

// interval is the interval of the answer under mechanisms drawn from the uncertainty of the counts.
func (g *graded) interval(ctx context.Context, out *model.Interval) error {
	within, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	random := rand.New(rand.NewPCG(uint64(g.x), uint64(g.y))) //nolint:gosec // repeatable, and no secret
	var drawn []float64
	for range mechanismDraws {
		net, err := g.m.DrawNetwork(random)
		if err != nil {
			return err
		}
		answer, err := net.Counterfactual(within, g.query(g.seen))
		if within.Err() != nil {
			break
		}
		if err == nil { // a mechanism under which the episode is impossible is not the true one
			drawn = append(drawn, g.otherwise(answer))
		}
	}
	if len(drawn) < leastDraws {
		out.Low, out.High = 0, 1
		return ctx.Err()
	}
	spread(out, drawn)
	return nil
}

// spread is the interval of the draws: their quantiles, or with few draws the interval of a normal
// distribution with their variance. It always contains the number itself.
func spread(i *model.Interval, drawn []float64) {
	low, high := 0.0, 0.0
	if len(drawn) < quantileDraws {
		mean, deviation := stat.MeanStdDev(drawn, nil)
		half := distuv.UnitNormal.Quantile(.975) * deviation
		low, high = max(0, mean-half), min(1, mean+half)
	} else {
		slices.Sort(drawn)
		cut := len(drawn) / 40
		low, high = drawn[cut], drawn[len(drawn)-1-cut]
	}
	i.Low, i.High = min(i.Value, low), max(i.Value, high)
}

// judge sets the verdict, if the evidence suffices.
func (c *counterfactual) judge(g *graded, a inference.Answer) {
	o, count := c.out.Graded.Otherwise, g.count()
	for _, state := range []int{g.was, g.z} {
		if n := count[state]; n < effect.LeastChosen {
			c.end(model.StatusInsufficient, "Only %s with %q: too few to conclude anything.", haveWord(n), g.m.Identity(g.x, state).Label())
			return
		}
	}
	switch {
	case a.Method != inference.Exact && a.Effective < leastEffective:
		c.end(model.StatusInsufficient, "What the episode tells is so rare that the samples are worth only %.0f.", a.Effective)
	case o.High-o.Low > effect.MostWidth:
		c.end(model.StatusInsufficient, "The interval from %s to %s is too wide to conclude anything.", explain.Number(o.Low), explain.Number(o.High))
	default:
		c.out.Status, c.out.Graded.Verdict = model.StatusOK, verdictOf(o.Value)
	}
}

// names are the names of columns.
func (g *graded) names(columns []int) string {
	out := make([]string, len(columns))
	for i, column := range columns {
		out[i] = fmt.Sprintf("%q", g.m.Variables[column].Name)
	}
	return strings.Join(out, ", ")
}

// haveWord is the verb for a number of episodes.
func haveWord(n int) string {
	if n == 1 {
		return "1 episode is known"
	}
	return fmt.Sprintf("%d episodes are known", n)
}

func verdictOf(p float64) Verdict {
	switch {
	case p >= .9:
		return VerdictYes
	case p >= .5:
		return VerdictProbably
	case p >= .1:
		return VerdictUnlikely
	default:
		return VerdictNo
	}
}
