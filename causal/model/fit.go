package model

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// LearnedMechanism is the mechanism of a variable, learned from the episodes that record it and all
// of its parents.
type LearnedMechanism struct {
	// Mechanism has the states of Parents in their order.
	inference.Mechanism

	// Noisy is set for a noisy mechanism, Table for a counted one; the other is nil.
	Noisy *estimation.NoisyFit
	Table *estimation.Counts
	// N is the number of episodes it rests on.
	N int
	// Parents are the parents with more than one known state.
	Parents []Parent
}

// Parent is a parent of a mechanism.
type Parent struct {
	Column int
	// On says in which states it acts; nil in a table.
	On []bool
	// Relation is its effect; Chosen says that the counts chose it.
	Relation episodic.Relation
	Chosen   bool
	Links    []link.FactorLink
}

// Draw draws a mechanism from the uncertainty of the counts.
func (m *LearnedMechanism) Draw(random *rand.Rand) inference.Mechanism {
	if m.Noisy != nil {
		return m.Noisy.Draw(random)
	}
	return m.Table.Draw(random)
}

// modelFits are the mechanisms learned at one version of a graph, shared by all models of it.
type modelFits struct {
	mutex sync.Mutex
	// fits are the mechanisms by the names of the variable and its parents.
	fits map[string]*modelFit
	// tables are the counts by the same names, also of variables with a noisy mechanism.
	tables map[string]*modelTable
	// numbers is the approximate size of all of them.
	numbers int
}

// modelTable is a table, counted on first use.
type modelTable struct {
	once   sync.Once
	counts *estimation.Counts
}

// modelFit is a mechanism, learned on first use.
type modelFit struct {
	once  sync.Once
	noisy *estimation.NoisyFit
	table *estimation.Counts
	err   error
}

func newModelFits() *modelFits {
	return &modelFits{fits: map[string]*modelFit{}, tables: map[string]*modelTable{}}
}

// table returns the table of those names, and counts it on first use.
func (f *modelFits) table(key string, count func() *estimation.Counts) *estimation.Counts {
	f.mutex.Lock()
	if f.tables[key] == nil {
		f.tables[key] = &modelTable{}
	}
	t := f.tables[key]
	f.mutex.Unlock()
	t.once.Do(func() {
		t.counts = count()
		f.grow(t.counts.Size())
	})
	return t.counts
}

func (f *modelFits) grow(numbers int) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.numbers += numbers
}

func (f *modelFits) size() int {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.numbers
}

func (f *modelFits) of(key string) *modelFit {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.fits[key] == nil {
		f.fits[key] = &modelFit{}
	}
	return f.fits[key]
}

// Mechanism returns the mechanism of a column: a noisy one if the column is binary and links say in
// which states each parent acts, else a table.
func (m *Model) Mechanism(column int) (*LearnedMechanism, error) {
	parents, noisy := m.ParentsOf(column)
	fit := m.fits.of(m.fitKey(column, parents))
	fit.once.Do(func() { fit.noisy, fit.table, fit.err = m.fit(column, parents, noisy) })
	if fit.err != nil {
		return nil, fmt.Errorf("learn how %q comes about: %w", m.Variables[column].Name, fit.err)
	}
	out := &LearnedMechanism{Noisy: fit.noisy, Table: fit.table, Parents: parents}
	if fit.noisy == nil {
		out.Mechanism, out.N = fit.table, fit.table.N
		for i := range parents {
			parents[i].On = nil
		}
		return out, nil
	}
	out.Mechanism, out.N = fit.noisy, fit.noisy.N
	for i := range parents {
		parents[i].Relation = fit.noisy.Noisy.Influences[i].Relation
	}
	return out, nil
}

// WithMechanism is the model with a given mechanism of a column instead of the learned one. Its
// influences belong to the parents that [Model.ParentsOf] returns, in their order. All other
// mechanisms are learned as before.
func (m *Model) WithMechanism(column int, mechanism inference.Noisy) *Model {
	out := &Model{Derivation: m.Derivation, Narrow: m.Narrow, Doubted: m.Doubted, RestsOn: m.RestsOn, DoubtedEffect: m.DoubtedEffect, modelContent: &modelContent{
		Status: m.Status, Reason: m.Reason, Variables: m.Variables, Column: m.Column, Episodes: m.Episodes, Row: m.Row,
		Sample: m.Sample, Graph: m.Graph, Edges: m.Edges, Looked: m.Looked, Passed: m.Passed, Aside: m.Aside, Unordered: m.Unordered, Backward: m.Backward, Observed: m.Observed, fits: newModelFits(),
	}}
	parents, _ := out.ParentsOf(column)
	fit := out.fits.of(out.fitKey(column, parents))
	fit.once.Do(func() {
		fit.noisy = &estimation.NoisyFit{
			Noisy: mechanism, N: len(m.Episodes), Strengths: make([]estimation.Estimate, len(mechanism.Influences)),
		}
	})
	return out
}

func (m *Model) fitKey(column int, parents []Parent) string {
	key := []string{m.Variables[column].Name}
	for _, p := range parents {
		key = append(key, m.Variables[p.Column].Name)
	}
	return strings.Join(key, "\x00")
}

func (m *Model) fit(column int, parents []Parent, noisy bool) (*estimation.NoisyFit, *estimation.Counts, error) {
	if noisy {
		happened := make([]bool, 2)
		happened[m.Happened(column)] = true
		var given []estimation.Parent
		for _, p := range parents {
			given = append(given, estimation.Parent{Column: p.Column, On: p.On, Relation: p.Relation})
		}
		fit, err := estimation.FitNoisy(m.Sample, column, happened, given)
		m.fits.grow(len(fit.Rows) * (8 + len(parents)/8))
		if err == nil || !errors.Is(err, estimation.ErrNotBinary) {
			return &fit, nil, err
		}
	}
	columns := make([]int, len(parents))
	for i, p := range parents {
		columns[i] = p.Column
	}
	return nil, m.table(column, columns), nil
}

// table is a column counted by parents with more than one known state.
func (m *Model) table(column int, parents []int) *estimation.Counts {
	names := []string{m.Variables[column].Name}
	for _, p := range parents {
		names = append(names, m.Variables[p].Name)
	}
	return m.fits.table(strings.Join(names, "\x00"), func() *estimation.Counts {
		return estimation.FitTable(m.Sample, column, parents)
	})
}

// ParentsOf are the parents of a column with more than one known state. noisy reports whether it is
// known of each in which states it acts.
func (m *Model) ParentsOf(column int) (parents []Parent, noisy bool) {
	noisy = len(m.Variables[column].States) == 2
	for _, source := range m.Graph.Parents[column] {
		if m.Variables[source].Constant {
			continue
		}
		e, _ := m.edge(source, column)
		p := Parent{Column: source, Links: e.Links, Chosen: true}
		if noisy && !e.Chosen() {
			p.On, p.Relation = m.acts(e)
			p.Chosen = p.Relation == ""
		}
		noisy = noisy && p.On != nil
		parents = append(parents, p)
	}
	return parents, noisy
}

// Learned are the tables of the whole graph, for the g-formula.
func (m *Model) Learned() *estimation.Learned {
	m.tablesOnce.Do(func() { m.tables = estimation.LearnBy(m.Sample, m.Graph, m.table) })
	return m.tables
}

// Network is the model with the mechanisms of all variables. Its nodes are the columns. A variable
// with only one known state is always in it.
func (m *Model) Network() (*inference.Network, error) {
	m.networkOnce.Do(func() { m.whole, m.wholeErr = m.makeNetwork(nil) })
	return m.whole, m.wholeErr
}

// DrawNetwork draws a network from the uncertainty of the counts.
func (m *Model) DrawNetwork(random *rand.Rand) (*inference.Network, error) {
	return m.makeNetwork(random)
}

func (m *Model) makeNetwork(random *rand.Rand) (*inference.Network, error) {
	nodes := make([]inference.Node, len(m.Variables))
	for i, v := range m.Variables {
		if v.Constant {
			nodes[i] = inference.Node{States: 2, Mechanism: inference.Table{States: 2, P: []float64{1, 0}}}
			continue
		}
		learned, err := m.Mechanism(i)
		if err != nil {
			return nil, err
		}
		nodes[i] = inference.Node{States: len(v.States), Mechanism: learned.Mechanism}
		if random != nil {
			nodes[i].Mechanism = learned.Draw(random)
		}
		for _, p := range learned.Parents {
			nodes[i].Parents = append(nodes[i].Parents, p.Column)
		}
	}
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		return nil, fmt.Errorf("make a network of %d variables: %w", len(nodes), err)
	}
	return n, nil
}

// Recorded reports for each column whether more than one state is known, so that something can be
// learned.
func (m *Model) Recorded() []bool {
	out := make([]bool, len(m.Variables))
	for i, v := range m.Variables {
		out[i] = !v.Constant
	}
	return out
}

// UnobservedMediators are the columns strictly between two others with only one known state. The
// effect through them is unknown.
func (m *Model) UnobservedMediators(from, to int) []int {
	var out []int
	up, down := m.Upstream(to), m.Graph.Descendants(from)
	for i, v := range m.Variables {
		if v.Constant && up[i] && down[i] && i != from && i != to {
			out = append(out, i)
		}
	}
	return out
}
