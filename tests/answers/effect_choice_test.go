package answers_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// TestEffects_Choices asks which option is best and which decision mattered, where the truth is
// that reviews help and that nothing is known of putting them off.
func TestEffects_Choices(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	runs := opsRuns(600, 17)
	p.importOps(opsWords{yes: "yes", no: "no"}, runs, ascending(len(runs)))
	best := harness.Get[struct {
		BestAction struct {
			Status  string
			Options []struct {
				Option struct{ State string }
				Rank   *int
				Answer shownEffect
			}
		}
	}](p, `query($project: String!) { bestAction(project: $project, variable: "review") { status options { option { state } rank answer { `+shownEffectFields+` } } } }`+numberFragment, nil).BestAction
	if best.Status != "OK" || len(best.Options) < 2 || best.Options[0].Option.State != "yes" || best.Options[0].Rank == nil || *best.Options[0].Rank != 1 {
		t.Errorf("the best of review: %+v", best)
	}
	for _, o := range best.Options {
		if known := o.Option.State != "later"; known != (o.Rank != nil) {
			t.Errorf("the option %s has the rank %v", o.Option.State, o.Rank)
		}
	}
	episode := ""
	for i, o := range runs {
		if !o.review && o.failed {
			episode = fmt.Sprintf("run-%04d", i)
		}
	}
	impact := harness.Get[struct {
		Episode struct {
			DecisionImpact struct {
				Decisions []struct {
					Status  string
					Largest *struct{ Value, Low, High float64 }
				}
			}
		}
	}](p, `query($project: String!, $episode: String!) { episode(project: $project, key: $episode) { decisionImpact { decisions { status largest { value low high } } } } }`,
		vars{"episode": episode}).Episode.DecisionImpact
	if len(impact.Decisions) != 1 || impact.Decisions[0].Largest == nil || math.Abs(impact.Decisions[0].Largest.Value-opsTruth) > .15 {
		t.Errorf("which decision of %s mattered: %+v", episode, impact)
	}
}

// TestEffects_Sums wants the probabilities of the states of a target to sum to 1, no effect on
// what was before, and wider intervals where they are asked for.
func TestEffects_Sums(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	p := newProject(t)
	runs := opsRuns(400, 19)
	p.importOps(opsWords{yes: "yes", no: "no"}, runs, ascending(len(runs)))
	for _, done := range []string{"review=yes", "review=no", "urgent=yes", "bug=no"} {
		failure := p.intervene(vars{"do": []string{done}, "target": "outcome=failure"})
		success := p.intervene(vars{"do": []string{done}, "target": "outcome=success"})
		if failure.Model == nil || success.Model == nil || !near(failure.Model.Value+success.Model.Value, 1) {
			t.Errorf("do(%s): %+v and %+v", done, failure.Model, success.Model)
			continue
		}
		wide := p.intervene(vars{"do": []string{done}, "target": "outcome=failure", "robustIntervals": true})
		if wide.Model == nil || wide.Model.High-wide.Model.Low <= failure.Model.High-failure.Model.Low {
			t.Errorf("do(%s) widened: %+v, not %+v", done, wide.Model, failure.Model)
		}
	}
	for _, done := range []string{"bug=yes", "pager=no", "review=yes"} {
		before := p.intervene(vars{"do": []string{done}, "target": "urgent=yes"})
		if before.Status != "NO_CAUSAL_PATH" || before.Contrast == nil || before.Contrast.Difference.Value != 0 {
			t.Errorf("do(%s) changes what was before: %s %+v", done, before.Status, before.Contrast)
		}
	}
}
