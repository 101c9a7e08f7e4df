package estimation

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
)

// GFormulaBy begins the name of the method of a g-formula; the inference method follows.
const GFormulaBy = "g-formula, "

// replicates is the number of models drawn where the variance is not computed exactly.
const replicates = 100

// Contrast compares two interventions by one model.
type Contrast struct {
	Do, Against Estimate
	// Difference is the risk difference; Ratio the risk ratio, nil when the baseline is 0.
	Difference Interval
	Ratio      *Interval
}

// GFormula estimates P(target | do, given) by the g-formula (Robins 1986): the product of the
// learned tables, without those of the actions, summed over everything else. Only the ancestors of
// the target and the given columns matter. The variance is the first-order variance under the
// Dirichlet distributions of the tables, so it does not depend on the order of rows, states or
// columns. Where the sum is too large, it is the variance over sampled models. An option that
// nobody tried is extrapolated, not evidence: check how often it was tried.
func (l *Learned) GFormula(ctx context.Context, q Question, limits inference.Limits) (Estimate, error) {
	if l.sample.Columns[q.Target].States < 2 {
		return measured{}.estimate(0), nil
	}
	p, err := l.part(q, limits)
	if err != nil {
		return Estimate{}, err
	}
	m, err := measure(ctx, q.State, p)
	return m.estimate(0), err
}

// Contrast compares two interventions on the same columns. The uncertainty that both estimates
// share through the same counts cancels out of their difference.
func (l *Learned) Contrast(ctx context.Context, q Question, against map[int]int, limits inference.Limits) (Contrast, error) {
	if l.sample.Columns[q.Target].States < 2 {
		return measured{}.contrast(), nil
	}
	p, err := l.part(q, limits)
	if err != nil {
		return Contrast{}, err
	}
	q.Do = against
	other, err := l.part(q, limits)
	if err != nil {
		return Contrast{}, err
	}
	m, err := measure(ctx, q.State, p, other)
	if err != nil {
		return Contrast{}, err
	}
	return m.contrast(), nil
}

// measured are the answers to one or two questions, with their covariance.
type measured struct {
	method     inference.Method
	p          [2]float64
	n, chosen  [2]int
	covariance [2][2]float64
}

// estimate is the estimate of one of the questions. It is worth no more than the rows that made the
// choice: what the model assumes beside, and what it smooths by, makes no choice better known.
func (m measured) estimate(i int) Estimate {
	e := estimate(m.p[i], m.covariance[i][i], m.n[i], GFormulaBy+string(cmp.Or(m.method, inference.Exact)))
	if worth := float64(m.chosen[i]); worth < e.Effective {
		e.Effective = worth
		e.Low, e.High = wilson(e.P, worth)
	}
	return e
}

// contrast is the comparison of both.
func (m measured) contrast() Contrast {
	c := Contrast{Do: m.estimate(0), Against: m.estimate(1)}
	if c.Do.N == 0 || c.Against.N == 0 {
		c.Difference = Interval{Low: -1, High: 1, Error: 1}
		return c
	}
	a, b, v := m.p[0], m.p[1], m.covariance
	c.Difference = difference(c.Do, c.Against, v[0][1])
	if a > 0 && b > 0 {
		c.Ratio = new(ratio(a/b, v[0][0]/(a*a)+v[1][1]/(b*b)-2*v[0][1]/(a*b)))
	}
	return c
}

// measure answers questions about the same state, exactly if possible, else by sampled models.
func measure(ctx context.Context, state int, parts ...part) (measured, error) {
	var m measured
	s := slopes{}
	for i, p := range parts {
		answer, err := p.network.Sensitivity(ctx, p.query, state, func(node int, parents []int, by []float64) {
			s.add(i, p.columns[node], p.tables[node], parents, by)
		})
		if errors.Is(err, inference.ErrTooLarge) {
			return sampled(ctx, state, parts...)
		}
		if err != nil {
			return m, err
		}
		m.method, m.p[i], m.n[i], m.chosen[i] = answer.Method, answer.P[state], p.n, p.chosen
	}
	m.covariance = s.covariance()
	return m, nil
}

// slopes are the derivatives of answers by the rows of tables, by column.
type slopes map[int]*columnSlopes

// columnSlopes are the derivatives for one column: of both answers by each prefix of its counts,
// and by each unobserved combination.
type columnSlopes struct {
	counts *Counts
	seen   []slope
	unseen map[string]*slope
	// under is the prefix of the unobserved combination.
	under map[string]int
}

// slope are the derivatives of two answers by each state; nil where they are 0.
type slope [2][]float64

// add adds to the derivative of an answer.
func (s *slope) add(answer int, by []float64, times float64) {
	if by == nil {
		return
	}
	if s[answer] == nil {
		s[answer] = make([]float64, len(by))
	}
	for state, v := range by {
		s[answer][state] += v * times
	}
}

// add adds the derivatives of an answer by one row.
func (s slopes) add(answer, column int, counts *Counts, parents []int, by []float64) {
	c := s[column]
	if c == nil {
		c = &columnSlopes{
			counts: counts, seen: make([]slope, len(counts.prefixes)),
			unseen: map[string]*slope{}, under: map[string]int{},
		}
		s[column] = c
	}
	at, seen := counts.find(parents)
	if seen {
		c.seen[at].add(answer, by, 1)
		return
	}
	key := combination(parents)
	if c.unseen[key] == nil {
		c.unseen[key] = new(slope)
	}
	c.unseen[key].add(answer, by, 1)
	c.under[key] = at
}

// covariance is the covariance of the answers when each row has the Dirichlet distribution of its
// counts.
func (s slopes) covariance() (v [2][2]float64) {
	for _, column := range slices.Sorted(maps.Keys(s)) { // always the same sum
		s[column].addTo(&v)
	}
	return v
}

// addTo adds the covariance from one column. The distribution that smooths a row is uncertain too,
// so the derivative of the row propagates to it.
func (c *columnSlopes) addTo(v *[2][2]float64) {
	for _, key := range slices.Sorted(maps.Keys(c.unseen)) {
		// The prefix gives the likely distribution, but not its uncertainty.
		under := c.under[key]
		spread(*c.unseen[key], c.counts.prefixes[0].mean, 1, v)
		for answer, by := range c.unseen[key] {
			c.seen[under].add(answer, by, 1)
		}
	}
	for at, s := range slices.Backward(c.seen) {
		p := c.counts.prefixes[at]
		weight := float64(p.n) + 1
		spread(s, p.mean, weight, v)
		if at == 0 {
			return
		}
		for answer, by := range s {
			c.seen[p.up].add(answer, by, 1/weight)
		}
	}
}

// spread adds the contribution of one row with a mean and a weight to the covariance.
func spread(of slope, mean []float64, weight float64, v *[2][2]float64) {
	for i, a := range of {
		for j, b := range of {
			if a == nil || b == nil {
				continue
			}
			both, first, second := 0.0, 0.0, 0.0
			for state, m := range mean {
				both += m * a[state] * b[state]
				first += m * a[state]
				second += m * b[state]
			}
			v[i][j] += (both - first*second) / (weight + 1)
		}
	}
}

// sampled answers questions by sampling, half of the samples from the learned model and half from
// models drawn from the posterior of the counts. The variance is that of the answers of the drawn
// models.
func sampled(ctx context.Context, state int, parts ...part) (measured, error) {
	var m measured
	answers := make([][2]float64, replicates)
	var average [2]float64
	for i, p := range parts {
		draws := p.draws() / 2
		answer, err := p.sample(ctx, draws, 0, func(c *Counts, _ *rand.Rand) inference.Mechanism { return c })
		if err != nil {
			return m, err
		}
		m.method, m.p[i], m.n[i], m.chosen[i] = answer.Method, answer.P[state], p.n, p.chosen
		for r := range answers {
			answer, err := p.sample(ctx, max(draws/replicates, 1), uint64(r)+1, (*Counts).Draw)
			if err != nil {
				return m, err
			}
			answers[r][i] = answer.P[state]
			average[i] += answer.P[state] / replicates
		}
	}
	for _, a := range answers {
		for i := range parts {
			for j := range parts {
				m.covariance[i][j] += (a[i] - average[i]) * (a[j] - average[j]) / (replicates - 1)
			}
		}
	}
	return m, nil
}

// draws is the most samples of a part.
func (p part) draws() int {
	if n := p.query.Limits.Draws; n > 0 {
		return n
	}
	return 20_000
}

// sample answers by samples of a network with other mechanisms.
func (p part) sample(
	ctx context.Context, draws int, seed uint64, mechanism func(*Counts, *rand.Rand) inference.Mechanism,
) (inference.Answer, error) {
	nodes := make([]inference.Node, len(p.nodes))
	for i, node := range p.nodes {
		random := rand.New(rand.NewPCG(p.query.Limits.Seed+seed, uint64(p.columns[i]))) //nolint:gosec // repeatable
		node.Mechanism = mechanism(p.tables[i], random)
		nodes[i] = node
	}
	network, err := inference.NewNetwork(nodes)
	if err != nil {
		return inference.Answer{}, err
	}
	q := p.query
	q.Limits.Seed += seed
	q.Limits.Draws = draws
	return network.Infer(ctx, q)
}
