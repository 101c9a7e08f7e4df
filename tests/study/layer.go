package main

import (
	"context"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/episodic"
)

// layer is a record as the factors and links that its episodes make, for the report of their
// quality; nothing else is asked of it.
type layer struct {
	causal.FactorStore

	variables []causal.Variable
	factors   []causal.Factor
	links     []causal.FactorLink
	episodes  int
}

// report is the advice of the quality report on a record, and its figures.
func (rec *record) report(ctx context.Context, w *world) (causal.Quality, error) {
	s := causal.NewService(causal.Parts{Factors: newLayer(w, rec)}, time.Now)
	return s.Quality(ctx, w.name)
}

// newLayer makes factors of all states that are recorded, and links between those states of two
// linked variables that occur together.
func newLayer(w *world, rec *record) *layer {
	out := &layer{episodes: rec.sample.Rows}
	for v, c := range rec.sample.Columns {
		counts := make([]int, c.States)
		recorded := 0
		for _, state := range c.Of {
			if state != estimation.Unknown {
				counts[state]++
				recorded++
			}
		}
		out.variables = append(out.variables, causal.Variable{Name: w.variable(v), Recorded: recorded})
		for state, n := range counts {
			if n > 0 && w.records(v, state) {
				f := causal.Factor{Identity: w.identity(v, state), Outcomes: causal.OutcomeCounts{Success: n}}
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
		return causal.VariableOutcome
	}
	return w.names[v]
}

func (w *world) identity(v, state int) causal.Identity {
	return causal.Identity{Variable: w.variable(v), State: map[bool]string{true: "yes", false: "no"}[state == w.happened]}
}

// records reports whether a state makes a factor: noisy worlds record only what happened, and how
// it ended.
func (w *world) records(v, state int) bool { return !w.noisy || state == w.happened || v == w.target }

// join adds the links between states.
func (y *layer) join(w *world, rec *record, l link) {
	for a := range rec.sample.Columns[l.from].States {
		for b := range rec.sample.Columns[l.to].States {
			if !w.records(l.from, a) || !w.records(l.to, b) {
				continue
			}
			var c causal.PairCounts
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
			y.links = append(y.links, causal.FactorLink{
				Source: w.identity(l.from, a), Target: w.identity(l.to, b), Relation: episodic.RelationCauses,
				Evidence: causal.BasisCounts{Stated: c.N11}, Pair: c, Measure: causal.Measured(episodic.RelationCauses, c),
			})
		}
	}
}

func countPair(c *causal.PairCounts, source, target bool) {
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
func (y *layer) GetDerivation(context.Context, string) (causal.Derivation, error) {
	return causal.Derivation{Version: causal.DerivationVersion, Episodes: y.episodes}, nil
}

// ListVariables returns those of some names.
func (y *layer) ListVariables(_ context.Context, _ string, names []string) ([]causal.Variable, error) {
	var out []causal.Variable
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
func (y *layer) ListFactors(context.Context, causal.FactorQuery) ([]causal.Factor, error) {
	return y.factors, nil
}

// ListFactorLinks returns all of them on one page.
func (y *layer) ListFactorLinks(context.Context, causal.FactorLinkQuery) ([]causal.FactorLink, error) {
	return y.links, nil
}
