package estimation

import (
	"math"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// The numbers -ln(1-w) of a strength w: their bounds, and where the search begins.
const (
	leastTheta = 1e-6
	mostTheta  = 12
	startTheta = .4
)

// The most steps of a search: mostSteps, and fewer the more work a step is, down to leastSteps.
const (
	mostSteps  = 500
	leastSteps = 40
	stepWork   = 20_000
)

// tie is the penalty on a unit of theta. It is so small that it decides only where the rows say
// nothing, as for a parent that is never on.
const tie = 1e-4

// likelihood is the likelihood of counts under a noisy mechanism.
type likelihood struct {
	parents  []Parent
	relation []episodic.Relation
	rows     []NoisyRow
	n        float64
	active   []active
	// theta are the base's and the parents' -ln(1-w).
	theta []float64
}

// newLikelihood counts the rows by the parents that are on.
func newLikelihood(s Sample, column int, happened []bool, parents []Parent) *likelihood {
	l := &likelihood{parents: parents, relation: make([]episodic.Relation, len(parents))}
	on := Sample{Rows: s.Rows}
	all := make([]int, len(parents))
	for i, p := range parents {
		l.relation[i], all[i] = p.Relation, i
		on.Columns = append(on.Columns, switches(s.Columns[p.Column], p.On))
	}
	own := switches(s.Columns[column], happened)
	g := on.groups(all)
	rows := make([]NoisyRow, len(g.states))
	for row, group := range g.of {
		if group < 0 || own.Of[row] == Unknown {
			continue
		}
		rows[group].N++
		rows[group].Happened += int(own.Of[row])
		l.n++
	}
	for i, r := range rows {
		if r.N == 0 {
			continue
		}
		for _, state := range g.states[i] {
			r.On = append(r.On, state == 1)
		}
		l.rows = append(l.rows, r)
	}
	return l
}

// switches is a column with state 1 where a parent is on.
func switches(c Column, on []bool) Column {
	w := Column{States: 2, Of: make([]int16, len(c.Of))}
	for row, state := range c.Of {
		switch {
		case state == Unknown:
			w.Of[row] = Unknown
		case on[state]:
			w.Of[row] = 1
		}
	}
	return w
}

// active are the elements of theta that affect a row: those that cause the event, with the base,
// and those that inhibit it.
type active struct{ brings, blocks []int }

// activate finds the active elements of each row under the current relations.
func (l *likelihood) activate() {
	l.active = make([]active, len(l.rows))
	for k, r := range l.rows {
		a := active{brings: []int{0}}
		for i, on := range r.On {
			switch relation := l.relation[i]; {
			case relation == episodic.RelationCauses && on:
				a.brings = append(a.brings, i+1)
			case relation == episodic.RelationPrevents && on, relation == episodic.RelationEnables && !on:
				a.blocks = append(a.blocks, i+1)
			}
		}
		l.active[k] = a
	}
}

// exponents returns a and b of P(happened) = (1-exp(-a))·exp(-b) for active elements.
func (r active) exponents(theta []float64) (a, b float64) {
	for _, i := range r.brings {
		a += theta[i]
	}
	for _, i := range r.blocks {
		b += theta[i]
	}
	return a, b
}

// evaluate returns the log-likelihood of all rows, less the penalty of theta, and writes its
// gradient unless that is nil.
func (l *likelihood) evaluate(theta, gradient []float64) float64 {
	clear(gradient)
	sum := 0.0
	for k, r := range l.rows {
		a, b := l.active[k].exponents(theta)
		logP := math.Log(-math.Expm1(-a)) - b
		p := math.Exp(logP)
		slope := 0.0 // of the log-likelihood by logP
		if r.Happened > 0 {
			sum += float64(r.Happened) * logP
			slope = float64(r.Happened)
		}
		if failed := float64(r.N - r.Happened); failed > 0 {
			not := math.Max(-math.Expm1(logP), 1e-300)
			sum += failed * math.Log(not)
			slope -= failed * p / not
		}
		if gradient != nil {
			up := slope / math.Expm1(a)
			for _, i := range l.active[k].brings {
				gradient[i] += up
			}
			for _, i := range l.active[k].blocks {
				gradient[i] -= slope
			}
		}
	}
	for i := 1; i < len(theta); i++ {
		sum -= tie * theta[i]
		if gradient != nil {
			gradient[i] -= tie
		}
	}
	return sum
}

// maximize finds the theta with the greatest likelihood and returns its log-likelihood. The search
// runs over unbounded numbers that squeeze maps to the bounds of theta.
func (l *likelihood) maximize() float64 {
	n := len(l.parents) + 1
	start, theta, gradient := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range start {
		share := (startTheta - leastTheta) / (mostTheta - leastTheta)
		start[i] = math.Log(share / (1 - share))
	}
	l.theta = theta
	l.activate()
	if l.n == 0 {
		return 0
	}
	problem := optimize.Problem{
		Func: func(u []float64) float64 {
			squeeze(u, theta)
			return -l.evaluate(theta, nil) / l.n
		},
		Grad: func(out, u []float64) {
			squeeze(u, theta)
			l.evaluate(theta, gradient)
			for i, t := range theta {
				share := (t - leastTheta) / (mostTheta - leastTheta)
				out[i] = -gradient[i] / l.n * (mostTheta - leastTheta) * share * (1 - share)
			}
		},
	}
	settings := &optimize.Settings{
		GradientThreshold: 1e-9, MajorIterations: max(leastSteps, mostSteps/(1+len(l.rows)*n/stepWork)),
		Converger: &optimize.FunctionConverge{Absolute: 1e-11, Iterations: 5},
	}
	// A search that ends early still has a best point.
	if found, _ := optimize.Minimize(problem, start, settings, &optimize.LBFGS{}); found != nil {
		start = found.X
	}
	squeeze(start, theta)
	return l.evaluate(theta, nil)
}

// squeeze maps numbers into the bounds of theta.
func squeeze(u, theta []float64) {
	for i, v := range u {
		theta[i] = leastTheta + (mostTheta-leastTheta)/(1+math.Exp(-v))
	}
}

// fit is the result of the search with its uncertainty.
func (l *likelihood) fit() NoisyFit {
	f := NoisyFit{N: int(l.n), Rows: l.rows}
	f.Noisy.Base = -math.Expm1(-l.theta[0])
	for i, p := range l.parents {
		f.Noisy.Influences = append(f.Noisy.Influences, inference.Influence{
			Relation: l.relation[i], Weight: -math.Expm1(-l.theta[i+1]), On: p.On,
		})
	}
	covariance := l.covariance()
	f.root = root(covariance)
	f.Base = strength(f.Noisy.Base, covariance.At(0, 0), f.N)
	for i, w := range f.Noisy.Influences {
		n := 0
		for _, r := range l.rows {
			if r.On[i] {
				n += r.N
			}
		}
		f.Strengths = append(f.Strengths, strength(w.Weight, covariance.At(i+1, i+1), n))
	}
	if l.n > 0 {
		f.LogLikelihood = l.evaluate(l.theta, nil) / l.n
		f.Saturated = l.saturated() / l.n
	}
	return f
}

// strength is a parameter of a mechanism with its normal interval.
func strength(w, variance float64, n int) Estimate {
	e := math.Sqrt(variance)
	r := Estimate{P: w, Low: within(w - z95*e), High: within(w + z95*e), Error: e, N: n, Method: "maximum likelihood"}
	if n > 0 {
		r.Effective = math.Min(math.Max(w*(1-w)/variance, 1), float64(n))
	}
	return r
}

// saturated is the log-likelihood of the rows under their own shares.
func (l *likelihood) saturated() float64 {
	sum := 0.0
	for _, r := range l.rows {
		for _, k := range []int{r.Happened, r.N - r.Happened} {
			if k > 0 {
				sum += float64(k) * math.Log(float64(k)/float64(r.N))
			}
		}
	}
	return sum
}

// covariance inverts the information of the rows about the base and the strengths. It adds half a
// row of each kind to the spread of each combination, and the information of one row to each
// parameter, so that a parameter without information is uncertain.
func (l *likelihood) covariance() *mat.SymDense {
	n := len(l.theta)
	information := mat.NewSymDense(n, nil)
	for i := range n {
		information.SetSym(i, i, 4) // that of a number between 0 and 1 that varies by a half
	}
	slope := mat.NewVecDense(n, nil)
	for k, r := range l.rows {
		p := l.slopes(l.active[k], slope)
		rows := float64(r.N)
		p = (rows*p + .5) / (rows + 1)
		information.SymRankOne(information, rows/(p*(1-p)), slope)
	}
	var c mat.Cholesky
	covariance := mat.NewSymDense(n, nil)
	if !c.Factorize(information) || c.InverseTo(covariance) != nil {
		for i := range n {
			covariance.SetSym(i, i, .25)
		}
	}
	return covariance
}

// slopes writes the derivatives of P(happened) of a row by the base and the strengths, and returns
// that probability.
func (l *likelihood) slopes(r active, out *mat.VecDense) float64 {
	a, b := r.exponents(l.theta)
	out.Zero()
	for _, i := range r.brings {
		out.SetVec(i, math.Exp(-(a-l.theta[i])-b))
	}
	for _, i := range r.blocks {
		out.SetVec(i, math.Expm1(-a)*math.Exp(-(b-l.theta[i])))
	}
	return -math.Expm1(-a) * math.Exp(-b)
}

// root is the Cholesky factor of a covariance.
func root(covariance *mat.SymDense) *mat.TriDense {
	var c mat.Cholesky
	lower := mat.NewTriDense(covariance.SymmetricDim(), mat.Lower, nil)
	if c.Factorize(covariance) {
		c.LTo(lower)
	}
	return lower
}
