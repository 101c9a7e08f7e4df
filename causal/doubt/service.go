package doubt

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/text"
)

// MostVariables is the most variables that are compared with each other: those that most episodes tell.
const MostVariables = 60

// Service asks what the graph of a project doubts. It is safe for concurrent use.
type Service struct {
	layer  *layer.Service
	models *model.Service
	found  kept
}

// New returns a Service over its parts.
func New(reader *layer.Service, models *model.Service) *Service {
	return &Service{layer: reader, models: models, found: kept{last: map[string]result{}}}
}

// Doubts is what the counts of a project say against its graph.
type Doubts struct {
	// Status is OK, INSUFFICIENT_EVIDENCE when nothing could be tested, or the status of a graph that implies nothing;
	// Reason says why in a sentence.
	Status model.Status
	Reason string
	// Episodes and Variables are how many were compared, LeftOut how many variables were not: hardly an episode tells
	// them, or they are too many.
	Episodes, Variables, LeftOut int
	// Tests is the number of independences tested, Untested of those that too few episodes compare.
	Tests, Untested int
	// Doubts are ordered by evidence.
	Doubts     []Doubt
	Derivation layer.Derivation
}

// Find compares the graph of a project with its counts. It returns ErrProjectNotFound.
func (s *Service) Find(ctx context.Context, project string) (Doubts, error) {
	d, err := s.layer.Derivation(ctx, project)
	if err != nil {
		return Doubts{}, err
	}
	out := Doubts{Status: model.StatusOK, Derivation: d, Episodes: d.Episodes}
	names, left, err := s.mostTold(ctx, project, d.Episodes)
	if err != nil {
		return Doubts{}, err
	}
	out.Variables, out.LeftOut = len(names), left
	if len(names) < 2 {
		out.Status, out.Reason = model.StatusInsufficient, fmt.Sprintf("No two variables are told by %d episodes or more.", model.LeastRecorded)
		return out, nil
	}
	m, found, err := s.compare(ctx, project, names)
	if err != nil {
		return Doubts{}, err
	}
	out.Episodes, out.Derivation = len(m.Episodes), m.Derivation
	if m.Status != "" {
		out.Status, out.Reason = m.Status, m.Reason
		return out, nil
	}
	out.Tests, out.Untested = found.Tests, found.Untested
	out.Doubts = append(backwards(m), described(m, found)...)
	if out.Tests == 0 && len(out.Doubts) == 0 {
		out.Status, out.Reason = model.StatusInsufficient, "The graph implies nothing that enough episodes compare."
	}
	return out, nil
}

// Attach lets a model say what its [model.Model.Doubted] is for, if no path leads from an action to a target: it compares the graph of the
// whole project, and that of the variables asked about, with the counts. A graph with circles implies nothing.
func (s *Service) Attach(ctx context.Context, project string, m *model.Model, actions, targets []string) error {
	if m.Status != "" || !unreached(m, actions, targets) {
		return nil
	}
	names, _, err := s.mostTold(ctx, project, m.Derivation.Episodes)
	if err != nil {
		return err
	}
	whole, found, err := s.compare(ctx, project, text.Sorted(slices.Concat(names, actions, targets)))
	if err != nil || whole.Status != "" {
		return err
	}
	m.Doubted = func(from []int, to int) string {
		target, known := whole.Column[m.Variables[to].Name]
		if !known {
			return ""
		}
		for _, column := range from {
			if source, in := whole.Column[m.Variables[column].Name]; in && !whole.Reaches(source, target) && found.Leads(whole.Graph, source, target) {
				return found.pathWords(whole, source, target)
			}
		}
		return ""
	}
	return nil
}

// unreached reports whether no path leads from one of the actions to one of the targets.
func unreached(m *model.Model, actions, targets []string) bool {
	for _, name := range targets {
		target, known := m.Column[name]
		for _, action := range actions {
			if column, in := m.Column[action]; known && in && !m.Reaches(column, target) {
				return true
			}
		}
	}
	return false
}

// compare learns the graph of variables and compares it with the counts, unless it has circles.
func (s *Service) compare(ctx context.Context, project string, names []string) (*model.Model, Result, error) {
	m, err := s.models.Model(ctx, project, names, nil)
	if err != nil {
		return nil, Result{}, fmt.Errorf("learn the graph of %s: %w", project, err)
	}
	if m.Status != "" {
		return m, Result{}, nil
	}
	return m, s.found.of(project, m, names), nil
}

// mostTold are the variables that enough episodes tell, at most MostVariables, those that most tell; left is the number of others.
func (s *Service) mostTold(ctx context.Context, project string, episodes int) (names []string, left int, err error) {
	known, err := s.layer.Variables(ctx, project, nil)
	if err != nil {
		return nil, 0, err
	}
	var all []factor.Variable
	for _, v := range known {
		if v.Recorded >= model.LeastRecorded || v.Closed && v.Recorded > 0 && episodes >= model.LeastRecorded {
			all = append(all, v)
		}
	}
	slices.SortFunc(all, func(a, b factor.Variable) int {
		return cmp.Or(cmp.Compare(b.Recorded, a.Recorded), cmp.Compare(a.Name, b.Name))
	})
	for _, v := range all[:min(len(all), MostVariables)] {
		names = append(names, v.Name)
	}
	return text.Sorted(names), len(known) - len(names), nil
}

// dataOf is the graph of a model and its counts. What the counts chose as causes of the outcome is no claim to be doubted; what they
// chose for another variable is left out, so that it is proposed. Later times of a variable are not compared.
func dataOf(m *model.Model) Data {
	d := Data{
		Sample: m.Sample, Graph: estimation.Graph{Parents: make([][]int, len(m.Variables))}, Order: orderIn(m),
		Tested: func(a, b int) bool { return cells(m, a) != nil && cells(m, b) != nil },
	}
	chosen := map[[2]int]bool{}
	for _, e := range m.Edges {
		against := slices.ContainsFunc(m.Backward, func(l link.FactorLink) bool {
			return m.Column[l.Target.Variable] == e.Source && m.Column[l.Source.Variable] == e.Target
		})
		ends := [2]int{e.Source, e.Target}
		chosen[ends] = e.Chosen()
		if !e.Cut && (!e.Chosen() || against || m.Variables[e.Target].Name == factor.VariableOutcome) {
			d.Graph.Parents[e.Target] = append(d.Graph.Parents[e.Target], e.Source)
		}
	}
	d.Fixed = func(source, target int) bool {
		return chosen[[2]int{source, target}] || cells(m, source) == nil || cells(m, target) == nil
	}
	return d
}

// cells are the states of a column with their times; nil of a later time and of a composite.
func cells(m *model.Model, column int) *dataset.Column {
	return m.Observed.Columns[m.Variables[column].Name]
}

// orderIn counts the order of two columns in a model. The outcome comes last.
func orderIn(m *model.Model) func(first, second int) (both, before, after int) {
	return func(first, second int) (both, before, after int) {
		a, b := cells(m, first), cells(m, second)
		if a == nil || b == nil {
			return 0, 0, 0
		}
		both, before, after = a.Order(b)
		switch factor.VariableOutcome {
		case m.Variables[first].Name:
			return both, 0, both
		case m.Variables[second].Name:
			return both, both, 0
		}
		return both, before, after
	}
}

// mostKept is the number of projects of which the last result is kept.
const mostKept = 16

// kept are the last results, by project. It is safe for concurrent use.
type kept struct {
	mutex sync.Mutex
	last  map[string]result
	// asked counts the questions.
	asked uint64
}

// result is what was found in one version of a layer among some variables.
type result struct {
	of    string
	found Result
	// asked is the number of the last question about it.
	asked uint64
}

// of returns what is found in a model, and finds it unless it is the last found of the project.
func (k *kept) of(project string, m *model.Model, names []string) Result {
	of := fmt.Sprintf("%q %d %q", m.Derivation.Origin, m.Derivation.Graph, names)
	k.mutex.Lock()
	k.asked++
	last, known := k.last[project]
	if known {
		last.asked = k.asked
		k.last[project] = last
	}
	k.mutex.Unlock()
	if known && last.of == of {
		return last.found
	}
	found := Find(dataOf(m))
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.last[project] = result{of, found, k.asked}
	if len(k.last) > mostKept {
		delete(k.last, slices.MinFunc(slices.Collect(maps.Keys(k.last)), func(a, b string) int { return cmp.Compare(k.last[a].asked, k.last[b].asked) }))
	}
	return found
}
