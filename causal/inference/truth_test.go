package inference_test

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// shares are probabilities by the name of the state.
type shares map[string]float64

// truth holds exact facts about one of the sampled networks.
type truth struct {
	Marginals map[string]shares
	CPTs      map[string]struct {
		Parents, States []string
		Table           [][]float64
	}
	SCM *struct {
		Base  map[string]float64
		Edges []struct {
			Source, Target, Type string
			W                    float64
		}
	}
	Do, CATE, NonCauses []struct {
		X       string
		XState  string `json:"x_state"`
		Y       string
		Context map[string]string
		PDo     shares `json:"p_do"`
		PNaive  shares `json:"p_naive"`
	}
	Causation []struct {
		X, X1, X0, Y string
		Event        []string `json:"y_event"`
		Inputs       struct {
			YX1  float64 `json:"y_x1"`
			YX0  float64 `json:"y_x0"`
			XY   float64
			XNY  float64
			ZY   float64
			ZNY  float64
			Rest float64 `json:"o"`
		}
		Bounds   map[string][]float64
		PN       *float64 `json:"PN_true"`
		PS       *float64 `json:"PS_true"`
		QuantilN *float64 `json:"PN_quantile_scm"`
		QuantilS *float64 `json:"PS_quantile_scm"`
	} `json:"prob_causation"`
	Episodes []struct {
		Episode, Remove, Y string
		Actual             string  `json:"y_actual"`
		Full               float64 `json:"p_but_for_full_evidence"`
		Context            float64 `json:"p_but_for_context_evidence"`
	} `json:"episode_counterfactuals"`
}

// truthNetwork is the network of a truth, with the names of its nodes and states.
type truthNetwork struct {
	*inference.Network

	name    string
	number  map[string]int
	states  map[string][]string
	context []string
}

// truths returns the sampled networks with a known truth.
func truths(t *testing.T) map[*truthNetwork]truth {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(enginetest.Data(t), "causal", "bn", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatal("no networks", err)
	}
	out := map[*truthNetwork]truth{}
	for _, folder := range folders {
		name := filepath.Base(folder)
		var structure struct {
			Context   []string
			Variables []struct {
				Name   string
				States []string
			}
		}
		var is truth
		read(t, &structure, "bn", name, "structure.json")
		read(t, &is, "bn", name, "truth.json")
		n := &truthNetwork{name: name, number: map[string]int{}, states: map[string][]string{}, context: structure.Context}
		nodes := make([]inference.Node, len(structure.Variables))
		for i, v := range structure.Variables {
			n.number[v.Name], n.states[v.Name] = i, v.States
		}
		for i, v := range structure.Variables {
			nodes[i] = n.node(t, is, v.Name)
		}
		n.Network = made(t, nodes)
		out[n] = is
	}
	return out
}

// node returns a variable with its true mechanism.
func (n *truthNetwork) node(t *testing.T, is truth, name string) inference.Node {
	t.Helper()
	node := inference.Node{States: len(n.states[name])}
	if is.SCM != nil {
		noisy := inference.Noisy{Base: is.SCM.Base[name]}
		for _, e := range is.SCM.Edges {
			if e.Target == name && e.Type != "correlates" {
				node.Parents = append(node.Parents, n.number[e.Source])
				noisy.Influences = append(noisy.Influences, inference.Influence{
					Relation: episodic.Relation(e.Type), Weight: e.W, On: []bool{false, true},
				})
			}
		}
		node.Mechanism = noisy
		return node
	}
	cpt := is.CPTs[name]
	if !slices.Equal(cpt.States, n.states[name]) {
		t.Fatalf("%s has the states %v and %v", name, cpt.States, n.states[name])
	}
	table := inference.Table{States: node.States, P: slices.Concat(cpt.Table...)}
	for _, p := range cpt.Parents {
		node.Parents = append(node.Parents, n.number[p])
		table.ParentStates = append(table.ParentStates, len(n.states[p]))
	}
	node.Mechanism = table
	return node
}

func (n *truthNetwork) state(variable, state string) int {
	return slices.Index(n.states[variable], state)
}

// known converts named states to numbers.
func (n *truthNetwork) known(states map[string]string) map[int]int {
	out := map[int]int{}
	for v, s := range states {
		out[n.number[v]] = n.state(v, s)
	}
	return out
}

// compare checks the distribution of a variable.
func (n *truthNetwork) compare(t *testing.T, what, variable string, seen, do map[string]string, want shares) {
	t.Helper()
	a, err := n.Infer(t.Context(), inference.Query{Target: n.number[variable], Seen: n.known(seen), Do: n.known(do)})
	if err != nil {
		t.Fatalf("%s: %s: %v", n.name, what, err)
	}
	p := make([]float64, len(a.P))
	for s, w := range want {
		p[n.state(variable, s)] = w
	}
	same(t, fmt.Sprintf("%s: %s of %s, seen %v, do %v", n.name, what, variable, seen, do), a.P, p, 1e-9)
}

// Answers of the true networks equal the truth.
func TestNetwork_Truth(t *testing.T) {
	for n, is := range truths(t) {
		for variable, want := range is.Marginals {
			n.compare(t, "the share", variable, nil, nil, want)
		}
		for _, q := range slices.Concat(is.Do, is.NonCauses) {
			x := map[string]string{q.X: q.XState}
			n.compare(t, "after doing", q.Y, nil, x, q.PDo)
			n.compare(t, "after seeing", q.Y, x, nil, q.PNaive)
		}
		for _, q := range is.CATE {
			n.compare(t, "in a context", q.Y, q.Context, map[string]string{q.X: q.XState}, q.PDo)
		}
	}
}

// The bounds on the probabilities of causation from the true networks, and the true networks' own
// counterfactual probabilities.
func TestNetwork_TrueCausation(t *testing.T) {
	for n, is := range truths(t) {
		for _, q := range is.Causation {
			what := fmt.Sprintf("%s: %s=%s for %s on %s in %v", n.name, q.X, q.X1, q.X0, q.Y, q.Event)
			x, y, one, zero := n.number[q.X], n.number[q.Y], n.state(q.X, q.X1), n.state(q.X, q.X0)
			event := func(p []float64) float64 {
				sum := 0.0
				for _, s := range q.Event {
					sum += p[n.state(q.Y, s)]
				}
				return sum
			}
			var c inference.Causation
			for state, to := range map[int]*float64{one: &c.YX, zero: &c.YZ} {
				a, err := n.Infer(t.Context(), inference.Query{Target: y, Do: map[int]int{x: state}})
				if err != nil {
					t.Fatal(err)
				}
				*to = event(a.P)
			}
			both, err := n.Joint(t.Context(), inference.Query{}, x, y)
			if err != nil {
				t.Fatal(err)
			}
			ys := len(n.states[q.Y])
			xs, zs := both.P[one*ys:(one+1)*ys], both.P[zero*ys:(zero+1)*ys]
			c.XY, c.ZY = event(xs), event(zs)
			c.XNotY, c.ZNotY = total(xs)-c.XY, total(zs)-c.ZY
			in := q.Inputs
			same(t, what, []float64{c.YX, c.YZ, c.XY, c.XNotY, c.ZY, c.ZNotY}, []float64{in.YX1, in.YX0, in.XY, in.XNY, in.ZY, in.ZNY}, 1e-9)
			b := c.Bounds()
			for name, got := range map[string]inference.Range{"PN": b.PN, "PS": b.PS, "PNS": b.PNS} {
				same(t, what+" "+name, []float64{got.Low, got.High}, q.Bounds[name], 1e-9)
			}
			if len(q.Event) > 1 {
				continue // only one state is seen
			}
			state := n.state(q.Y, q.Event[0])
			would := func(was, would, y0 int) float64 {
				a, err := n.Counterfactual(t.Context(), inference.Query{Target: y, Seen: map[int]int{x: was, y: y0}, Do: map[int]int{x: would}})
				if err != nil {
					t.Fatal(err)
				}
				return a.P[state]
			}
			for _, pn := range []*float64{q.PN, q.QuantilN} {
				if pn != nil {
					near(t, what+" PN", 1-would(one, zero, state), *pn, 1e-9)
				}
			}
			for _, ps := range []*float64{q.PS, q.QuantilS} {
				if ps != nil && ys == 2 {
					near(t, what+" PS", would(zero, one, 1-state), *ps, 1e-9)
				}
			}
		}
	}
}

func total(p []float64) float64 {
	sum := 0.0
	for _, q := range p {
		sum += q
	}
	return sum
}

// For whole episodes, and for their context alone, the true mechanisms tell whether something would
// have happened without one of its causes.
func TestNetwork_TrueEpisodes(t *testing.T) {
	for n, is := range truths(t) {
		if len(is.Episodes) == 0 {
			continue
		}
		rows := n.samples(t)
		for _, q := range is.Episodes {
			at, err := strconv.Atoi(q.Episode[strings.LastIndex(q.Episode, "-")+1:])
			if err != nil {
				t.Fatal(err)
			}
			remove, y := n.number[q.Remove], n.number[q.Y]
			do := map[int]int{remove: n.state(q.Remove, "no")}
			actual := n.state(q.Y, q.Actual)
			part := map[int]int{remove: rows[at][remove], y: actual}
			for _, c := range n.context {
				part[n.number[c]] = rows[at][n.number[c]]
			}
			for what, one := range map[string]struct {
				seen map[int]int
				want float64
			}{"all of it": {rows[at], q.Full}, "its context": {part, q.Context}} {
				a, err := n.Counterfactual(t.Context(), inference.Query{Target: y, Seen: one.seen, Do: do})
				if err != nil {
					t.Fatal(err)
				}
				near(t, fmt.Sprintf("%s without %s, of %s", q.Episode, q.Remove, what), 1-a.P[actual], one.want, 1e-9)
			}
		}
	}
}

// samples returns the rows of a network, the episodes first.
func (n *truthNetwork) samples(t *testing.T) []map[int]int {
	t.Helper()
	file, err := os.Open(filepath.Join(enginetest.Data(t), "causal", "bn", n.name, "samples_20000.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(unpacked).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[int]int, len(table)-1)
	for i, row := range table[1:] {
		states := map[string]string{}
		for k, s := range row {
			states[table[0][k]] = s
		}
		rows[i] = n.known(states)
	}
	return rows
}
