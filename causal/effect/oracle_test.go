package effect_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/soak"
)

// truth is what is known of a network without any estimate.
type truth struct {
	Do []struct {
		X, Y     string
		State    string             `json:"x_state"`
		Do       map[string]float64 `json:"p_do"`
		Naive    map[string]float64 `json:"p_naive"`
		Parents  []string
		Overlaps map[string]float64 `json:"overlap_mass"`
	}
	Ate []struct {
		X, X1, X0, Y string
		State        string `json:"y_state"`
		Ate, Naive   float64
	}
	NonCauses []struct {
		X, Y  string
		State string `json:"x_state"`
	} `json:"non_causes"`
	Cate []struct {
		X, Y    string
		State   string `json:"x_state"`
		Context map[string]string
		Do      map[string]float64 `json:"p_do"`
	}
}

func readTruth(t testing.TB, name string) truth {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(enginetest.Data(t), "causal", "bn", name, "truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out truth
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// inNetwork is a project with the episodes of a network, its closed world declared.
func inNetwork(t *testing.T, name string) (causaltest.Project, causaltest.Network) {
	t.Helper()
	n := causaltest.ReadNetwork(t, name)
	m := causaltest.NewProject(t)
	m.Write(n.Episodes...)
	if name != "asia" {
		m.Close("no", n.Events...)
		m.Close("no", "success")
	}
	return m, n
}

// TestIntervene_Networks asks about projects of which the truth is known.
func TestIntervene_Networks(t *testing.T) {
	networks := []string{"asia", "agentops_a"}
	for _, name := range networks[:min(len(networks), soak.Rounds(2))] {
		m, _ := inNetwork(t, name)
		exact := readTruth(t, name)
		t.Run(name+"/values", func(t *testing.T) { valuesAgainstTruth(t, m, exact) })
		t.Run(name+"/signs", func(t *testing.T) { signsAndNonCauses(t, m, exact) })
	}
}

// valuesAgainstTruth holds what follows from setting a state, in the whole
// project and in contexts, against the exact values, at the tolerances of the data's README.
func valuesAgainstTruth(t *testing.T, m causaltest.Project, exact truth) {
	t.Helper()
	m.T = t
	var own, naive, answered []float64
	for _, d := range exact.Do {
		for state, want := range d.Do {
			e := m.Intervene(effect.InterveneQuestion{Do: []string{d.X + "=" + d.State}, Target: d.Y + "=" + state})
			if e.Model == nil {
				t.Fatalf("%s=%s on %s: %s %s", d.X, d.State, d.Y, e.Status, e.Reason)
			}
			own, naive = append(own, math.Abs(e.Model.Value-want)), append(naive, math.Abs(d.Naive[state]-want))
			if e.Status == model.StatusOK {
				answered = append(answered, math.Abs(e.Model.Value-want))
			}
		}
	}
	t.Logf("%d estimates, mean error %.4f, naive %.4f, %d OK with %.4f", len(own), average(own), average(naive), len(answered), average(answered))
	if average(own) > .03 || average(naive) >= .04 && average(own) > average(naive)/2 {
		t.Errorf("mean error %.4f, naive %.4f", average(own), average(naive))
	}
	if len(answered) < len(own)/4 {
		t.Errorf("only %d of %d are answered", len(answered), len(own))
	}
	var context []float64
	for _, c := range exact.Cate {
		var held []string
		for variable, state := range c.Context {
			held = append(held, variable+"="+state)
		}
		slices.Sort(held)
		for state, want := range c.Do {
			e := m.Intervene(effect.InterveneQuestion{Do: []string{c.X + "=" + c.State}, Target: c.Y + "=" + state, Context: held})
			context = append(context, math.Abs(e.Model.Value-want))
		}
	}
	t.Logf("%d estimates in contexts, mean error %.4f", len(context), average(context))
	if average(context) > .03 {
		t.Errorf("mean error in contexts %.4f", average(context))
	}
}

func average(all []float64) float64 {
	sum := 0.0
	for _, v := range all {
		sum += v
	}
	return sum / float64(max(len(all), 1))
}

// signsAndNonCauses wants differences of the right sign, and none at all where
// nothing leads to the target although it goes along with it.
func signsAndNonCauses(t *testing.T, m causaltest.Project, exact truth) {
	t.Helper()
	m.T = t
	right, asked := 0, 0
	for _, a := range exact.Ate {
		if math.Abs(a.Ate) < .05 {
			continue
		}
		e := m.Intervene(effect.InterveneQuestion{Do: []string{a.X + "=" + a.X1}, Against: a.X + "=" + a.X0, Target: a.Y + "=" + a.State})
		asked++
		if e.Contrast != nil && e.Contrast.Difference.Value*a.Ate > 0 {
			right++
		} else if math.Abs(a.Ate) >= .15 {
			t.Errorf("%s on %s: %+v, %.3f is exact", a.X, a.Y, e.Contrast, a.Ate)
		}
	}
	if asked == 0 || float64(right) < .95*float64(asked) {
		t.Errorf("%d of %d signs are right", right, asked)
	}
	for _, c := range exact.NonCauses {
		// The outcome is the target under another name.
		if e := m.Intervene(effect.InterveneQuestion{Do: []string{c.X + "=" + c.State}}); e.Status != model.StatusNoCausalPath {
			t.Errorf("%s=%s on the outcome: %s", c.X, c.State, e.Status)
		}
		e := m.Intervene(effect.InterveneQuestion{Do: []string{c.X + "=" + c.State}, Target: c.Y + "=yes"})
		if e.Status != model.StatusNoCausalPath || e.Contrast == nil || e.Contrast.Difference != (model.Interval{}) || e.Observed == nil {
			t.Errorf("%s=%s on %s: %s, %+v, observed %v", c.X, c.State, c.Y, e.Status, e.Contrast, e.Observed)
		}
	}
}
