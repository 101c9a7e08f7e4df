package tests_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// vectorPath is a path whose strength is known exactly.
type vectorPath struct {
	Path     []string
	Strength float64
	Polarity int
}

// vectorQuery is a question with its exact answers.
type vectorQuery struct {
	Source, Target string
	Types          []string
	Reachable      bool
	TimeReachable  bool `json:"time_respecting_reachable"`
	StrongHops     *int `json:"shortest_hops_min_weight_0.5"`
	Hops           *int `json:"shortest_hops"`
	NShortest      int  `json:"n_shortest"`
	Strongest      *vectorPath
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

func pathVectors(t *testing.T) []vectorGraph {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "causal", "graph", "path_vectors.json"))
	if err != nil {
		t.Skipf("the path vectors are not here: %v", err)
	}
	var out []vectorGraph
	if err := json.Unmarshal(content, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// write states the links, and records an episode in which everything happens in its order.
func (g vectorGraph) write(p *project) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var events []vars
	for _, n := range g.Nodes {
		at := began.Add(time.Duration(n.TS) * time.Second)
		events = append(events, vars{"id": n.ID, "factor": n.ID, "content": n.ID, "at": at.Format(time.RFC3339)})
	}
	p.record(vars{"id": "ep", "task": "everything in order", "events": events})
	for edges := range slices.Chunk(g.Edges, 20) {
		var head, body strings.Builder
		v := vars{}
		for i, e := range edges {
			fmt.Fprintf(&head, ", $l%d: FactorLinkInput!", i)
			fmt.Fprintf(&body, " l%d: recordLink(project: $project, input: $l%d) { link { key } }", i, i)
			v[fmt.Sprint("l", i)] = vars{
				"source": vars{"variable": e.Source}, "relation": strings.ToUpper(e.Type), "target": vars{"variable": e.Target},
				"origin": "vectors", "strength": e.Weight,
			}
		}
		get[json.RawMessage](p, "mutation($project: String!"+head.String()+") {"+body.String()+" }", v)
	}
}

const factorPathQuery = `query($project: String!, $from: String!, $to: String!, $mode: FactorPathMode!, $maxDepth: Int, $relations: [Relation!], $minStrength: Float, $inTime: Boolean! = false, $first: Int) {
  factorPath(project: $project, from: $from, to: $to, mode: $mode, maxDepth: $maxDepth, relations: $relations, minStrength: $minStrength, inTime: $inTime, first: $first) {
    status bottlenecks { label } explain
    paths { length strength polarity from { label } hops { to { label } link { bases } } }
  }
}`

type factorPaths struct {
	Status      string
	Bottlenecks []struct{ Label string }
	Explain     string
	Paths       []factorPath
}

type factorPath struct {
	Length, Polarity int
	Strength         float64
	From             struct{ Label string }
	Hops             []struct {
		To   struct{ Label string }
		Link struct{ Bases []string }
	}
}

func (f factorPath) labels() string {
	out := []string{f.From.Label}
	for _, h := range f.Hops {
		out = append(out, h.To.Label)
	}
	return strings.Join(out, " ")
}

// vectorCheck asks one query of the vectors.
type vectorCheck struct {
	p *project
	q vectorQuery
}

func (c vectorCheck) ask(mode string, more vars) factorPaths {
	c.p.t.Helper()
	v := vars{"from": c.q.Source, "to": c.q.Target, "mode": mode, "first": 100}
	var relations []string
	for _, r := range c.q.Types {
		relations = append(relations, strings.ToUpper(r))
	}
	v["relations"] = relations
	for name, value := range more {
		v[name] = value
	}
	a := get[struct{ FactorPath factorPaths }](c.p, factorPathQuery, v).FactorPath
	if !strings.Contains(a.Explain, "basis") && !strings.Contains(a.Explain, "stated") {
		c.p.t.Errorf("%s to %s: no basis in %q", c.q.Source, c.q.Target, a.Explain)
	}
	return a
}

func (c vectorCheck) same(what string, want, got any) {
	c.p.t.Helper()
	if fmt.Sprint(want) != fmt.Sprint(got) {
		c.p.t.Errorf("%s to %s by %v: %s is %v, want %v", c.q.Source, c.q.Target, c.q.Types, what, got, want)
	}
}

func (c vectorCheck) path(want vectorPath, got factorPath) {
	c.p.t.Helper()
	c.same("path", strings.Join(want.Path, " "), got.labels())
	c.same("polarity", want.Polarity, got.Polarity)
	if math.Abs(want.Strength-got.Strength) > 1e-9 {
		c.p.t.Errorf("%s: strength %v, want %v", got.labels(), got.Strength, want.Strength)
	}
}

// reach checks whether there is a path, over which links it may run.
func (c vectorCheck) reach() {
	c.p.t.Helper()
	c.same("reachable", c.q.Reachable, len(c.ask("REACHABLE", nil).Paths) == 1)
	c.same("reachable in time", c.q.TimeReachable, len(c.ask("REACHABLE", vars{"inTime": true}).Paths) == 1)
	strong := c.ask("SHORTEST", vars{"minStrength": .5})
	c.same("reachable over strong links", c.q.StrongHops != nil, len(strong.Paths) == 1)
	if c.q.StrongHops != nil && len(strong.Paths) == 1 {
		c.same("length over strong links", *c.q.StrongHops, strong.Paths[0].Length)
	}
}

// ways checks the paths of every mode.
func (c vectorCheck) ways() {
	c.p.t.Helper()
	shortest := c.ask("SHORTEST", nil)
	c.same("length", *c.q.Hops, shortest.Paths[0].Length)
	every := map[string]bool{}
	for _, b := range shortest.Bottlenecks {
		every[b.Label] = true
	}
	c.same("number on every path", len(c.q.OnEveryPath), len(shortest.Bottlenecks))
	for _, want := range c.q.OnEveryPath {
		c.same(want+" on every path", true, every[want])
	}
	c.same("number of shortest paths", c.q.NShortest, len(c.ask("ALL_SHORTEST", nil).Paths))
	c.same("number of simple paths", c.q.NSimple, len(c.ask("ALL_SIMPLE", vars{"maxDepth": c.q.SimpleDepth}).Paths))
	c.path(*c.q.Strongest, c.ask("STRONGEST", nil).Paths[0])
	best := c.ask("K_BEST", vars{"first": nil}).Paths
	c.same("number of best paths", len(c.q.KBest), len(best))
	for i, want := range c.q.KBest[:min(len(best), len(c.q.KBest))] {
		c.path(want, best[i])
	}
}

// TestFactorPath_Vectors asks the exact vectors through the public API.
func TestFactorPath_Vectors(t *testing.T) {
	for _, g := range pathVectors(t) {
		t.Run(fmt.Sprint(g.Graph), func(t *testing.T) {
			p := newProject(t)
			g.write(p)
			for _, q := range g.Queries {
				c := vectorCheck{p: p, q: q}
				if c.reach(); q.Reachable {
					c.ways()
				}
			}
		})
	}
}
