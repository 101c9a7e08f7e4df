package model

import (
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/causal/composite"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// learner learns models from a snapshot, and remembers what several questions have in common. It
// reads nothing: where the snapshot lacks something, it returns a [missing] error, and learns
// from the beginning once that is there.
type learner struct {
	*snapshot

	// candidates are the possible parents of the outcome, nil until a question needs them;
	// selected are the parents selected, by variable and given parents.
	candidates *outcomeCandidates
	selected   map[string][]string
	columns    map[string]modelColumn
	fits       *modelFits
	// joined are the composites by name, nil until a question needs them; unread is the number of texts that
	// are too many to be read.
	joined composite.Set
	unread int
}

func newLearner(s *snapshot) *learner {
	return &learner{snapshot: s, selected: map[string][]string{}, columns: map[string]modelColumn{}, fits: newModelFits()}
}

// draft is a model while it is learned.
type draft struct {
	*learner

	// names are the variables, in the order in which they were found.
	names []string
	in    map[string]bool
	// selectedParents are the parents that the counts selected, by variable.
	selectedParents map[string][]string
	// aside are the variables whose links to another one are left out, since they come after an action.
	aside map[string]string
	// unordered say something about the target and may come before or after an action.
	unordered []string
	// untold are told only when they occur, and would say something about the target or an action.
	untold []Untold
	// backward are the links between the variables that point against the time.
	backward []link.FactorLink
	// looked is among how many variables they were selected, passed how many others were not
	// looked at.
	looked, passed int
	// truncated says that there are more variables upstream than a model may have, overflow that
	// there are more links into them.
	truncated, overflow bool
}

// learn learns a model of the targets and actions that exist and of everything upstream of them.
// It returns a [missing] error when the snapshot lacks something.
func (l *learner) learn(targets, actions []string) (*Model, error) {
	d := &draft{learner: l, in: map[string]bool{}, selectedParents: map[string][]string{}, aside: map[string]string{}}
	known, err := l.existing(text.Sorted(slices.Concat(targets, actions)))
	if err != nil {
		return nil, err
	}
	if err := d.addUpstream(known); err != nil {
		return nil, err
	}
	left := 0
	if len(actions) > 0 || d.in[factor.VariableOutcome] {
		if err := l.needComposites(); err != nil {
			return nil, err
		}
		left = l.unread
	}
	if d.in[factor.VariableOutcome] {
		if err := d.addOutcomeParents(text.Sorted(actions)); err != nil {
			return nil, err
		}
	}
	for _, target := range text.Sorted(targets) {
		if err := d.findUntold(target, text.Sorted(actions)); err != nil {
			return nil, err
		}
	}
	slices.Sort(d.names)
	if err := l.needVariables(d.names); err != nil {
		return nil, err
	}
	if err := l.needColumns(d.names); err != nil {
		return nil, err
	}
	m := d.model()
	m.Unread = left
	return m, nil
}

// existing returns those of the variables that the layer has.
func (l *learner) existing(names []string) ([]string, error) {
	if err := l.needVariables(names); err != nil {
		return nil, err
	}
	if err := l.needFactors(names); err != nil {
		return nil, err
	}
	var out []string
	for _, name := range names {
		if _, known := l.variables[name]; known || len(l.factors[name]) > 0 {
			out = append(out, name)
		}
	}
	return out, nil
}

// addUpstream adds variables and everything upstream of them.
func (d *draft) addUpstream(next []string) error {
	for {
		fresh := d.add(next)
		if len(fresh) == 0 {
			return nil
		}
		overflow, err := d.needLinks(fresh)
		if err != nil {
			return err
		}
		if overflow {
			d.overflow = true
			return nil
		}
		next = nil
		for _, name := range fresh {
			for _, l := range d.links[name] {
				if actsDirectly(l) {
					next = append(next, l.Source.Variable)
				}
			}
		}
		next = text.Sorted(next)
	}
}

// add adds variables as long as there is room, and returns the new ones.
func (d *draft) add(names []string) (fresh []string) {
	for _, name := range names {
		if !d.in[name] && len(d.names) < MaxModelVariables {
			d.in[name] = true
			d.names = append(d.names, name)
			fresh = append(fresh, name)
		}
		d.truncated = d.truncated || !d.in[name]
	}
	return fresh
}

// actsDirectly reports whether a link makes one variable depend on another inside an episode. A
// correlation does not, nor does a link of which only episodes without the other end tell.
func actsDirectly(l link.FactorLink) bool {
	between := l.Statements == 0 && l.Evidence.Total() > 0 && l.Pair.N11 == 0
	return l.Relation != episodic.RelationCorrelates && !between
}

// leastOrdered is the least number of episodes that must tell the order of the ends of a link to say
// that it points against the time.
const leastOrdered = 10

// backward reports whether the target of a link surely comes first: an effect does not come before its
// cause. Nothing is told of the time of the outcome.
func backward(l link.FactorLink) bool {
	if l.Source.Variable == factor.VariableOutcome || l.Target.Variable == factor.VariableOutcome {
		return false
	}
	ordered := l.Pair.Forward + l.Pair.Backward
	return l.Relation != episodic.RelationCorrelates && ordered >= leastOrdered && float64(l.Pair.Backward) >= sureOrder*float64(ordered)
}

// model assembles the model.
func (d *draft) model() *Model {
	observed := d.observed
	if len(d.names) == 0 {
		observed = dataset.Empty() // without variables the rows say nothing
	}
	m := &Model{Derivation: d.derivation, modelContent: &modelContent{
		Column: make(map[string]int, len(d.names)), Episodes: observed.Episodes, Row: observed.Row, Observed: observed,
		Sample: estimation.Sample{Rows: len(observed.Episodes)}, fits: d.fits,
		Looked: d.looked, Passed: d.passed, Aside: keysIn(d.aside), Unordered: d.unordered, Untold: d.untold,
	}}
	for i, name := range d.names {
		m.Column[name] = i
		c := d.columnOf(name)
		m.Variables = append(m.Variables, c.variable)
		m.Sample.Columns = append(m.Sample.Columns, c.Column)
	}
	m.Edges = d.edges(m.Column)
	m.Backward = d.backward
	cycle := cutCycles(m.Edges, len(d.names))
	m.Status, m.Reason = d.status(m, cycle)
	if m.Status == "" {
		d.unroll(m)
	}
	m.Graph = graphOf(m.Edges, len(m.Variables))
	return m
}

// status says why the graph cannot answer questions; empty when it can.
func (d *draft) status(m *Model, cycle []int) (Status, string) {
	switch {
	case d.overflow:
		return StatusTruncated, fmt.Sprintf("More than %d links lead to what bears on the target, or on the context with it.", MaxModelLinks)
	case d.truncated:
		return StatusTruncated, fmt.Sprintf("More than %d variables bear on the target, or on the context with it.", MaxModelVariables)
	case cycle != nil:
		return StatusCyclic, fmt.Sprintf("%s depend on each other in a circle, and no link of it rests on less than the others.", listedNames(m, cycle))
	}
	return "", ""
}

// edges are the edges between the variables, each with its links.
func (d *draft) edges(column map[string]int) []Edge {
	var out []Edge
	turned := d.turned(column)
	for target, name := range d.names {
		links := map[int][]link.FactorLink{}
		for _, l := range d.links[name] {
			if source, in := column[l.Source.Variable]; in && d.forward(l) && d.aside[l.Source.Variable] != name {
				links[source] = append(links[source], l)
			}
		}
		for _, parent := range slices.Concat(d.selectedParents[name], turned[name]) {
			if source, in := column[parent]; in && links[source] == nil {
				links[source] = []link.FactorLink{}
			}
		}
		for _, source := range slices.Sorted(maps.Keys(links)) {
			out = append(out, Edge{Source: source, Target: target, Links: links[source]})
		}
	}
	return out
}

// forward reports whether a link makes its target depend on its source. One against the time does not
// and is read the other way round, unless links lead that way too: then it tells of a later time.
func (d *draft) forward(l link.FactorLink) bool {
	return actsDirectly(l) && (!backward(l) || slices.ContainsFunc(d.links[l.Source.Variable], func(other link.FactorLink) bool {
		return other.Source.Variable == l.Target.Variable && actsDirectly(other) && !backward(other)
	}))
}

// turned are the variables that links against the time lead to, by where those links come from.
func (d *draft) turned(column map[string]int) map[string][]string {
	out := map[string][]string{}
	for _, name := range d.names {
		for _, l := range d.links[name] {
			if _, in := column[l.Source.Variable]; in && actsDirectly(l) && !d.forward(l) && l.Source.Variable != name {
				out[l.Source.Variable] = append(out[l.Source.Variable], name)
				d.backward = append(d.backward, l)
			}
		}
	}
	return out
}

// graphOf is the graph of the edges that are not cut.
func graphOf(edges []Edge, columns int) estimation.Graph {
	g := estimation.Graph{Parents: make([][]int, columns)}
	for _, e := range edges {
		if !e.Cut {
			g.Parents[e.Target] = append(g.Parents[e.Target], e.Source)
		}
	}
	return g
}
