package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/causeway-memory/causeway/causal/inference"
	"github.com/causeway-memory/causeway/episodic"
)

// structure is what the data tell of a sampled network without its parameters.
type structure struct {
	Outcome   string            `json:"outcome_variable"`
	Outcomes  map[string]string `json:"outcome_map"`
	Variables []struct {
		Name   string
		States []string
	}
	Edges []edge
}

type edge struct {
	Source, Target, Type string
	Weight               float64 `json:"w"`
}

// truth is what they tell of the parameters: tables, or noisy mechanisms.
type truth struct {
	Tables map[string]struct {
		Parents []string
		Table   [][]float64
	} `json:"cpts"`
	Noisy *struct {
		Base  map[string]float64
		Edges []edge
	} `json:"scm"`
}

// sampled reads a network of the data. Its actions and its hidden common cause are named.
func sampled(data, name, hidden string, actions ...string) (*world, error) {
	folder := filepath.Join(data, "causal", "bn", name)
	var s structure
	if err := read(filepath.Join(folder, "structure.json"), &s); err != nil {
		return nil, err
	}
	var t truth
	if err := read(filepath.Join(folder, "truth.json"), &t); err != nil {
		return nil, err
	}
	w := &world{name: name, noisy: t.Noisy != nil, happened: 1}
	for _, v := range s.Variables {
		w.names = append(w.names, v.Name)
	}
	w.target = slices.Index(w.names, s.Outcome)
	w.state = slices.IndexFunc(s.Variables[w.target].States, func(state string) bool { return s.Outcomes[state] == "failure" })
	w.hidden = slices.Index(w.names, hidden)
	for _, a := range actions {
		w.actions = append(w.actions, slices.Index(w.names, a))
	}
	edges := s.Edges
	if w.noisy {
		edges = t.Noisy.Edges
	} else {
		w.happened = 0 // the tables list "yes" first
	}
	w.read(edges, s, t)
	return w, w.settle()
}

// read makes the nodes and links.
func (w *world) read(edges []edge, s structure, t truth) {
	weights := make([]inference.Noisy, len(w.names))
	given := make([][]int, len(w.names))
	for _, e := range edges {
		relation := episodic.Relation(e.Type)
		if relation == episodic.RelationCorrelates {
			continue
		}
		from, to := slices.Index(w.names, e.Source), slices.Index(w.names, e.Target)
		w.links = append(w.links, arrow{from, to, relation})
		weights[to].Influences = append(weights[to].Influences, inference.Influence{Relation: relation, Weight: e.Weight, On: []bool{false, true}})
		given[to] = append(given[to], from)
	}
	for v, name := range w.names {
		n := inference.Node{States: len(s.Variables[v].States), Parents: given[v]}
		if w.noisy {
			weights[v].Base = t.Noisy.Base[name]
			n.Mechanism = weights[v]
		} else {
			n.Parents, n.Mechanism = w.table(t, name)
		}
		w.nodes = append(w.nodes, n)
	}
}

// table is the mechanism of a variable whose probabilities are listed.
func (w *world) table(t truth, name string) ([]int, inference.Table) {
	out := inference.Table{States: 2}
	var from []int
	for _, p := range t.Tables[name].Parents {
		from = append(from, slices.Index(w.names, p))
		out.ParentStates = append(out.ParentStates, 2)
	}
	for _, row := range t.Tables[name].Table {
		out.P = append(out.P, row...)
	}
	return from, out
}

func read(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read a sampled network: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
