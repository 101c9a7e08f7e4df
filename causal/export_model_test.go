package causal

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/episodic"
)

// Model is a model as the tests of package causal_test see it.
type Model struct{ m *model }

// ModelOf is Service.model.
func ModelOf(ctx context.Context, s *Service, project string, targets, actions []string) (Model, error) {
	m, err := s.model(ctx, project, targets, actions)
	return Model{m}, err
}

// Status is the status with its reason.
func (m Model) Status() (EffectStatus, string) { return m.m.status, m.m.reason }

// Names are the variables.
func (m Model) Names() []string {
	var out []string
	for _, v := range m.m.variables {
		out = append(out, v.Name)
	}
	return out
}

// Episodes are the rows.
func (m Model) Episodes() []string { return m.m.episodes }

// Derivation is that of the layer.
func (m Model) Derivation() Derivation { return m.m.derivation }

// Parents are the names of the parents of a variable.
func (m Model) Parents(name string) []string {
	var out []string
	for _, p := range m.m.graph.Parents[m.m.column[name]] {
		out = append(out, m.m.variables[p].Name)
	}
	return out
}

// Chosen are the parents that the counts chose.
func (m Model) Chosen() []string { return m.m.chosenParents() }

// Cut are the labels of the links that were cut.
func (m Model) Cut() []string {
	var out []string
	for _, l := range m.m.cutLinks() {
		out = append(out, l.Source.Label()+" > "+l.Target.Label())
	}
	return out
}

// States are those of a variable, and whether only one is known.
func (m Model) States(name string) (states []string, constant bool) {
	v := m.m.variables[m.m.column[name]]
	return v.States, v.constant
}

// Tells is the state of a variable in an episode as it is shown; empty when it is not told.
func (m Model) Tells(episode, variable string) string {
	s := m.m.sample.Columns[m.m.column[variable]].Of[m.m.row[episode]]
	if s == estimation.Unknown {
		return ""
	}
	return m.m.identity(m.m.column[variable], int(s)).State
}

// Print is all of the model but for the count of its changes, in one form.
func (m Model) Print() string {
	var b strings.Builder
	d := m.m.derivation
	d.Graph = 0
	fmt.Fprintf(&b, "%+v %s %s\n%q\n", d, m.m.status, m.m.reason, m.m.episodes)
	for i, v := range m.m.variables {
		fmt.Fprintf(&b, "%+v %v %v\n", v, m.m.sample.Columns[i], m.m.graph.Parents[i])
	}
	for _, e := range m.m.edges {
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
func (m Model) Mechanism(name string) (base float64, parents map[string]ModelParent, err error) {
	learned, err := m.m.mechanism(m.m.column[name])
	if err != nil || learned.Noisy == nil {
		return 0, nil, err
	}
	parents = map[string]ModelParent{}
	for i, p := range learned.Parents {
		parents[m.m.variables[p.Column].Name] = ModelParent{p.Relation, p.Chosen, learned.Noisy.Noisy.Influences[i].Weight}
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
func (m Model) CheckNetwork() error {
	_, err := m.m.network()
	return err
}

// Selections is how often parents were chosen in a project at its version of the layer.
func Selections(s *Service, project string) int { return len(s.models.of(project).view.selected) }

// SameTable reports whether two models have one table of a variable between them.
func SameTable(a, b Model, name string) bool {
	return a.m.learned().Table(a.m.column[name]) == b.m.learned().Table(b.m.column[name])
}

// KeptNumbers is how many numbers were learned of a project and are kept.
func KeptNumbers(s *Service, project string) int {
	numbers := s.models.of(project).view.fits.size()
	return numbers
}

// KeepNumbers makes a service keep fewer of them.
func KeepNumbers(s *Service, most int) { s.models.mostNumbers = most }

// KeptProjects are those of which something is kept.
func KeptProjects(s *Service) []string { return keysIn(s.models.projects) }

// MaxKeptProjects is maxKeptProjects.
const MaxKeptProjects = maxKeptProjects
