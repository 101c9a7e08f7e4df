package answers_test

import (
	"testing"

	"github.com/causeway-memory/causeway/examples/team"
	"github.com/causeway-memory/causeway/tests/harness"
)

const teamQuery = `query($project: String!, $do: [String!]!, $against: String!) {
	answer: intervene(project: $project, do: $do, against: $against, target: "outcome=failure") {
		status adjustment model { value low high } observed { value low high } contrast { baseline { value low high } difference { value low high } } } }`

// TestTeam_AnswersHoldTheTruth asks about the second example project, whose truth is known: the
// intervals hold it, for what has an effect and for what has none, and the bare shares mislead.
func TestTeam_AnswersHoldTheTruth(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	p.ImportFiles(vars{"files": harness.TeamFiles(t)})
	type interval struct{ Value, Low, High float64 }
	type answered struct {
		Answer struct {
			Status          string
			Adjustment      []string
			Model, Observed interval
			Contrast        struct{ Baseline, Difference interval }
		}
	}
	holds := func(what string, i interval, truth float64) {
		t.Helper()
		if truth < i.Low || truth > i.High {
			t.Errorf("%s is %.3f, the answer says %.3f to %.3f", what, truth, i.Low, i.High)
		}
	}
	ask := func(v team.Variable, option, against string) answered {
		return harness.Get[answered](p.Project, teamQuery, vars{"do": []string{v.Is(option)}, "against": v.Is(against)})
	}
	rollout := ask(team.Rollout, team.OnePier, team.AllPiers).Answer
	if rollout.Status != "OK" || len(rollout.Adjustment) != 1 || rollout.Adjustment[0] != string(team.Touches) {
		t.Errorf("status %s, adjusted for %q", rollout.Status, rollout.Adjustment)
	}
	one, all := team.Failure(team.OnePier), team.Failure(team.AllPiers)
	holds("the share of failures at one pier first", rollout.Model, one)
	holds("that at all piers at once", rollout.Contrast.Baseline, all)
	holds("the difference", rollout.Contrast.Difference, one-all)
	if rollout.Contrast.Difference.High >= 0 {
		t.Errorf("the difference may be none: %+v", rollout.Contrast.Difference)
	}
	if naive := rollout.Observed.Value - ask(team.Rollout, team.AllPiers, team.OnePier).Answer.Observed.Value; naive <= 0 {
		t.Errorf("the bare difference is %.3f: counting does not mislead here", naive)
	}
	if hour := ask(team.Hour, team.Morning, team.Afternoon).Answer; hour.Status == "OK" {
		holds("the effect of the hour", hour.Contrast.Difference, 0)
	}
}
