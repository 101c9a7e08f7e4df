package mechanism_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/mechanism"
	"github.com/causeway-memory/causeway/episodic"
)

func TestService_Show(t *testing.T) {
	n := causaltest.ReadNetwork(t, "agentops_a")
	n.Episodes, n.Raw = n.Episodes[:400], n.Raw[:400]
	m := causaltest.NewProject(t)
	m.Write(n.Episodes...)
	m.Close("no", append(n.Events, "success")...)
	m.StateLinks("write_tests=yes enables recovery=yes")
	for _, name := range []string{"recovery", "recovery=yes", causaltest.ParseFactor("recovery=yes").Key()} {
		got, err := m.Service.Mechanism.Show(t.Context(), "p", name)
		if err != nil {
			t.Fatal(err)
		}
		if got.Variable != "recovery" || got.Kind != "noisy" || got.Happened != "yes" || !slices.Equal(got.States, []string{"no", "yes"}) || got.N != 400 {
			t.Fatalf("%s: %+v", name, got)
		}
		compareRows(t, n, got)
		for _, p := range got.Parents {
			stated := p.Variable == "write_tests"
			if p.Chosen == stated || stated && p.Relation != string(episodic.RelationEnables) || !slices.Equal(p.On, []string{"yes"}) || len(p.Links) == 0 {
				t.Errorf("%s: %+v", p.Variable, p)
			}
			if s := p.Strength; !(s.Low <= s.Value && s.Value <= s.High && s.High <= 1 && s.Low >= 0) {
				t.Errorf("%s: strength %+v", p.Variable, s)
			}
		}
		if got.LogLikelihood > got.Saturated || got.LogLikelihood < got.Saturated-.05 {
			t.Errorf("fit %.4f, by the shares %.4f", got.LogLikelihood, got.Saturated)
		}
	}
}

// compareRows counts the JSON by what is recorded of the parents.
func compareRows(t *testing.T, n causaltest.Network, got mechanism.Mechanism) {
	t.Helper()
	want, names := map[string][]int{}, []string(nil)
	for _, p := range got.Parents {
		names = append(names, p.Variable)
	}
	if !slices.Equal(names, []string{"legacy", "retry", "write_tests"}) {
		t.Fatalf("parents %v", names)
	}
	or := func(state string) string {
		if state == "" {
			return "no"
		}
		return state
	}
	saturated := 0.0
	for _, raw := range n.Raw {
		states, _ := causaltest.RawStates(raw)
		key := fmt.Sprint(or(states["legacy"]), or(states["retry"]), or(states["write_tests"]))
		if want[key] == nil {
			want[key] = make([]int, 2)
		}
		want[key][slices.Index(got.States, or(states["recovery"]))]++
	}
	for _, c := range want {
		for _, k := range c {
			if k > 0 {
				saturated += float64(k) / 400 * math.Log(float64(k)/float64(c[0]+c[1]))
			}
		}
	}
	if math.Abs(saturated-got.Saturated) > 1e-12 || len(got.Rows) != len(want) || got.MoreRows {
		t.Errorf("%d rows of log-likelihood %v, recounted %d of %v", len(got.Rows), got.Saturated, len(want), saturated)
	}
	for i, r := range got.Rows {
		key := fmt.Sprint(r.Parents[0].State, r.Parents[1].State, r.Parents[2].State)
		if !slices.Equal(r.Counts, want[key]) {
			t.Errorf("%s counts %v, recounted %v", key, r.Counts, want[key])
		}
		if math.Abs(r.Fitted[0]+r.Fitted[1]-1) > 1e-12 {
			t.Errorf("%s: the mechanism expects %v", key, r.Fitted)
		}
		if before := got.Rows[max(i-1, 0)].Counts; before[0]+before[1] < r.Counts[0]+r.Counts[1] {
			t.Errorf("a row of %v comes after one of %v", r.Counts, before)
		}
	}
}

func TestService_ShowOfWhatHasNone(t *testing.T) {
	m := causaltest.NewProject(t)
	m.RecordStates([]string{"u=a", "v=red"}, []string{"u=a", "v=green"}, []string{"u=b", "v=blue"})
	m.StateLinks("u=a causes v=red")
	got, err := m.Service.Mechanism.Show(t.Context(), "p", "v")
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != "table" || got.Happened != "" || len(got.Parents) != 1 || got.Parents[0].Relation != "" || len(got.Rows) != 2 || got.N != 3 {
		t.Errorf("of three states: %+v", got)
	}
	if _, err := m.Service.Mechanism.Show(t.Context(), "p", "nothing"); !errors.Is(err, episodic.ErrNotFound) {
		t.Errorf("an unknown variable: %v", err)
	}
	if _, err := m.Service.Mechanism.Show(t.Context(), "q", "v"); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("an unknown project: %v", err)
	}
}
