package model

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
)

// Probe is a model as the tests of package causal_test see it.
type Probe struct{ m *Model }

// ProbeOf is Service.model.
func ProbeOf(ctx context.Context, s *Service, project string, targets, actions []string) (Probe, error) {
	m, err := s.Model(ctx, project, targets, actions)
	return Probe{m}, err
}

// ProbeModel is a model as the tests see it.
func ProbeModel(m *Model) Probe { return Probe{m} }

// Status is the status with its reason.
func (m Probe) Status() (Status, string) { return m.m.Status, m.m.Reason }

// Names are the variables.
func (m Probe) Names() []string {
	var out []string
	for _, v := range m.m.Variables {
		out = append(out, v.Name)
	}
	return out
}

// Episodes are the rows.
func (m Probe) Episodes() []string { return m.m.Episodes }

// Derivation is that of the layer.
func (m Probe) Derivation() layer.Derivation { return m.m.Derivation }

// Parents are the names of the parents of a variable.
func (m Probe) Parents(name string) []string {
	var out []string
	for _, p := range m.m.Graph.Parents[m.m.Column[name]] {
		out = append(out, m.m.Variables[p].Name)
	}
	return out
}

// Chosen are the parents that the counts chose.
func (m Probe) Chosen() []string { return m.m.ChosenParents() }

// Cut are the labels of the links that were cut.
func (m Probe) Cut() []string {
	var out []string
	for _, l := range m.m.CutLinks() {
		out = append(out, l.Source.Label()+" > "+l.Target.Label())
	}
	return out
}

// States are those of a variable, and whether only one is known.
func (m Probe) States(name string) (states []string, constant bool) {
	v := m.m.Variables[m.m.Column[name]]
	return v.States, v.Constant
}

// Tells is the state of a variable in an episode as it is shown; empty when it is not told.
func (m Probe) Tells(episode, variable string) string {
	s := m.m.Sample.Columns[m.m.Column[variable]].Of[m.m.Row[episode]]
	if s == estimation.Unknown {
		return ""
	}
	return m.m.Identity(m.m.Column[variable], int(s)).State
}

// Print is all of the model but for the count of its changes, in one form.
func (m Probe) Print() string {
	var b strings.Builder
	d := m.m.Derivation
	d.Graph = 0
	fmt.Fprintf(&b, "%+v %s %s\n%q\n", d, m.m.Status, m.m.Reason, m.m.Episodes)
	for i, v := range m.m.Variables {
		fmt.Fprintf(&b, "%+v %v %v\n", v, m.m.Sample.Columns[i], m.m.Graph.Parents[i])
	}
	for _, e := range m.m.Edges {
		fmt.Fprintf(&b, "%d %d %t", e.Source, e.Target, e.Cut)
		for _, l := range e.Links {
			fmt.Fprintf(&b, " %s %+v %d %+v", l.Key, l.Evidence, l.Statements, l.Pair)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Mechanism is how a variable was learned to come about: the base rate, and by parent what it
// does with which strength, where the mechanism is noisy.
func (m Probe) Mechanism(name string) (base float64, parents map[string]ModelParent, err error) {
	learned, err := m.m.Mechanism(m.m.Column[name])
	if err != nil || learned.Noisy == nil {
		return 0, nil, err
	}
	parents = map[string]ModelParent{}
	for i, p := range learned.Parents {
		parents[m.m.Variables[p.Column].Name] = ModelParent{p.Relation, p.Chosen, learned.Noisy.Noisy.Influences[i].Weight}
	}
	return learned.Noisy.Noisy.Base, parents, nil
}

// ModelParent is what a parent does.
type ModelParent struct {
	Relation episodic.Relation
	Chosen   bool
	Weight   float64
}

// CheckNetwork makes the network of the model, which is an error when it has a circle.
func (m Probe) CheckNetwork() error {
	_, err := m.m.Network()
	return err
}

// Selections is how often parents were chosen in a project at its version of the layer.
func Selections(s *Service, project string) (n int) {
	look(s, project, func(k *cachedModels) { n = len(k.reader.selected) })
	return n
}

// look looks at what is kept of a project.
func look(s *Service, project string, at func(*cachedModels)) {
	kept, leave, err := s.models.Enter(context.Background(), project)
	if err != nil {
		panic(err)
	}
	defer func() { leave(kept.weigh(s.mostNumbers)) }()
	at(kept)
}

// SameTable reports whether two models have one table of a variable between them.
func SameTable(a, b Probe, name string) bool {
	return a.m.Learned().Table(a.m.Column[name]) == b.m.Learned().Table(b.m.Column[name])
}

// KeptNumbers is how many numbers were learned of a project and are kept.
func KeptNumbers(s *Service, project string) (n int) {
	look(s, project, func(k *cachedModels) { n = k.reader.fits.size() })
	return n
}

// KeepNumbers makes a service keep fewer of them.
func KeepNumbers(s *Service, most int) { s.mostNumbers = most }

// KeptProjects are those of which something is kept.
func KeptProjects(s *Service) []string { return s.models.Kept() }

// MaxCachedProjects is maxCachedProjects.
const MaxCachedProjects = maxCachedProjects

// Turned are the labels of the links that are read the other way round.
func (m Probe) Turned() []string {
	var out []string
	for _, l := range m.m.Backward {
		out = append(out, l.Source.Label()+" > "+l.Target.Label())
	}
	return out
}
