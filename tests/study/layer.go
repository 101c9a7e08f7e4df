package main

import (
	"context"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
)

// layer is a record as the factors and links that its episodes make, for the report of their
// quality; nothing else is asked of it.
type studyLayer struct {
	derive.Store

	variables []factor.Variable
	factors   []factor.Factor
	links     []link.FactorLink
	episodes  int
}

// report is the advice of the quality report on a record, and its figures.
func (rec *record) report(ctx context.Context, w *world) (curate.Quality, error) {
	s := memory.NewCauses(memory.CauseParts{Factors: newLayer(w, rec)}, time.Now)
	return s.Curate.Quality(ctx, w.name)
}

// newLayer makes factors of all states that are recorded, and links between those states of two
// linked variables that occur together.
func newLayer(w *world, rec *record) *studyLayer {
	out := &studyLayer{episodes: rec.sample.Rows}
	for v, c := range rec.sample.Columns {
		counts := make([]int, c.States)
		recorded := 0
		for _, state := range c.Of {
			if state != estimation.Unknown {
				counts[state]++
				recorded++
			}
		}
		out.variables = append(out.variables, factor.Variable{Name: w.variable(v), Recorded: recorded})
		for state, n := range counts {
			if n > 0 && w.records(v, state) {
				f := factor.Factor{Identity: w.identity(v, state), Outcomes: factor.OutcomeCounts{Success: n}}
				f.Kinds.Event = n
				out.factors = append(out.factors, f)
			}
		}
	}
	for _, l := range rec.sorted() {
		out.join(w, rec, l)
	}
	return out
}

// variable is the name of a variable; what is asked for is the outcome of its episode.
func (w *world) variable(v int) string {
	if v == w.target {
		return factor.VariableOutcome
	}
	return w.names[v]
}

func (w *world) identity(v, state int) factor.Identity {
	return factor.Identity{Variable: w.variable(v), State: map[bool]string{true: "yes", false: "no"}[state == w.happened]}
}

// records reports whether a state makes a factor: noisy worlds record only what happened, and how
// it ended.
func (w *world) records(v, state int) bool { return !w.noisy || state == w.happened || v == w.target }

// join adds the links between states.
func (y *studyLayer) join(w *world, rec *record, l arrow) {
	for a := range rec.sample.Columns[l.from].States {
		for b := range rec.sample.Columns[l.to].States {
			if !w.records(l.from, a) || !w.records(l.to, b) {
				continue
			}
			var c link.PairCounts
			for row := range rec.sample.Rows {
				from, to := rec.sample.Columns[l.from].Of[row], rec.sample.Columns[l.to].Of[row]
				if from != estimation.Unknown && to != estimation.Unknown {
					countPair(&c, int(from) == a, int(to) == b)
				}
			}
			if c.N11 == 0 {
				continue
			}
			if c.Forward = c.N11; l.from > l.to { // the variables are in the order of time
				c.Forward, c.Backward = 0, c.N11
			}
			y.links = append(y.links, link.FactorLink{
				Source: w.identity(l.from, a), Target: w.identity(l.to, b), Relation: episodic.RelationCauses,
				Evidence: link.BasisCounts{Stated: c.N11}, Pair: c, Measure: link.Measured(episodic.RelationCauses, c),
			})
		}
	}
}

func countPair(c *link.PairCounts, source, target bool) {
	switch {
	case source && target:
		c.N11++
	case source:
		c.N10++
	case target:
		c.N01++
	default:
		c.N00++
	}
}

// GetDerivation says that all episodes are derived.
func (y *studyLayer) GetDerivation(context.Context, string) (layer.Derivation, error) {
	return layer.Derivation{Version: derive.DerivationVersion, Episodes: y.episodes}, nil
}

// ListVariables returns those of some names.
func (y *studyLayer) ListVariables(_ context.Context, _ string, names []string) ([]factor.Variable, error) {
	var out []factor.Variable
	for _, v := range y.variables {
		for _, name := range names {
			if v.Name == name {
				out = append(out, v)
			}
		}
	}
	return out, nil
}

// ListFactors returns all of them on one page.
func (y *studyLayer) ListFactors(context.Context, layer.FactorQuery) ([]factor.Factor, error) {
	return y.factors, nil
}

// ListFactorLinks returns all of them on one page.
func (y *studyLayer) ListFactorLinks(context.Context, layer.FactorLinkQuery) ([]link.FactorLink, error) {
	return y.links, nil
}

// StatesOf returns the factors of some variables.
func (y *studyLayer) StatesOf(_ context.Context, _ string, variables []string) ([]factor.Factor, error) {
	var out []factor.Factor
	for _, f := range y.factors {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	return out, nil
}
