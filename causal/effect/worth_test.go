package effect_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/model"
	"github.com/causeway-memory/causeway/episodic"
)

// reviews are 1,000 episodes in which a review finds bugs. In releases a number of them are reviewed.
func reviews(inReleases int) []episodic.Episode {
	r := rand.New(rand.NewPCG(21, 8))
	out := make([]episodic.Episode, 1_000)
	for i := range out {
		yesNo := func(p float64) string {
			if r.Float64() < p {
				return "yes"
			}
			return "no"
		}
		release, review := "yes", "no"
		if i%2 == 0 {
			release, review = "no", yesNo(.5)
		} else if i < 2*inReleases {
			review = "yes"
		}
		found := yesNo(map[string]float64{"yes": .7, "no": .2}[review])
		broken := yesNo(map[string]float64{"yes": .2, "no": .5}[found] + map[string]float64{"yes": .2, "no": 0}[release])
		out[i] = causaltest.EpisodeFromLines(fmt.Sprintf("e%04d", i), episodic.OutcomeUnknown,
			"event release="+release, "decide review="+review, "event found="+found, "event broken="+broken,
			"release -> review", "review -> found", "found -> broken", "release -> broken")
	}
	return out
}

// TestIntervene_Worth wants an answer in a context to be worth no more than its episodes that made the
// choice: what other contexts tell makes it no surer.
func TestIntervene_Worth(t *testing.T) {
	for tried, status := range map[int]model.Status{1: model.StatusInsufficient, 6: model.StatusOK} {
		e := causaltest.NewProjectWith(t, reviews(tried)...).Intervene(effect.InterveneQuestion{
			Do: []string{"review=yes"}, Against: "review=no", Target: "broken=yes", Context: []string{"release=yes"},
		})
		if e.Status != status || e.Model == nil || e.Model.N < 100 {
			t.Fatalf("%d reviewed releases: %s %q, %+v", tried, e.Status, e.Reason, e.Model)
		}
		if e.Model.Effective > float64(tried) || e.Observed.Effective > float64(tried) || e.Stratified != nil && e.Stratified.Effective > float64(tried) {
			t.Errorf("%d reviewed releases are worth %v, %v, %v", tried, e.Model.Effective, e.Stratified, e.Observed.Effective)
		}
		if baseline := e.Contrast.Baseline.Effective; baseline < 50 {
			t.Errorf("what was mostly done is worth %v", baseline)
		}
	}
}
