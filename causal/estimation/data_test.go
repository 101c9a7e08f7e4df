package estimation_test

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/estimation"
	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// oracle is a sampled network with exact facts about it.
type oracle struct {
	name      string
	variables []string
	states    [][]string
	graph     estimation.Graph
	types     map[[2]int]episodic.Relation
	truth     truth
	file      string
}

// truth holds exact facts about a network.
type truth struct {
	Do, NonCauses []struct {
		X      string
		XState string `json:"x_state"`
		Y      string
		PDo    map[string]float64 `json:"p_do"`
		PNaive map[string]float64 `json:"p_naive"`
		OSet   []string           `json:"o_set"`
		ATE    float64
	}
	ATE []struct {
		X, X1, X0, Y string
		YState       string `json:"y_state"`
		ATE          float64
	}
	CATE []struct {
		X       string
		XState  string `json:"x_state"`
		Y       string
		Context map[string]string
		PDo     map[string]float64 `json:"p_do"`
	}
	ProbCausation []struct {
		X, X1, X0, Y string
		YEvent       []string              `json:"y_event"`
		Inputs       struct{ O float64 }   `json:"inputs"`
		Bounds       map[string][2]float64 `json:"bounds"`
	} `json:"prob_causation"`
	EpisodeCounterfactuals []struct {
		Episode, Remove, Y string
		YActual            string  `json:"y_actual"`
		ButFor             float64 `json:"p_but_for_full_evidence"`
	} `json:"episode_counterfactuals"`
	CPTs map[string]struct {
		Parents []string
		Table   [][]float64
	}
	SCM *struct {
		Base  map[string]float64
		Edges []struct {
			Source, Target, Type string
			W                    float64
		}
	}
}

func networks() []string { return []string{"asia", "agentops_a"} }

func decode(t *testing.T, into any, path ...string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

func openOracle(t *testing.T, name string) *oracle {
	t.Helper()
	dir := filepath.Join(enginetest.Data(t), "causal", "bn", name)
	var structure struct {
		Variables []struct {
			Name   string
			States []string
		}
		Edges []struct{ Source, Target, Type string }
	}
	decode(t, &structure, dir, "structure.json")
	o := &oracle{name: name, types: map[[2]int]episodic.Relation{}, file: filepath.Join(dir, "samples_20000.csv.gz")}
	for _, v := range structure.Variables {
		o.variables, o.states = append(o.variables, v.Name), append(o.states, v.States)
	}
	o.graph.Parents = make([][]int, len(o.variables))
	for _, e := range structure.Edges {
		if e.Type == "correlates" {
			continue
		}
		u, v := o.column(e.Source), o.column(e.Target)
		o.graph.Parents[v] = append(o.graph.Parents[v], u)
		o.types[[2]int{u, v}] = relation(e.Type)
	}
	decode(t, &o.truth, dir, "truth.json")
	// Two lists have names with an underscore.
	var lists struct {
		NonCauses json.RawMessage `json:"non_causes"`
	}
	decode(t, &lists, dir, "truth.json")
	if err := json.Unmarshal(lists.NonCauses, &o.truth.NonCauses); err != nil {
		t.Fatal(err)
	}
	return o
}

func relation(name string) episodic.Relation {
	switch name {
	case "causes":
		return episodic.RelationCauses
	case "enables":
		return episodic.RelationEnables
	case "prevents":
		return episodic.RelationPrevents
	}
	panic("unknown relation " + name)
}

func (o *oracle) column(name string) int {
	c := slices.Index(o.variables, name)
	if c < 0 {
		panic("unknown variable " + name)
	}
	return c
}

func (o *oracle) state(column int, name string) int {
	s := slices.Index(o.states[column], name)
	if s < 0 {
		panic("unknown state " + name)
	}
	return s
}

// empty returns a sample with all states unset.
func (o *oracle) empty(rows int) estimation.Sample {
	s := estimation.Sample{Rows: rows}
	for _, states := range o.states {
		s.Columns = append(s.Columns, estimation.Column{States: len(states), Of: make([]int16, rows)})
	}
	return s
}

// recorded reads the first rows of the samples.
func (o *oracle) recorded(t *testing.T, rows int) estimation.Sample {
	t.Helper()
	f, err := os.Open(o.file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(z)
	header, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	s := o.empty(rows)
	for row := range rows {
		line, err := r.Read()
		if err == io.EOF {
			t.Fatalf("only %d rows", row)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range header {
			c := o.column(name)
			s.Columns[c].Of[row] = int16(o.state(c, line[i]))
		}
	}
	return s
}

// exact returns the network with its true parameters.
func (o *oracle) exact(t *testing.T) *inference.Network {
	t.Helper()
	nodes := make([]inference.Node, len(o.variables))
	for v, name := range o.variables {
		node := inference.Node{States: len(o.states[v]), Parents: o.graph.Parents[v]}
		if o.truth.SCM != nil {
			m := inference.Noisy{Base: o.truth.SCM.Base[name]}
			for _, u := range node.Parents {
				for _, e := range o.truth.SCM.Edges {
					if e.Source == o.variables[u] && e.Target == name && e.Type != "correlates" {
						m.Influences = append(m.Influences, inference.Influence{
							Relation: relation(e.Type), Weight: e.W, On: []bool{false, true},
						})
					}
				}
			}
			node.Mechanism = m
		} else {
			c := o.truth.CPTs[name]
			m := inference.Table{States: len(o.states[v])}
			node.Parents = nil
			for _, p := range c.Parents {
				u := o.column(p)
				node.Parents = append(node.Parents, u)
				m.ParentStates = append(m.ParentStates, len(o.states[u]))
			}
			m.P = slices.Concat(c.Table...)
			node.Mechanism = m
		}
		nodes[v] = node
	}
	n, err := inference.NewNetwork(nodes)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fresh draws rows from the true parameters.
func (o *oracle) fresh(n *inference.Network, rows int, seed uint64) estimation.Sample {
	random := rand.New(rand.NewPCG(seed, 1))
	s := o.empty(rows)
	for row := range rows {
		for c, state := range n.Draw(random, nil) {
			s.Columns[c].Of[row] = int16(state)
		}
	}
	return s
}

// question asks for a state of y when x is set to a state, in a context.
func (o *oracle) question(x, xState, y, yState string, context map[string]string) estimation.Question {
	cx, cy := o.column(x), o.column(y)
	q := estimation.Question{Target: cy, State: o.state(cy, yState), Do: map[int]int{cx: o.state(cx, xState)}, Given: map[int]int{}}
	for name, state := range context {
		c := o.column(name)
		q.Given[c] = o.state(c, state)
	}
	return q
}

// gformula answers a question or fails the test.
func gformula(t *testing.T, l *estimation.Learned, q estimation.Question) estimation.Estimate {
	t.Helper()
	e, err := l.GFormula(t.Context(), q, inference.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// mean is the mean of at least one number.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64)    { m.sum += v; m.n++ }
func (m *mean) of() float64      { return m.sum / float64(m.n) }
func (m *mean) String() string   { return fmt.Sprintf("%.4f (%d)", m.of(), m.n) }
func (m *mean) off(a, b float64) { m.add(math.Abs(a - b)) }
