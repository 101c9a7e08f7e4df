package effect_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// alarms are n episodes in which an alarm follows a deployment or not, by chance. Their links, of a
// basis, say that it came of it.
func alarms(n int, basis episodic.Basis) []episodic.Episode {
	r := rand.New(rand.NewPCG(21, 6))
	out := make([]episodic.Episode, n)
	for i := range out {
		yesNo := func() string { return []string{"no", "yes"}[r.IntN(2)] }
		outcome := []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[r.IntN(2)]
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("e%04d", i), outcome, "decide deploy="+yesNo(), "event alarm="+yesNo(), "deploy -> alarm")
		out[i].Links[0].Basis = basis
		out[i].Links = append(out[i].Links, episodic.Link{Source: "e001", Relation: episodic.RelationCauses, Target: episodic.OutcomeID, Basis: basis})
	}
	return out
}

// TestIntervene_OnlyTemporal wants no effect from links that show only the order in time unless they
// are asked for, and then a mark in the first line.
func TestIntervene_OnlyTemporal(t *testing.T) {
	for name, c := range map[string]struct {
		why      string
		basis    episodic.Basis
		q        effect.InterveneQuestion
		status   model.Status
		rests    []episodic.Basis
		headline string
	}{
		"refused": {
			why: "order alone is no cause", basis: episodic.BasisTemporal, q: effect.InterveneQuestion{Target: "alarm=yes"},
			status: model.StatusOnlyTemporal, rests: []episodic.Basis{episodic.BasisTemporal}, headline: "ONLY_TEMPORAL: Nothing but the order in time leads",
		},
		"asked for": {
			why: "it may be taken for one", basis: episodic.BasisTemporal, q: effect.InterveneQuestion{Target: "alarm=yes", Temporal: true},
			status: model.StatusOK, rests: []episodic.Basis{episodic.BasisTemporal}, headline: "OK: by the order in time alone, setting",
		},
		"stated": {
			why: "somebody says so", basis: episodic.BasisStated, q: effect.InterveneQuestion{Target: "alarm=yes"},
			status: model.StatusOK, rests: []episodic.Basis{episodic.BasisStated}, headline: "OK: setting",
		},
		"by the counts": {
			why: "without another link the outcome depends on the decision by the counts", basis: episodic.BasisTemporal, q: effect.InterveneQuestion{},
			status: model.StatusOK, rests: []episodic.Basis{episodic.BasisTemporal, episodic.BasisMeasured}, headline: "OK: setting",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := causaltest.NewProjectWith(t, alarms(1_000, c.basis)...)
			c.q.Do, c.q.Budget = []string{"deploy=yes"}, effect.EffectBudget
			e := m.Intervene(c.q)
			if e.Status != c.status || !strings.HasPrefix(e.Text.Text, c.headline) {
				t.Errorf("%s: %s %q, %s", c.why, e.Status, e.Reason, e.Text.Text)
			}
			if refused := e.Status == model.StatusOnlyTemporal; refused != (e.Model == nil && e.Stratified == nil && e.Contrast == nil) {
				t.Errorf("%s: %s with %v, %v", c.why, e.Status, e.Model, e.Contrast)
			}
			if got := basesOf(e.Bases); fmt.Sprint(got) != fmt.Sprint(c.rests) {
				t.Errorf("%s: rests on %v, want %v", c.why, e.Bases, c.rests)
			}
		})
	}
}

func basesOf(totals []link.BasisTotal) []episodic.Basis {
	var out []episodic.Basis
	for _, t := range totals {
		out = append(out, t.Basis)
	}
	return out
}
