package mining_test

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/patterns/mining"
)

// network is a sampled network, whose columns follow each other in time.
type network struct {
	names  []string
	kinds  map[string]string
	causes map[string][]string
	rows   []map[string]string
}

func readNetwork(t testing.TB, rows int) network {
	t.Helper()
	dir := filepath.Join(enginetest.Data(t), "causal", "bn", "agentops_a")
	var structure struct {
		Variables []struct{ Name, Kind string }
		Edges     []struct{ Source, Target, Type string }
	}
	text, err := os.ReadFile(filepath.Join(dir, "structure.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &structure); err != nil {
		t.Fatal(err)
	}
	n := network{kinds: map[string]string{}, causes: map[string][]string{}}
	for _, v := range structure.Variables {
		n.kinds[v.Name], _, _ = strings.Cut(v.Kind, ":")
	}
	for _, e := range structure.Edges {
		if e.Type != "correlates" {
			n.causes[e.Target] = append(n.causes[e.Target], e.Source)
		}
	}
	file, err := os.Open(filepath.Join(dir, "samples_20000.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(unpacked).ReadAll()
	if err != nil || len(lines) <= rows {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	n.names = lines[0]
	for _, line := range lines[1 : rows+1] {
		row := map[string]string{}
		for i, name := range n.names {
			row[name] = line[i]
		}
		n.rows = append(n.rows, row)
	}
	return n
}

// input is what is mined: the outcome is that a variable is in a state, and it and what comes
// after it are no part of the rows. With events, these may be actions too.
func (n network) input(outcome, state string, events bool) mining.Input {
	names := n.names[:slices.Index(n.names, outcome)]
	in := mining.Input{Causes: make([][]int, len(names))}
	for v, name := range names {
		decision, event := n.kinds[name] == "decision", n.kinds[name] == "event"
		variable := mining.Variable{Absent: -1, Text: v}
		if event {
			variable.Absent = 0
		}
		for i := range 2 {
			variable.States = append(variable.States, mining.State{
				Action: decision || events && event, After: event, Trigger: true,
				Step: decision || event && i == 1, Error: name == "error" && i == 1, Text: 100 + 2*v + i,
			})
		}
		in.Variables = append(in.Variables, variable)
		for _, cause := range n.causes[name] {
			in.Causes[v] = append(in.Causes[v], slices.Index(names, cause))
		}
	}
	for _, row := range n.rows {
		told := mining.Row{Success: row[outcome] == state}
		for v, name := range names {
			yes := row[name] == "yes"
			if n.kinds[name] == "event" && !yes {
				continue
			}
			t := mining.Told{Variable: v, Order: int64(v), Timed: true, Beforehand: n.kinds[name] == "context"}
			if yes {
				t.State = 1
			}
			told.Told = append(told.Told, t)
		}
		in.Rows = append(in.Rows, told)
	}
	return in
}

func (n network) mine(t testing.TB, in mining.Input, o mining.Options) mining.Result {
	t.Helper()
	r, err := mining.Mine(t.Context(), in, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func defaults() mining.Options {
	return mining.Options{Support: .01, Least: 5, Alpha: .01, Steps: 3}
}

// label names a candidate.
func (n network) label(c *mining.Candidate) string {
	name := func(items []mining.Item) string {
		var out []string
		for _, i := range items {
			out = append(out, n.names[i.Variable]+"="+[]string{"no", "yes"}[i.State])
		}
		return strings.Join(out, ",")
	}
	out := name(c.Trigger) + " -> " + name(c.Then)
	if c.Worse {
		out += " worse"
	}
	return out
}
