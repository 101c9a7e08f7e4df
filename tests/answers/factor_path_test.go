package answers_test

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

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// vectorGraph is a graph of the path vectors with its queries and their exact answers.
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

type vectorQuery struct {
	Source, Target string
	Types          []string
	Reachable      bool
	InTime         bool         `json:"time_respecting_reachable"`
	StrongHops     *int         `json:"shortest_hops_min_weight_0.5"`
	Hops           *int         `json:"shortest_hops"`
	Shortest       int          `json:"n_shortest"`
	Strongest      *vectorPath  `json:"strongest"`
	Best           []vectorPath `json:"k_best"`
	Simple         int          `json:"n_simple_paths"`
	Depth          int          `json:"simple_depth"`
	Everywhere     []string     `json:"on_every_path"`
}

type vectorPath struct {
	Path     []string
	Strength float64
	Polarity int
}

func readVectors(t *testing.T) []vectorGraph {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "graph", "path_vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []vectorGraph
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// recordVectors writes the nodes as events of one episode, which tells their order in time,
// and states the edges.
func (p *project) recordVectors(g vectorGraph) {
	p.T.Helper()
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var events []vars
	for i, n := range g.Nodes {
		at := began.Add(time.Duration(n.TS) * time.Minute).Format(time.RFC3339)
		events = append(events, vars{"id": fmt.Sprintf("e%03d", i), "at": at, "content": "node", "factor": n.ID})
	}
	p.Record(vars{"id": "graph", "task": "nodes of a graph", "startedAt": "2026-01-01T00:00:00Z", "events": events})
	for _, e := range g.Edges {
		p.state(e.Source, strings.ToUpper(e.Type), e.Target, e.Weight)
	}
}

// state states a link between factors that are known by their variable alone.
func (p *project) state(source, relation, target string, strength float64) {
	p.T.Helper()
	harness.Get[any](p, `mutation($project: String!, $source: String!, $relation: Relation!, $target: String!, $strength: Float!) {
		recordFactorLink(project: $project, input: {source: {variable: $source}, relation: $relation, target: {variable: $target}, strength: $strength, origin: "test"}) { changed } }`,
		vars{"source": source, "relation": relation, "target": target, "strength": strength})
}

// factorPaths is what the test asks of a path between factors.
type factorPaths struct {
	Status      string
	Bottlenecks []struct{ Label string }
	Explain     string
	Paths       []struct {
		Length   int
		Strength *float64
		Polarity int
		From     struct{ Label string }
		Hops     []struct{ To struct{ Label string } }
	}
}

func (f factorPaths) labels(i int) []string {
	out := []string{f.Paths[i].From.Label}
	for _, h := range f.Paths[i].Hops {
		out = append(out, h.To.Label)
	}
	return out
}

const vectorsQuery = `query($project: String!, $from: String!, $to: String!, $types: [Relation!], $depth: Int!) {
	reachable: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: REACHABLE) { status explain paths { length } }
	inTime: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types, inTime: true}, mode: REACHABLE) { status }
	strong: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types, minStrength: 0.5}, mode: SHORTEST) { paths { length } }
	shortest: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: SHORTEST) { paths { length } bottlenecks { label } }
	allShortest: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: ALL_SHORTEST, first: 1000) { paths { length } }
	strongest: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: STRONGEST) { explain paths { ...all } }
	best: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: K_BEST) { paths { ...all } }
	simple: factorPath(project: $project, from: $from, to: $to, follow: {relations: $types}, mode: ALL_SIMPLE, maxDepth: $depth, first: 1000) { paths { length } }
}
fragment all on FactorPath { length strength polarity from { label } hops { to { label } } }`

// TestFactorPath_Vectors asks for the paths of the vectors in every mode. On servers, where
// each of many writes takes a while, it takes the small graphs only.
func TestFactorPath_Vectors(t *testing.T) {
	harness.Beside(t)
	nodes, least := 300, 70
	if !enginetest.Embedded() {
		nodes, least = 20, 35
	}
	asked := 0
	for _, g := range readVectors(t) {
		if len(g.Nodes) > nodes {
			continue
		}
		t.Run(fmt.Sprintf("graph %d", g.Graph), func(t *testing.T) {
			p := newProject(t)
			p.recordVectors(g)
			for _, q := range g.Queries {
				p.checkVector(q)
				asked++
			}
		})
	}
	if asked < least {
		t.Errorf("only %d queries were asked", asked)
	}
}

func (p *project) checkVector(q vectorQuery) {
	p.T.Helper()
	types := make([]string, len(q.Types))
	for i, typ := range q.Types {
		types[i] = strings.ToUpper(typ)
	}
	v := vars{"from": q.Source, "to": q.Target, "types": types, "depth": max(q.Depth, 1)}
	got := harness.Get[map[string]factorPaths](p, vectorsQuery, v)
	same := func(what string, want, got any) {
		p.T.Helper()
		if fmt.Sprint(want) != fmt.Sprint(got) {
			p.T.Errorf("%s to %s over %v: %s: %v, want %v", q.Source, q.Target, q.Types, what, got, want)
		}
	}
	same("reachable", q.Reachable, got["reachable"].Status == "FOUND")
	same("reachable in time", q.InTime, got["inTime"].Status == "FOUND")
	same("links of the shortest over strong ones", orNone(q.StrongHops), firstLength(got["strong"]))
	same("links of the shortest", orNone(q.Hops), firstLength(got["shortest"]))
	if got["reachable"].Explain == "" || got["strongest"].Explain == "" {
		p.T.Errorf("%s to %s: nothing is explained", q.Source, q.Target)
	}
	if !q.Reachable {
		same("why not", "NO_PATH", got["reachable"].Status)
		return
	}
	same("all shortest", q.Shortest, len(got["allShortest"].Paths))
	same("all simple", q.Simple, len(got["simple"].Paths))
	var bottlenecks []string
	for _, b := range got["shortest"].Bottlenecks {
		bottlenecks = append(bottlenecks, b.Label)
	}
	slices.Sort(bottlenecks)
	slices.Sort(q.Everywhere)
	same("on every path", q.Everywhere, bottlenecks)
	same("strongest", 1, len(got["strongest"].Paths))
	same("best", len(q.Best), len(got["best"].Paths))
	for name, want := range map[string][]vectorPath{"strongest": {*q.Strongest}, "best": q.Best} {
		for i := range min(len(want), len(got[name].Paths)) {
			found := got[name].Paths[i]
			same(name, want[i].Path, got[name].labels(i))
			same("polarity", want[i].Polarity, found.Polarity)
			if found.Strength == nil || math.Abs(*found.Strength-want[i].Strength) > 1e-9 {
				p.T.Errorf("%s to %s: strength %v, want %v", q.Source, q.Target, found.Strength, want[i].Strength)
			}
		}
	}
}

// firstLength is the length of the first path, -1 without one.
func firstLength(f factorPaths) int {
	if len(f.Paths) == 0 {
		return -1
	}
	return f.Paths[0].Length
}

func orNone(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}
