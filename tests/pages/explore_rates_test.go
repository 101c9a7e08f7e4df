package pages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/tests/harness"
)

// lashed writes a pattern with trials in five weeks, the last of which is this one: 24 of 25
// succeeded in the first, none is in the second, the outcome is unknown in the third, and two
// stand at both sides of the last midnight. One more does not tell when it was.
func lashed(monday time.Time) func(*project) {
	return func(p *project) {
		var trials []string
		add := func(outcome string, begun time.Time) {
			e := vars{"id": fmt.Sprint("trial-", len(trials)), "task": "load the ferry", "outcome": outcome}
			if !begun.IsZero() {
				e["startedAt"] = begun.Format(time.RFC3339)
			}
			p.Record(e)
			trials = append(trials, fmt.Sprint(e["id"]))
		}
		first := monday.AddDate(0, 0, -28)
		for i := range 24 {
			add("SUCCESS", first.Add(time.Duration(i)*time.Hour))
			p.Record(vars{"id": fmt.Sprint("other-", i), "task": "load the ferry", "outcome": "FAILURE", "startedAt": first.Add(time.Hour).Format(time.RFC3339)})
		}
		add("FAILURE", first.AddDate(0, 0, 6))
		add("UNKNOWN", monday.AddDate(0, 0, -12))
		add("SUCCESS", monday.Add(-time.Minute))
		add("FAILURE", monday)
		add("SUCCESS", time.Time{})
		harness.Get[any](p, addPatternQuery, vars{"input": vars{"name": "lash first", "trigger": "cargo is loaded", "action": "lash the cargo", "episodes": trials}})
		harness.Get[any](p, addPatternQuery, vars{"input": vars{"name": "never tried", "trigger": "night", "action": "sleep"}})
		harness.Get[any](p, `mutation($project: String!) { validatePatterns(project: $project) { run } }`, nil)
	}
}

// TestExplore_RatesOverTime wants the plot of a pattern's rate, the table that says the same, a
// gap where nothing is known, and the episodes of a period, all with a keyboard.
func TestExplore_RatesOverTime(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	today := time.Now().UTC().Truncate(24 * time.Hour)
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	week := func(back int) string {
		since := monday.AddDate(0, 0, -7*back)
		return since.Format(time.DateOnly) + " to " + since.AddDate(0, 0, 6).Format(time.DateOnly)
	}
	asked := vars{"pattern": "lash first", "period": "WEEK"}
	seen := exploreFilled(t, vars{"period": week(1), "questions": vars{
		"none": vars{"pattern": "never tried"}, "no such": vars{"pattern": "nothing has this name"}, "rates": asked,
	}}, func(*config.Config) {}, lashed(monday))
	rates := seen.Answers["rates"]
	for i, want := range []string{
		week(4) + "\t25\t24\t1\t0\t0.96 (0.80 to 0.99)\t0.96 (0.80 to 0.99)\t25 episodes",
		week(3) + "\t0\t0\t0\t0\tno trial\t0.96 (0.80 to 0.99)\tnone",
		week(2) + "\t0\t0\t0\t1\tunknown\t0.96 (0.80 to 0.99)\t1 episode",
		week(1) + "\t1\t1\t0\t0\t1.00 (0.21 to 1.00)\t0.96 (0.81 to 0.99)\t1 episode",
		week(0) + "\t1\t0\t1\t0\t0.00 (0.00 to 0.79)\t0.93 (0.77 to 0.98)\t1 episode",
	} {
		if i >= len(rates.Rates) || rates.Rates[i] != want {
			t.Errorf("row %d is not %q in %q", i+1, want, rates.Rates)
		}
	}
	if len(rates.Plots) != 2 || rates.Plots[0] != "Rates with intervals in 3 of 5 periods; the table below says the same" || rates.Dots != 3 {
		t.Errorf("the plots are %q with %d dots; a period without a known outcome has none", rates.Plots, rates.Dots)
	}
	if rates.Status != "5 periods, 2 of them without a known outcome." {
		t.Errorf("the page says %q", rates.Status)
	}
	told := strings.Join(rates.Told, "\n")
	for _, part := range []string{
		"Status: validated.", "Of 28 trials with a known outcome 26 succeeded", "the outcome of 1 trial is unknown", "In no period, for the episode does not tell when it began: 1 trial.",
		"against a null rate of 0.00 (others)", "candidate became validated",
	} {
		if !strings.Contains(told, part) {
			t.Errorf("it lacks %q:\n%s", part, told)
		}
	}
	wantNoRates(t, seen.Answers)
	wantTrials(t, seen, week(1))
}

// wantNoRates holds what the page says of a pattern without a trial, and of none.
func wantNoRates(t *testing.T, pages map[string]drawnPage) {
	t.Helper()
	if none := pages["none"]; none.Status != "No episode is a trial of this pattern yet: its rate is unknown." || len(none.Plots)+len(none.Rates) > 0 ||
		!strings.Contains(strings.Join(none.Told, "\n"), "rate unknown") {
		t.Errorf("of a pattern without a trial the page shows %+v", none)
	}
	if unknown := pages["no such"]; len(unknown.Plots)+len(unknown.Rates) > 0 || !strings.Contains(unknown.Status, "nothing has this name") {
		t.Errorf("of an unknown pattern the page shows %+v", unknown)
	}
}

// wantTrials holds what the period of a week leads to: the trial before midnight, not the one at it.
func wantTrials(t *testing.T, seen explored, week string) {
	t.Helper()
	got := seen.Trials
	if got.From != "1 episode of "+week || got.Back != got.From || !strings.Contains(got.Address, "pattern=lash+first&period=WEEK") {
		t.Errorf("from %q back to %q, the address is %q", got.From, got.Back, got.Address)
	}
	for _, part := range []string{"Trials of “lash first”: " + week, "Succeeded: 1", "Failed: 0", "Outcome unknown: 0", "trial-26 (", "applied"} {
		if !strings.Contains(got.Evidence, part) {
			t.Errorf("the trials lack %q:\n%s", part, got.Evidence)
		}
	}
	if !strings.Contains(got.Episode, "load the ferry") || len(got.Faint) > 0 {
		t.Errorf("the episode is %q; too little contrast: %q", got.Episode, got.Faint)
	}
}
