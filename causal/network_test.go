package causal_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// network is a sampled network: its episodes as they are kept, and as they are written.
type network struct {
	episodes []episodic.Episode
	raw      []map[string]any
	// events are the variables of events, the kinds of which begin so.
	events []string
	// edges are the pairs of variables that are joined.
	edges map[[2]string]bool
}

func readNetwork(t *testing.T, name string) network {
	t.Helper()
	dir := filepath.Join(enginetest.Data(t), "causal", "bn", name)
	var n network
	for _, line := range gzipLines(t, filepath.Join(dir, "episodes.jsonl.gz")) {
		n.episodes = append(n.episodes, prepared(t, line))
		var raw map[string]any
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatal(err)
		}
		n.raw = append(n.raw, raw)
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
			n.events = append(n.events, v.Name)
		}
	}
	n.edges = map[[2]string]bool{}
	for _, e := range structure.Edges {
		n.edges[[2]string{e.Source, e.Target}] = true
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

// rawStates are the states of an episode by variable, and those of its own ids, read from the
// JSON by the README of the data alone.
func rawStates(raw map[string]any) (states, byID map[string]string) {
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

// rawLinks are the distinct pairs of factors that an episode joins.
func rawLinks(raw map[string]any) map[[2]string]bool {
	_, byID := rawStates(raw)
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

// recount is what the raw episodes say of a pair: n11, n10, n01, n00.
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

// compareRaw compares a layer with what the raw episodes say.
func (n network) compareRaw(t *testing.T, l *layer, closed map[string]bool) {
	t.Helper()
	frequency, stated := map[string]int{}, map[[2]string]int{}
	var all []map[string]string
	for _, raw := range n.raw {
		states, _ := rawStates(raw)
		all = append(all, states)
		for variable, state := range states {
			frequency[variable+"="+state]++
		}
		for pair := range rawLinks(raw) {
			stated[pair]++
		}
	}
	got := map[string]int{}
	for _, f := range l.factors {
		got[f.Label()] = f.Frequency()
	}
	if !maps.Equal(got, frequency) {
		t.Errorf("factors: %v, recounted %v", got, frequency)
	}
	if len(l.links) != len(stated) || len(stated) == 0 {
		t.Fatalf("%d links, recounted %d", len(l.links), len(stated))
	}
	for _, link := range l.links {
		pair := [2]string{link.Source.Label(), link.Target.Label()}
		if link.Evidence.Total() != stated[pair] || link.Evidence.Stated != stated[pair] {
			t.Errorf("%v is stated by %+v episodes, recounted %d", pair, link.Evidence, stated[pair])
		}
		if !n.edges[[2]string{link.Source.Variable, link.Target.Variable}] {
			t.Errorf("%v joins what the network does not", pair)
		}
		c := recount(all, pair, closed)
		if got := [4]int{link.Pair.N11, link.Pair.N10, link.Pair.N01, link.Pair.N00}; got != c {
			t.Errorf("%v counts %v, recounted %v", pair, got, c)
		}
		compareStrength(t, link, c)
	}
}

// compareStrength recomputes the power of a cause: delta P over what is left to bring about.
func compareStrength(t *testing.T, link causal.FactorLink, n [4]int) {
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
	near(t, link.Source.Label()+" -> "+link.Target.Label(), link.Measure.Strength, want, 1e-12)
}

func (n network) layer(t *testing.T) *layer {
	t.Helper()
	l := newLayer(t)
	for batch := range slices.Chunk(n.episodes, 500) {
		l.write(batch...)
	}
	return l
}

func TestNetworks_Recounted(t *testing.T) {
	for _, c := range []struct {
		name   string
		closed bool
	}{{"agentops_a", false}, {"agentops_a", true}, {"asia", false}} {
		t.Run(fmt.Sprintf("%s closed=%t", c.name, c.closed), func(t *testing.T) {
			n := readNetwork(t, c.name)
			l := n.layer(t)
			closed := map[string]bool{}
			if c.closed {
				var rules causal.Rules
				for _, v := range slices.Sorted(slices.Values(n.events)) {
					closed[v] = true
					rules.Closed = append(rules.Closed, causal.Closed{Variable: v, AbsentState: "no"})
				}
				l.change(rules)
			}
			n.compareRaw(t, l, closed)
		})
	}
}

func TestNetworks_OrderOfEpisodesDoesNotMatter(t *testing.T) {
	n := readNetwork(t, "agentops_a")
	n.episodes = n.episodes[:300]
	want := n.layer(t).print()
	shuffled := slices.Clone(n.episodes)
	rand.New(rand.NewPCG(12, 3)).Shuffle(len(shuffled), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
	l := newLayer(t)
	for batch := range slices.Chunk(shuffled, 97) {
		l.write(batch...)
	}
	if l.print() != want {
		t.Error("another order gives another layer")
	}
	l.write(shuffled[:100]...)
	if l.print() != want {
		t.Error("episodes written twice give another layer")
	}
}

func TestNetworks_NamesDoNotMatter(t *testing.T) {
	n := readNetwork(t, "asia")
	renamed := n
	renamed.episodes = nil
	for _, e := range n.episodes {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		other := strings.NewReplacer("episode-asia", "another", "tub=", "spot=", "lung=", "shade=").Replace(string(text))
		renamed.episodes = append(renamed.episodes, prepared(t, other))
	}
	numbers := func(l *layer) []string {
		var out []string
		for _, link := range l.links {
			out = append(out, fmt.Sprintf("%+v %+v %v", link.Evidence, link.Pair, *link.Measure.DeltaP))
		}
		slices.Sort(out)
		return out
	}
	if a, b := numbers(n.layer(t)), numbers(renamed.layer(t)); !slices.Equal(a, b) {
		t.Errorf("other names, other numbers:\n%v\n%v", a, b)
	}
}
