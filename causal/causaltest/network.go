package causaltest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// Network is a sampled network: its episodes in normalized form and as written.
type Network struct {
	Episodes []episodic.Episode
	Raw      []map[string]any
	// Events are the variables of events, which are prefixes of their kinds.
	Events []string
	// Edges are the pairs of linked variables.
	Edges map[[2]string]bool
}

// ReadNetwork reads a network from the test data.
func ReadNetwork(t *testing.T, name string) Network {
	t.Helper()
	dir := filepath.Join(enginetest.Data(t), "causal", "bn", name)
	var n Network
	for _, line := range gzipLines(t, filepath.Join(dir, "episodes.jsonl.gz")) {
		n.Episodes = append(n.Episodes, Prepared(t, line))
		var raw map[string]any
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatal(err)
		}
		n.Raw = append(n.Raw, raw)
	}
	var structure struct {
		Variables []struct{ Name, Kind string }
		Edges     []struct{ Source, Target string }
	}
	text, err := os.ReadFile(filepath.Join(dir, "structure.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &structure); err != nil {
		t.Fatal(err)
	}
	for _, v := range structure.Variables {
		if strings.HasPrefix(v.Kind, "event") {
			n.Events = append(n.Events, v.Name)
		}
	}
	n.Edges = map[[2]string]bool{}
	for _, e := range structure.Edges {
		n.Edges[[2]string{e.Source, e.Target}] = true
	}
	return n
}

func gzipLines(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		out = append(out, lines.Text())
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// RawStates returns the states of an episode by variable and by its own ids. It reads them from the JSON
// as the README of the data describes, without the code under test.
func RawStates(raw map[string]any) (states, byID map[string]string) {
	states, byID = map[string]string{}, map[string]string{}
	if o := raw["outcome"].(string); o != "unknown" {
		states["outcome"] = o
	}
	for variable, state := range raw["context"].(map[string]any) {
		states[variable] = state.(string)
	}
	for _, d := range raw["decisions"].([]any) {
		d := d.(map[string]any)
		states[d["context"].(string)] = d["chosen"].(string)
		byID[d["id"].(string)] = d["context"].(string) + "=" + d["chosen"].(string)
	}
	for _, v := range raw["events"].([]any) {
		v := v.(map[string]any)
		variable, state, _ := strings.Cut(v["content"].(string), "=")
		states[variable] = state
		byID[v["id"].(string)] = v["content"].(string)
	}
	return states, byID
}

// rawLinks returns the distinct pairs of factors that an episode links.
func rawLinks(raw map[string]any) map[[2]string]bool {
	_, byID := RawStates(raw)
	out := map[[2]string]bool{}
	ends := func(m map[string]any, field string, join func(own, other string)) {
		list, _ := m[field].([]any)
		for _, other := range list {
			join(byID[m["id"].(string)], byID[other.(string)])
		}
	}
	for _, d := range raw["decisions"].([]any) {
		ends(d.(map[string]any), "effects", func(own, other string) { out[[2]string{own, other}] = true })
	}
	for _, v := range raw["events"].([]any) {
		ends(v.(map[string]any), "caused_by", func(own, other string) { out[[2]string{other, own}] = true })
		ends(v.(map[string]any), "leads_to", func(own, other string) { out[[2]string{own, other}] = true })
	}
	return out
}

// recount counts a pair in the raw episodes: n11, n10, n01, n00.
func recount(all []map[string]string, pair [2]string, closed map[string]bool) (n [4]int) {
	source, has, _ := strings.Cut(pair[0], "=")
	target, wanted, _ := strings.Cut(pair[1], "=")
	for _, states := range all {
		a, knowsA := states[source]
		b, knowsB := states[target]
		if !knowsA && !closed[source] || !knowsB && !closed[target] {
			continue
		}
		cell := 0
		if a != has {
			cell += 2
		}
		if b != wanted {
			cell++
		}
		n[cell]++
	}
	return n
}

// CompareRaw compares a layer with counts from the raw episodes.
func (n Network) CompareRaw(t *testing.T, l *Layer, closed map[string]bool) {
	t.Helper()
	frequency, stated := map[string]int{}, map[[2]string]int{}
	var all []map[string]string
	for _, raw := range n.Raw {
		states, _ := RawStates(raw)
		all = append(all, states)
		for variable, state := range states {
			frequency[variable+"="+state]++
		}
		for pair := range rawLinks(raw) {
			stated[pair]++
		}
	}
	got := map[string]int{}
	for _, f := range l.FactorRows {
		got[f.Label()] = f.Frequency()
	}
	if !maps.Equal(got, frequency) {
		t.Errorf("factors: %v, recounted %v", got, frequency)
	}
	if len(l.LinkRows) != len(stated) || len(stated) == 0 {
		t.Fatalf("%d links, recounted %d", len(l.LinkRows), len(stated))
	}
	for _, link := range l.LinkRows {
		pair := [2]string{link.Source.Label(), link.Target.Label()}
		if link.Evidence.Total() != stated[pair] || link.Evidence.Stated != stated[pair] {
			t.Errorf("%v is stated by %+v episodes, recounted %d", pair, link.Evidence, stated[pair])
		}
		if !n.Edges[[2]string{link.Source.Variable, link.Target.Variable}] {
			t.Errorf("%v joins what the network does not", pair)
		}
		c := recount(all, pair, closed)
		if got := [4]int{link.Pair.N11, link.Pair.N10, link.Pair.N01, link.Pair.N00}; got != c {
			t.Errorf("%v counts %v, recounted %v", pair, got, c)
		}
		compareStrength(t, link, c)
	}
}

// compareStrength recomputes the causal power: delta P divided by 1 minus the base rate.
func compareStrength(t *testing.T, link link.FactorLink, n [4]int) {
	t.Helper()
	if n[0]+n[1] == 0 || n[2]+n[3] == 0 {
		if !link.Measure.Unmeasured || link.Measure.Strength != nil {
			t.Errorf("%s -> %s is measured without a comparison", link.Source.Label(), link.Target.Label())
		}
		return
	}
	with, without := float64(n[0])/float64(n[0]+n[1]), float64(n[2])/float64(n[2]+n[3])
	if with == 1 && without == 1 {
		if link.Measure.Strength != nil {
			t.Errorf("%s -> %s has a strength, but its effect is always there", link.Source.Label(), link.Target.Label())
		}
		return
	}
	want := 0.0
	if with > without {
		want = (with - without) / (1 - without)
	}
	Near(t, link.Source.Label()+" -> "+link.Target.Label(), link.Measure.Strength, want, 1e-12)
}

// Layer derives the layer of the network.
func (n Network) Layer(t *testing.T) *Layer {
	t.Helper()
	l := NewLayer(t)
	for batch := range slices.Chunk(n.Episodes, 500) {
		l.Write(batch...)
	}
	return l
}
