package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/text"
)

// Data is a factor layer as a plain value, from which [Learn] learns a model. What it does not
// contain does not exist.
type Data struct {
	// Derivation describes the layer. Learn sets its number of episodes.
	Derivation layer.Derivation
	Variables  []factor.Variable
	// Factors are the states of the variables, each once. Links join them.
	Factors []factor.Factor
	Links   []link.FactorLink
	// Episodes are all episodes of the layer, each once, also those that observe nothing. Of
	// each, Learn uses the id and the observations.
	Episodes []contribution.Contribution
}

// Learn learns how the targets depend on the actions and on everything upstream of both. Targets
// and actions name variables; unknown names are ignored. Learn reads nothing but data, and the
// same data give the same model. It returns an error when an episode occurs twice or observes a
// factor that data does not contain.
func Learn(data Data, targets, actions []string) (*Model, error) {
	s, err := data.snapshot(append(slices.Clone(targets), actions...))
	if err != nil {
		return nil, err
	}
	return newLearner(s).learn(targets, actions)
}

// snapshot is the data as a complete snapshot, with a column for every variable that data or
// names mention.
func (d Data) snapshot(names []string) (*snapshot, error) {
	d.Derivation.Episodes = len(d.Episodes)
	s := newSnapshot(d.Derivation, dataset.Empty())
	s.complete = true
	s.addVariables(d.Variables)
	s.addFactors(nil, d.Factors)
	s.addLinks(nil, d.Links)
	names = append(names, factor.VariableOutcome)
	for _, v := range d.Variables {
		names = append(names, v.Name)
	}
	rows := &dataset.Rows{}
	place := map[factor.Identity]int{}
	for i, f := range d.Factors {
		names, place[f.Identity] = append(names, f.Variable), i
		rows.Factors = append(rows.Factors, f.Identity)
	}
	for _, l := range d.Links {
		names = append(names, l.Source.Variable, l.Target.Variable)
	}
	rows.Variables = text.Sorted(names)
	seen := map[string]bool{}
	for _, c := range d.Episodes {
		if seen[c.Episode] {
			return nil, fmt.Errorf("episode %q occurs twice", c.Episode)
		}
		seen[c.Episode] = true
		row := layer.EpisodeStates{Episode: c.Episode, Seen: c.Seen}
		for _, o := range c.Observations {
			at, known := place[o.Identity]
			if !known {
				return nil, fmt.Errorf("episode %q observes %q, which is not among the factors", c.Episode, o.Label())
			}
			row.States = append(row.States, layer.ObservedState{Factor: at, Order: o.Order})
		}
		rows.Episodes = append(rows.Episodes, row)
	}
	s.observed = s.observed.With(rows)
	return s, nil
}

// snapshot is what is known of a factor layer at one version of its graph. A complete one knows
// everything; any other one says what it lacks, see [missing].
type snapshot struct {
	derivation layer.Derivation
	observed   *dataset.Dataset
	variables  map[string]factor.Variable
	// lookedUp are the variables that were looked up, found or not; allVariables says that
	// variables has all there are.
	lookedUp     map[string]bool
	allVariables bool
	// texts is how many variables there are, once those of which composites may be made were read. Of these rare are not
	// known unless they were looked up: fewer than composite.LeastTold episodes tell them, and there are too many.
	texts *int
	rare  int
	// factors are the states by variable, ordered by name.
	factors map[string][]factor.Factor
	// links are the links into each variable, by key.
	links map[string][]link.FactorLink
	// overflows are the sets of variables that have more than MaxModelLinks links into them.
	overflows map[string]bool
	complete  bool
}

func newSnapshot(d layer.Derivation, observed *dataset.Dataset) *snapshot {
	return &snapshot{
		derivation: d, observed: observed,
		variables: map[string]factor.Variable{}, lookedUp: map[string]bool{},
		factors: map[string][]factor.Factor{}, links: map[string][]link.FactorLink{}, overflows: map[string]bool{},
	}
}

// addVariables adds variables.
func (s *snapshot) addVariables(found []factor.Variable) {
	for _, v := range found {
		s.variables[v.Name], s.lookedUp[v.Name] = v, true
	}
}

// addFactors adds all states of some variables.
func (s *snapshot) addFactors(variables []string, found []factor.Factor) {
	group(s.factors, variables, found, func(f factor.Factor) string { return f.Variable },
		func(a, b factor.Factor) int { return strings.Compare(a.State, b.State) })
}

// addLinks adds all links into some variables.
func (s *snapshot) addLinks(variables []string, found []link.FactorLink) {
	group(s.links, variables, found, func(l link.FactorLink) string { return l.Target.Variable },
		func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
}

// group adds values by name, in order. Names without a value get an empty list.
func group[T any](into map[string][]T, names []string, found []T, nameOf func(T) string, compare func(a, b T) int) {
	for _, name := range names {
		into[name] = nil
	}
	for _, one := range found {
		name := nameOf(one)
		into[name] = append(into[name], one)
		names = append(names, name)
	}
	for _, name := range text.Sorted(names) {
		slices.SortFunc(into[name], compare)
	}
}

// missing says what has to be read before learning can continue; one of its lists is not empty,
// or texts is true.
type missing struct {
	variables, factors, links, columns []string
	texts                              bool
}

func (*missing) Error() string { return "the model needs more of the layer" }

// needVariables returns an error when variables were not looked up yet.
func (s *snapshot) needVariables(names []string) error {
	if names = absent(names, s.lookedUp); s.complete || s.allVariables || len(names) == 0 {
		return nil
	}
	return &missing{variables: names}
}

// needTexts returns how many variables there are, and an error unless those of which composites may be made are known.
func (s *snapshot) needTexts() (total int, err error) {
	switch {
	case s.complete:
		return len(s.variables), nil
	case s.texts != nil:
		return *s.texts, nil
	default:
		return 0, &missing{texts: true}
	}
}

// needFactors returns an error when the states of variables are not known yet.
func (s *snapshot) needFactors(names []string) error {
	if names = absent(names, s.factors); s.complete || len(names) == 0 {
		return nil
	}
	return &missing{factors: names}
}

// needLinks returns an error when the links into variables are not known yet. overflow says that
// there are too many.
func (s *snapshot) needLinks(names []string) (overflow bool, err error) {
	if s.complete {
		n := 0
		for _, name := range names {
			n += len(s.links[name])
		}
		return n > MaxModelLinks, nil
	}
	names = absent(names, s.links)
	switch {
	case len(names) == 0:
		return false, nil
	case s.overflows[setKey(names)]:
		return true, nil
	}
	return false, &missing{links: names}
}

// needColumns returns an error when the cells of variables are not known yet.
func (s *snapshot) needColumns(names []string) error {
	if names = absent(names, s.observed.Columns); len(names) == 0 {
		return nil
	}
	return &missing{columns: names}
}

// setKey names a sorted set of variables.
func setKey(names []string) string { return fmt.Sprintf("%q", names) }

// absent are the names that are not in the map, sorted.
func absent[T any](names []string, in map[string]T) []string {
	return slices.DeleteFunc(text.Sorted(names), func(name string) bool {
		_, known := in[name]
		return known
	})
}
