package mining_test

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/patterns/mining"
)

// network holds samples of a network whose columns are in order of time.
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
	lines := csv.NewReader(unpacked)
	if n.names, err = lines.Read(); err != nil {
		t.Fatal(err)
	}
	for range rows {
		line, err := lines.Read()
		if err != nil {
			t.Fatal(err)
		}
		row := map[string]string{}
		for i, name := range n.names {
			row[name] = line[i]
		}
		n.rows = append(n.rows, row)
	}
	return n
}

// input returns what is mined: success means that the outcome variable is in the state; that variable
// and later ones are not in the rows. With events, events may be actions too.
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

// of returns the candidate of an action without a trigger.
func (n network) of(t testing.TB, r mining.Result, variable, state string) *mining.Candidate {
	t.Helper()
	for _, c := range r.Candidates {
		if len(c.Trigger) == 0 && !c.Sequence() && n.names[c.Action().Variable] == variable && (c.Action().State == 1) == (state == "yes") {
			return c
		}
	}
	t.Fatalf("%s=%s is no candidate", variable, state)
	return nil
}

// stratified computes the Mantel-Haenszel difference directly from the rows, and the p-value of the
// test without continuity correction.
func (n network) stratified(action, outcome string, causes ...string) (difference, p float64) {
	tables := map[string]*[2][2]float64{}
	for _, row := range n.rows {
		var stratum strings.Builder
		for _, cause := range causes {
			stratum.WriteString(row[cause] + " ")
		}
		t := tables[stratum.String()]
		if t == nil {
			t = new([2][2]float64)
			tables[stratum.String()] = t
		}
		with, reached := 0, 0
		if row[action] == "yes" {
			with = 1
		}
		if row[outcome] == "yes" {
			reached = 1
		}
		t[with][reached]++
	}
	var sum, weights, above, variance float64
	for _, t := range tables {
		with, without := t[1][0]+t[1][1], t[0][0]+t[0][1]
		all, reached := with+without, t[0][1]+t[1][1]
		weight := with * without / all
		sum += weight * (t[1][1]/with - t[0][1]/without)
		weights += weight
		above += t[1][1] - with*reached/all
		variance += with * without * reached * (all - reached) / (all * all * (all - 1))
	}
	return sum / weights, math.Erfc(math.Abs(above) / math.Sqrt(2*variance))
}

// TestMine_stratifiedFigures compares the figures with an independent computation and with those
// documented for a draw of the same process: lift and the plain test have the wrong sign for what
// people do because of an error.
func TestMine_stratifiedFigures(t *testing.T) {
	for _, rows := range []int{2_000, 20_000} {
		n := readNetwork(t, rows)
		r := n.mine(t, n.input("blocked", "yes", true), defaults())
		for _, c := range []struct {
			action string
			cause  string
			drawn  float64
		}{{"retry", "error", -.152}, {"deep_design", "complex", -.144}, {"verbose_log", "complex", .009}} {
			got := n.of(t, r, c.action, "yes")
			want, p := n.stratified(c.action, "blocked", c.cause)
			if math.Abs(got.Difference()-want) > 1e-12 {
				t.Errorf("%s: difference %v, computed otherwise %v", c.action, got.Difference(), want)
			}
			if ratio := math.Log(got.P) / math.Log(p); rows == 2_000 && (ratio < .85 || ratio > 1.15) {
				t.Errorf("%s: p %.3g, computed otherwise %.3g", c.action, got.P, p)
			}
			// The standard errors at 2,000 rows are about .03.
			if math.Abs(got.Difference()-c.drawn) > .06 {
				t.Errorf("%s: difference %.3f, of another draw %.3f", c.action, got.Difference(), c.drawn)
			}
			lift := got.Lift
			if got.Worse { // the lift is that of the other outcome
				share := float64(got.With.K) / float64(got.With.N)
				lift = share / (float64(r.All.K) / float64(r.All.N))
			}
			t.Logf("%d rows, %s: lift %.3f, difference %+.4f (%.3f to %.3f), p %.2g, adjusted %.2g", rows, c.action, lift,
				got.Difference(), *got.Stratified.Low, *got.Stratified.High, got.P, got.Adjusted)
		}
		if retry := n.of(t, r, "retry", "yes"); float64(retry.With.K)*float64(r.All.N) < 2*float64(retry.With.N)*float64(r.All.K) || retry.Left != mining.Confounded {
			t.Errorf("retry: %v of all %v, left as %q", retry.With, r.All, retry.Left)
		}
	}
}

// TestMine_network: what people do because of an error is not found with the wrong sign, what works is
// found, and what only goes along is not.
func TestMine_network(t *testing.T) {
	for _, rows := range []int{2_000, 20_000} {
		for _, events := range []bool{false, true} {
			n := readNetwork(t, rows)
			r := n.mine(t, n.input("success", "yes", events), defaults())
			found := map[string]bool{}
			for _, c := range r.Promoted() {
				found[n.label(c)] = true
				last := c.Action()
				name := n.names[last.Variable]
				if name == "retry" && c.Worse != (last.State == 0) {
					t.Errorf("%d rows: %s has the wrong sign", rows, n.label(c))
				}
				if name == "verbose_log" {
					t.Errorf("%d rows: %s is found (p %.2g, adjusted %.2g)", rows, n.label(c), c.P, c.Adjusted)
				}
			}
			for _, want := range []string{" -> deep_design=yes", " -> write_tests=yes", "error=yes -> recovery=yes", "error=yes -> retry=no worse"} {
				if !found[want] {
					t.Errorf("%d rows, events %t: %q is not found", rows, events, want)
				}
			}
			if c := n.of(t, r, "retry", "yes"); c.Left != mining.Confounded || c.Difference() <= 0 || c.Worse {
				t.Errorf("retry on its own: %q, difference %.3f", c.Left, c.Difference())
			}
			if events {
				if c := n.of(t, r, "verbose_log", "yes"); c.Left != mining.NotSignificant {
					t.Errorf("%d rows: verbose_log is left as %q, p %.3g, adjusted %.3g", rows, c.Left, c.P, c.Adjusted)
				}
			}
			t.Logf("%d rows, events %t: %d looked at, %d promoted, left %v", rows, events, len(r.Candidates), len(found), r.Left)
		}
	}
}

func TestMine_repeats(t *testing.T) {
	n := readNetwork(t, 2_000)
	in := n.input("success", "yes", true)
	first := n.mine(t, in, defaults())
	for range 3 {
		if again := n.mine(t, in, defaults()); !reflect.DeepEqual(first, again) {
			t.Fatal("the same rows give other candidates")
		}
	}
	// The order of the rows does not matter.
	random := rand.New(rand.NewPCG(14, 1))
	random.Shuffle(len(in.Rows), func(a, b int) { in.Rows[a], in.Rows[b] = in.Rows[b], in.Rows[a] })
	again := n.mine(t, in, defaults())
	if len(again.Candidates) != len(first.Candidates) {
		t.Fatalf("%d candidates, in another order of the rows %d", len(first.Candidates), len(again.Candidates))
	}
	for i, c := range first.Candidates {
		o := again.Candidates[i]
		if n.label(c) != n.label(o) || c.With != o.With || c.Without != o.Without || c.Left != o.Left || math.Abs(c.P-o.P) > 1e-9 {
			t.Fatalf("%s %v %v %q %v, in another order of the rows %s %v %v %q %v",
				n.label(c), c.With, c.Without, c.Left, c.P, n.label(o), o.With, o.Without, o.Left, o.P)
		}
	}
}
