package effect_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// reversed turns a tenth of the pairs of linked variables around, in all episodes.
func reversed(r *rand.Rand, n causaltest.Network) []episodic.Episode {
	pairs := slices.SortedFunc(maps.Keys(n.Edges), func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) })
	turned := map[[2]string]bool{}
	for _, at := range r.Perm(len(pairs))[:(len(pairs)+9)/10] {
		turned[pairs[at]] = true
	}
	out := slices.Clone(n.Episodes)
	for i, e := range out {
		_, byID := causaltest.RawStates(n.Raw[i])
		variable := func(id string) string { name, _, _ := strings.Cut(byID[id], "="); return name }
		out[i].Links = slices.Clone(e.Links)
		for j, l := range e.Links {
			if turned[[2]string{variable(l.Source), variable(l.Target)}] {
				out[i].Links[j].Source, out[i].Links[j].Target = l.Target, l.Source
			}
		}
	}
	return out
}

// ends is a state of a network by another name: what it calls success is how an episode ended.
func ends(variable, state string) string {
	if variable == "success" {
		return "outcome=" + map[string]string{"yes": "success", "no": "failure"}[state]
	}
	return variable + "=" + state
}

// unprepared counts the answers to questions of which the truth is known.
type unprepared struct{ asked, answered, held, none, claimed int }

func (u *unprepared) add(e effect.Effect, truth float64) {
	u.asked++
	if e.Contrast == nil || e.Contrast.Insufficient != "" || e.Status != model.StatusOK && e.Status != model.StatusNoCausalPath {
		return
	}
	d := e.Contrast.Difference
	u.answered++
	if d.Low <= truth && truth <= d.High {
		u.held++
	}
	if math.Abs(truth) < .005 {
		u.none++
		if d.Low > 0 || d.High < 0 {
			u.claimed++
		}
	}
}

// TestIntervene_Unprepared asks networks that are imported as they come: without declarations, without
// links, and with a tenth of the links turned around.
func TestIntervene_Unprepared(t *testing.T) {
	var all unprepared
	networks := []string{"agentops_a", "asia"}
	for stream, name := range networks[:min(len(networks), soak.Rounds(2))] {
		n, exact := causaltest.ReadNetwork(t, name), readTruth(t, name)
		stripped := slices.Clone(n.Episodes)
		for i := range stripped {
			stripped[i].Links = nil
		}
		histories := map[string][]episodic.Episode{"as they come": n.Episodes, "without links": stripped}
		for round := range soak.Rounds(1) {
			histories["a tenth reversed"] = reversed(soak.Rand(2190+uint64(stream), uint64(round)), n)
			for how, episodes := range histories {
				m := causaltest.NewProject(t)
				m.Write(episodes...)
				var of unprepared
				for _, a := range exact.Ate {
					q := effect.InterveneQuestion{Do: []string{a.X + "=" + a.X1}, Against: a.X + "=" + a.X0, Target: ends(a.Y, a.State)}
					of.add(m.Intervene(q), a.Ate)
				}
				for _, c := range exact.NonCauses {
					of.add(m.Intervene(effect.InterveneQuestion{Do: []string{c.X + "=" + c.State}, Target: ends(c.Y, "yes")}), 0)
				}
				t.Logf("%s, %s: %+v", name, how, of)
				all.asked, all.answered, all.held = all.asked+of.asked, all.answered+of.answered, all.held+of.held
				all.none, all.claimed = all.none+of.none, all.claimed+of.claimed
				delete(histories, how)
			}
		}
	}
	t.Logf("all: %+v", all)
	if float64(all.held) < .93*float64(all.answered) || float64(all.claimed) > .05*float64(all.none) || all.answered == 0 {
		t.Errorf("%+v", all)
	}
}
