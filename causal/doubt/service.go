package doubt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/recent"
	"github.com/causeway-memory/causeway/internal/text"
)

// MostVariables is the most variables that are compared with each other: those that most episodes tell.
const MostVariables = 60

// Service asks what the graph of a project doubts. It is safe for concurrent use.
type Service struct {
	layer  *layer.Service
	models *model.Service
	found  *recent.Projects[results]
}

// New returns a Service over its parts.
func New(reader *layer.Service, models *model.Service) *Service {
	return &Service{layer: reader, models: models, found: recent.New(mostKept, 0, func(string) results { return results{} })}
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
	m, found, err := s.compare(ctx, project, names, 0)
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

// Attach lets a model say what its [model.Model.Doubted], [model.Model.RestsOn] and [model.Model.DoubtedEffect] are for: it compares a graph with the
// counts. Where no path leads from an action to a target, that is the graph of the whole project with the variables asked about;
// else only if that is done quickly, and if not the graph of the question alone. A graph with circles implies nothing.
func (s *Service) Attach(ctx context.Context, project string, m *model.Model, actions, targets []string) error {
	if m.Status != "" {
		return nil
	}
	g, found, err := s.around(ctx, project, m, actions, targets)
	if err != nil || g == nil {
		return err
	}
	in := func(columns []int) []int {
		var out []int
		for _, column := range columns {
			if of, known := g.Column[m.Variables[column].Name]; known {
				out = append(out, of)
			}
		}
		return out
	}
	m.Doubted = func(from []int, to int) string {
		for _, target := range in([]int{to}) {
			for _, source := range in(from) {
				if !g.Reaches(source, target) && found.Leads(g.Graph, source, target) {
					return found.pathWords(g, source, target)
				}
			}
		}
		return ""
	}
	m.RestsOn = func(from []int, to int) string { return restsOn(g, found, in(from), in([]int{to})) }
	m.DoubtedEffect = func(u model.EffectUse) string {
		targets := in([]int{u.Target})
		if len(targets) == 0 {
			return ""
		}
		u.Do, u.Target, u.Adjustment, u.Given = in(u.Do), targets[0], in(u.Adjustment), in(u.Given)
		findings, equal := found.Undermines(g.Graph, u)
		if words := bearingWords(g, findings, equal); words != "" {
			return "The links are right though the counts speak against them, and the answer rests on them: " + words
		}
		return ""
	}
	return nil
}

// restsOn says on the direction of which link it rests that no path leads from one of the sources to one of the targets; empty where it rests on none.
func restsOn(g *model.Model, found Result, sources, targets []int) string {
	for _, target := range targets {
		for _, source := range sources {
			if rests := found.Rests(g.Graph, source, target); len(rests) > 0 && !g.Reaches(source, target) {
				return untoldWords(g, rests)
			}
		}
	}
	return ""
}

const (
	// mostQuick is how many rows may be read to test all independences of a project for an answer that does not need it, mostOwn
	// that for those of the variables of the question; 30 million take about a second.
	mostQuick = 4_000_000
	mostOwn   = 20_000_000
	// quickSearch is how many may be read then to look for other repairs, among at most mostSearched variables: what is not reading grows with
	// their third power, and takes seconds among 60.
	quickSearch  = 10_000_000
	mostSearched = 20
)

// testing is how many rows are read to test all independences of a graph.
func testing(variables, rows int) int { return variables * (variables - 1) / 2 * rows }

// around compares the graph around a question with the counts; the model is nil where that takes too long.
func (s *Service) around(ctx context.Context, project string, m *model.Model, actions, targets []string) (*model.Model, Result, error) {
	names, err := s.mostToldAt(ctx, project, m.Derivation)
	if err != nil {
		return nil, Result{}, err
	}
	names = text.Sorted(slices.Concat(names, actions, targets))
	search := quickSearch
	if unreached(m, actions, targets) {
		search = 0
	}
	if search == 0 || len(names) <= mostSearched && testing(len(names), len(m.Episodes)) <= mostQuick {
		whole, found, err := s.compare(ctx, project, names, search)
		if err != nil || whole.Status == "" {
			return whole, found, err
		}
	}
	if len(m.Variables) > mostSearched || testing(len(m.Variables), len(m.Episodes)) > mostOwn {
		return nil, Result{}, nil
	}
	found, err := s.find(ctx, project, m, quickSearch)
	return m, found, err
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
func (s *Service) compare(ctx context.Context, project string, names []string, search int) (*model.Model, Result, error) {
	m, err := s.models.Model(ctx, project, names, nil)
	if err != nil {
		return nil, Result{}, fmt.Errorf("learn the graph of %s: %w", project, err)
	}
	if m.Status != "" {
		return m, Result{}, nil
	}
	found, err := s.find(ctx, project, m, search)
	return m, found, err
}

// mostTold are the variables that enough episodes tell, at most MostVariables, those that most tell; left is the number of others.
func (s *Service) mostTold(ctx context.Context, project string, episodes int) (names []string, left int, err error) {
	known, total, err := s.layer.Recurring(ctx, project, model.LeastRecorded)
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
	return text.Sorted(names), total - len(names), nil
}

// mostToldAt are the variables of [Service.mostTold] in a version of the layer, which are read once.
func (s *Service) mostToldAt(ctx context.Context, project string, d layer.Derivation) ([]string, error) {
	kept, leave, err := s.found.Enter(ctx, project)
	if err != nil {
		return nil, err
	}
	defer leave(0)
	if kept.follow(d); kept.told == nil {
		kept.told, _, err = s.mostTold(ctx, project, d.Episodes)
	}
	return kept.told, err
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

const (
	// mostKept is the number of projects of which results are kept, mostResults that of the results of one.
	mostKept    = 16
	mostResults = 64
)

// results are what was found in the graphs of a version of a layer.
type results struct {
	version string
	// told are the variables that most episodes tell; nil until they are read.
	told []string
	of   map[string]Result
}

// follow forgets what is of another version of the layer.
func (r *results) follow(d layer.Derivation) {
	if version := fmt.Sprintf("%q %d", d.Origin, d.Graph); r.version != version {
		*r = results{version: version}
	}
	if r.of == nil || len(r.of) >= mostResults {
		r.of = map[string]Result{}
	}
}

// find returns what the counts say against the graph of a model. search is how many rows may be read to look for other repairs; 0
// is the most. What was found is kept until the layer changes.
func (s *Service) find(ctx context.Context, project string, m *model.Model, search int) (Result, error) {
	kept, leave, err := s.found.Enter(ctx, project)
	if err != nil {
		return Result{}, err
	}
	defer leave(0)
	kept.follow(m.Derivation)
	of := fmt.Sprint(search, graphKey(m))
	found, known := kept.of[of]
	if !known {
		d := dataOf(m)
		d.Search = search
		found = Find(d)
		kept.of[of] = found
	}
	return found, nil
}

// graphKey names the graph of a model in one version of a layer.
func graphKey(m *model.Model) string {
	var out strings.Builder
	for _, v := range m.Variables {
		fmt.Fprintf(&out, "%q ", v.Name)
	}
	for _, e := range m.Edges {
		fmt.Fprint(&out, e.Source, e.Target, e.Cut, e.Chosen())
	}
	return out.String()
}
