package neo4jstore

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
)

// narrowVariable is how many episodes record a variable whose episodes are looked at one by one. Where two variables are
// compared that more episodes record, all observations of both are read.
const narrowVariable = 500

// CountPairs implements [derive.Store].
func (s *Store) CountPairs(ctx context.Context, project string, pairs []link.Pair, until time.Time) ([]link.PairCounts, error) {
	t := newTables(project, pairs, until)
	variables, err := s.ListVariables(ctx, project, list(t.variables))
	if err != nil {
		return nil, fmt.Errorf("compare %d pairs of factors: %w", len(pairs), err)
	}
	observations, err := read(ctx, s, cypher.ListObservations, t.observationParams(variables, s.narrow), (*row).placed)
	if err != nil {
		return nil, fmt.Errorf("compare %d pairs of factors: %w", len(pairs), err)
	}
	total := 0
	if t.anyClosed() {
		if total, err = s.count(ctx, cypher.CountContributions, t.totalParams()); err != nil {
			return nil, fmt.Errorf("compare %d pairs of factors: %w", len(pairs), err)
		}
	}
	return t.count(observations, total), nil
}

// Count implements [derive.Tx].
func (d *derivation) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	t := newTables(d.project, pairs, time.Time{})
	variables, err := d.Variables(t.variables)
	if err != nil {
		return nil, err
	}
	var observations []placedObservation
	p := t.observationParams(slices.Collect(maps.Values(variables)), d.store.narrow)
	if err := d.ask(cypher.ListObservations, p, func(r *row) { observations = append(observations, r.placed()) }); err != nil {
		return nil, err
	}
	total := 0
	if t.anyClosed() {
		if err := d.ask(cypher.CountContributions, t.totalParams(), func(r *row) { total = r.integer("count") }); err != nil {
			return nil, err
		}
	}
	return t.count(observations, total), nil
}

// tables are the tables of pairs of factors, which are counted over what the episodes record of their variables.
type tables struct {
	project string
	pairs   []link.Pair
	until   any
	// closed are those of the variables.
	closed map[string]bool
	// variables and factors are numbered.
	variables []string
	factors   []factor.Identity
	places    struct{ variables, factors params }
}

func newTables(project string, pairs []link.Pair, until time.Time) *tables {
	t := &tables{project: project, pairs: pairs, until: timeOrNull(until), closed: map[string]bool{}}
	t.places.variables, t.places.factors = params{}, params{}
	for _, p := range pairs {
		t.take(p.Source, p.SourceClosed)
		t.take(p.Target, p.TargetClosed)
	}
	return t
}

// take numbers a factor and its variable.
func (t *tables) take(f factor.Identity, closed bool) {
	if closed {
		t.closed[f.Variable] = true
	}
	if t.places.variables[f.Variable] == nil {
		t.places.variables[f.Variable] = len(t.variables)
		t.variables = append(t.variables, f.Variable)
	}
	if key := f.Key(); t.places.factors[key] == nil {
		t.places.factors[key] = len(t.factors)
		t.factors = append(t.factors, f)
	}
}

func (t *tables) totalParams() params { return params{"project": t.project, "until": t.until} }

// observationParams ask for what each pair needs: every episode that records the variable of it that fewer episodes record, with
// the state of the other. An episode without any record of a closed variable tells it, so its episodes are not looked for.
func (t *tables) observationParams(known []factor.Variable, most int) params {
	recorded := map[string]int{}
	for _, v := range known {
		recorded[v.Name] = v.Recorded
	}
	narrow, wide := map[string]bool{}, map[string]bool{}
	for _, p := range t.pairs {
		source, target := p.Source.Variable, p.Target.Variable
		smaller := source
		if p.SourceClosed || !p.TargetClosed && recorded[target] < recorded[source] {
			smaller = target
		}
		if bothClosed(p) || recorded[smaller] > most {
			wide[source], wide[target] = true, true
		} else {
			narrow[smaller] = true
		}
	}
	p := params{"project": t.project, "until": t.until, "variables": t.places.variables, "factors": t.places.factors}
	var inNarrow, inWide []string
	for _, name := range t.variables {
		switch {
		case narrow[name]:
			inNarrow = append(inNarrow, name)
		case wide[name]:
			inWide = append(inWide, name)
		}
	}
	p["narrow"], p["wide"] = list(inNarrow), list(inWide)
	return p
}

// bothClosed reports whether every episode tells the states of both variables.
func bothClosed(p link.Pair) bool { return p.SourceClosed && p.TargetClosed }

func (t *tables) anyClosed() bool { return slices.ContainsFunc(t.pairs, bothClosed) }

// placedObservation is a state of a variable in an episode, by their places.
type placedObservation struct {
	episode  string
	variable int
	// factor is nil where the state is none that is compared.
	factor *int64
	order  *int64
}

func (r *row) placed() placedObservation {
	return placedObservation{
		episode: r.text("episode"), variable: r.integer("variable"), factor: r.maybeInteger64("factor"), order: r.maybeInteger64("order"),
	}
}

// count counts the tables over the observations. Of two closed variables all other episodes, of the total, have neither factor.
func (t *tables) count(observations []placedObservation, total int) []link.PairCounts {
	slices.SortFunc(observations, func(a, b placedObservation) int { return strings.Compare(a.episode, b.episode) })
	cohort, place := derive.NewCohort(t.closed), 0
	for i, o := range observations {
		if i == 0 || o.episode != observations[i-1].episode {
			place = cohort.Add(true)
		}
		cohort.Tell(place, t.variables[o.variable])
		if o.factor != nil {
			cohort.Observe(place, t.factors[*o.factor], o.order)
		}
	}
	out := make([]link.PairCounts, len(t.pairs))
	for i, p := range t.pairs {
		out[i] = cohort.Count(p.Source, p.Target)
		if bothClosed(p) {
			out[i].N00 = total - out[i].N11 - out[i].N10 - out[i].N01
		}
	}
	return out
}
