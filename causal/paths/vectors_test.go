package paths_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
)

type vectorPath struct {
	Path     []string
	Strength float64
	Polarity int
}

type vectorQuery struct {
	Source, Target string
	Types          []string
	Reachable      bool
	TimeReachable  bool         `json:"time_respecting_reachable"`
	MinWeightHops  *int         `json:"shortest_hops_min_weight_0.5"`
	Hops           *int         `json:"shortest_hops"`
	NShortest      int          `json:"n_shortest"`
	Strongest      *vectorPath  `json:"strongest"`
	KBest          []vectorPath `json:"k_best"`
	NSimple        int          `json:"n_simple_paths"`
	SimpleDepth    int          `json:"simple_depth"`
	OnEveryPath    []string     `json:"on_every_path"`
}

type vectorGraph struct {
	Graph int
	Nodes []struct {
		ID string
		TS int
	}
	Edges []struct {
		Source, Target, Type string
		Weight               float64
	}
	Queries []vectorQuery
}

func readVectors(t *testing.T) []vectorGraph {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "graph", "path_vectors.json"))
	if os.IsNotExist(err) {
		t.Skip("the path vectors are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []vectorGraph
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// memory makes a layer of the graph: an order in time is told by episodes.
func (g vectorGraph) memory() *causaltest.Memory {
	at := map[string]int{}
	for _, n := range g.Nodes {
		at[n.ID] = n.TS
	}
	m := &causaltest.Memory{}
	for _, e := range g.Edges {
		l := causaltest.Stated(e.Source, episodic.Relation(e.Type), e.Target, e.Weight)
		switch {
		case at[e.Source] < at[e.Target]:
			l.Pair.Forward = 1
		case at[e.Source] > at[e.Target]:
			l.Pair.Backward = 1
		}
		m.Links = append(m.Links, l)
	}
	return m
}

func (q vectorQuery) ask(mode paths.Mode) paths.Question {
	var relations []episodic.Relation
	for _, r := range q.Types {
		relations = append(relations, episodic.Relation(r))
	}
	return paths.Question{
		Project: "p", From: causaltest.ParseFactor(q.Source).Key(), To: causaltest.ParseFactor(q.Target).Key(), Mode: mode,
		Follow: search.FactorFollow{Relations: relations},
	}
}

// TestPathVectors holds the paths against exact ones.
func TestPathVectors(t *testing.T) {
	n := 0
	for _, g := range readVectors(t) {
		v := vectors{t: t, service: causaltest.ServiceOver(g.memory())}
		for _, q := range g.Queries {
			n++
			v.query = q
			v.reachable()
			if q.Reachable {
				v.shortest()
				v.strongest()
				v.simple()
				v.everywhere()
			}
		}
	}
	if n < 90 {
		t.Errorf("%d queries", n)
	}
}

// vectors checks the answers to one query.
type vectors struct {
	t       *testing.T
	service *memory.Causes
	query   vectorQuery
}

func (v vectors) ask(q paths.Question) paths.Answer {
	v.t.Helper()
	a, err := v.service.Paths.FactorPath(v.t.Context(), q)
	if err != nil {
		v.t.Fatal(err)
	}
	return a
}

func (v vectors) same(what string, want, got any) {
	v.t.Helper()
	if want != got {
		v.t.Errorf("%s to %s by %v: %s is %v, not %v", v.query.Source, v.query.Target, v.query.Types, what, got, want)
	}
}

func (v vectors) reachable() {
	q := v.query.ask(paths.ModeReachable)
	v.same("reachable", v.query.Reachable, len(v.ask(q).Paths) > 0)
	q.Follow.InTime = true
	v.same("reachable in time", v.query.TimeReachable, len(v.ask(q).Paths) > 0)
	half := .5
	strong := v.query.ask(paths.ModeShortest)
	strong.Follow.MinStrength = &half
	hops := -1
	if paths := v.ask(strong).Paths; len(paths) > 0 {
		hops = paths[0].Length()
	}
	want := -1
	if v.query.MinWeightHops != nil {
		want = *v.query.MinWeightHops
	}
	v.same("length over strong links", want, hops)
}

func (v vectors) shortest() {
	v.same("length", *v.query.Hops, v.ask(v.query.ask(paths.ModeShortest)).Paths[0].Length())
	all := v.ask(v.query.ask(paths.ModeAllShortest))
	v.same("number of shortest paths", v.query.NShortest, len(all.Paths))
}

func (v vectors) strongest() {
	v.t.Helper()
	best := v.ask(v.query.ask(paths.ModeStrongest))
	v.same("number of strongest paths", 1, len(best.Paths))
	v.path(*v.query.Strongest, best.Paths[0])
	several := v.ask(v.query.ask(paths.ModeKBest))
	v.same("number of best paths", len(v.query.KBest), len(several.Paths))
	for i, want := range v.query.KBest {
		v.path(want, several.Paths[i])
	}
}

func (v vectors) path(want vectorPath, got paths.Path) {
	v.t.Helper()
	v.same("path", strings.Join(want.Path, " "), names(got))
	v.same("polarity", want.Polarity, got.Polarity())
	if s := got.Strength(); s == nil || math.Abs(*s-want.Strength) > 1e-9 {
		v.t.Errorf("%s: strength %v, not %v", names(got), s, want.Strength)
	}
}

// names are the variables along a path.
func names(p paths.Path) string {
	out := []string{p.From.Label()}
	for _, s := range p.Steps {
		out = append(out, s.To().Label())
	}
	return strings.Join(out, " ")
}

func (v vectors) simple() {
	q := v.query.ask(paths.ModeAllSimple)
	q.MaxDepth = v.query.SimpleDepth
	v.same("number of simple paths", v.query.NSimple, len(v.ask(q).Paths))
}

func (v vectors) everywhere() {
	q := v.query.ask(paths.ModeShortest)
	q.Bottlenecks = true
	a := v.ask(q)
	v.same("bottlenecks known", true, a.BottlenecksKnown)
	var got []string
	for _, id := range a.Bottlenecks {
		got = append(got, id.Variable)
	}
	slices.Sort(got)
	want := slices.Clone(v.query.OnEveryPath)
	slices.Sort(want)
	v.same("on every path", strings.Join(want, " "), strings.Join(got, " "))
}
