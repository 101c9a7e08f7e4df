package estimation

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// The numbers -ln(1-w) of a strength w, and where a search for them begins.
const (
	leastTheta = 1e-6
	mostTheta  = 12
	startTheta = .4
)

// tie is how much a unit of theta costs: so little that it decides only where the rows say
// nothing, as of a parent that is never on.
const tie = 1e-4

// likelihood is that of counts under a noisy mechanism.
type likelihood struct {
	parents  []Parent
	relation []episodic.Relation
	rows     []NoisyRow
	n        float64
	// theta are the base's and the parents' -ln(1-w).
	theta []float64
}

// newLikelihood counts the rows by what is on.
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

// switches is a column with state 1 where it is on.
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

// exponents returns a and b of P(happened) = (1-exp(-a))·exp(-b) for a row.
func (l *likelihood) exponents(r NoisyRow, theta []float64) (a, b float64) {
	a = theta[0]
	for i, on := range r.On {
		switch {
		case on && l.relation[i] == episodic.RelationCauses:
			a += theta[i+1]
		case on == (l.relation[i] == episodic.RelationPrevents) && l.relation[i] != episodic.RelationCauses:
			b += theta[i+1]
		}
	}
	return a, b
}

// evaluate returns the log-likelihood of all rows, less what theta costs, and writes its
// gradient when one is given.
func (l *likelihood) evaluate(theta, gradient []float64) float64 {
	clear(gradient)
	sum := 0.0
	for _, r := range l.rows {
		a, b := l.exponents(r, theta)
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
			l.climb(r, slope/math.Expm1(a), -slope, gradient)
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

// climb adds the slopes by a and b of a row to the gradient.
func (l *likelihood) climb(r NoisyRow, a, b float64, gradient []float64) {
	gradient[0] += a
	for i, on := range r.On {
		switch {
		case on && l.relation[i] == episodic.RelationCauses:
			gradient[i+1] += a
		case on == (l.relation[i] == episodic.RelationPrevents) && l.relation[i] != episodic.RelationCauses:
			gradient[i+1] += b
		}
	}
}

// maximise finds the theta that makes the rows most likely and returns their log-likelihood. The
// search is over numbers without bounds that are squeezed between those of theta.
func (l *likelihood) maximise() float64 {
	n := len(l.parents) + 1
	start, theta, gradient := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range start {
		share := (startTheta - leastTheta) / (mostTheta - leastTheta)
		start[i] = math.Log(share / (1 - share))
	}
	l.theta = theta
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
		GradientThreshold: 1e-9, MajorIterations: 500,
		Converger: &optimize.FunctionConverge{Absolute: 1e-12, Iterations: 5},
	}
	// A search that ends early has a best point all the same.
	if found, _ := optimize.Minimize(problem, start, settings, &optimize.LBFGS{}); found != nil {
		start = found.X
	}
	squeeze(start, theta)
	return l.evaluate(theta, nil)
}

// squeeze puts numbers between the bounds of theta.
func squeeze(u, theta []float64) {
	for i, v := range u {
		theta[i] = leastTheta + (mostTheta-leastTheta)/(1+math.Exp(-v))
	}
}

// fit says what was found, with how sure it is.
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

// strength is a number of a mechanism with its interval, by the normal distribution.
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

// covariance inverts the information that the rows have of the base and the strengths. Half a
// row of each kind is added to the spread of each combination, and one row's worth of
// information to each number, so that what the rows say nothing of is uncertain and never certain.
func (l *likelihood) covariance() *mat.SymDense {
	n := len(l.theta)
	information := mat.NewSymDense(n, nil)
	for i := range n {
		information.SetSym(i, i, 4) // that of a number between 0 and 1 that varies by a half
	}
	slope := mat.NewVecDense(n, nil)
	for _, r := range l.rows {
		p := l.slopes(r, slope)
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

// slopes writes how P(happened) of a row changes with the base and the strengths, and returns it.
func (l *likelihood) slopes(r NoisyRow, out *mat.VecDense) float64 {
	a, b := l.exponents(r, l.theta)
	p := -math.Expm1(-a) * math.Exp(-b)
	out.Zero()
	out.SetVec(0, math.Exp(-(a-l.theta[0])-b))
	for i, on := range r.On {
		t := l.theta[i+1]
		switch {
		case on && l.relation[i] == episodic.RelationCauses:
			out.SetVec(i+1, math.Exp(-(a-t)-b))
		case on == (l.relation[i] == episodic.RelationPrevents) && l.relation[i] != episodic.RelationCauses:
			out.SetVec(i+1, math.Expm1(-a)*math.Exp(-(b-t)))
		}
	}
	return p
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
