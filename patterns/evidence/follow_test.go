package evidence_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

func TestFollow_LastContributionCounts(t *testing.T) {
	contribute := func(episode string, outcome episodic.Outcome, action string) contribution.Contribution {
		c := contribution.Contribution{Episode: episode, Outcome: outcome}
		for _, f := range patternstest.Factors(action) {
			c.Observations = append(c.Observations, contribution.Observation{Identity: f})
		}
		return c
	}
	const success, failure = episodic.OutcomeSuccess, episodic.OutcomeFailure
	for _, c := range []struct {
		why  string
		put  []contribution.Contribution
		want patterns.Counts
	}{
		{"one trial is counted once", []contribution.Contribution{
			contribute("e1", failure, "a=x"), contribute("e1", success, "a=x"),
		}, patterns.Counts{Successes: 1}},
		{"the last contribution does not take the action", []contribution.Contribution{
			contribute("e1", success, "a=x"), contribute("e1", success, "a=y"),
		}, patterns.Counts{}},
		{"only the last contribution takes the action", []contribution.Contribution{
			contribute("e1", success, "a=y"), contribute("e1", failure, "a=x"),
		}, patterns.Counts{Failures: 1}},
		{"another episode lies between the two", []contribution.Contribution{
			contribute("e1", success, "a=x"), contribute("e2", success, "a=x"), contribute("e1", failure, "a=x"),
		}, patterns.Counts{Successes: 1, Failures: 1}},
	} {
		m := patternstest.NewMemory()
		key := patternstest.MustAdd(t, m.Service(), patternstest.OneAction("pattern", "a=x"))
		for _, id := range []string{"e1", "e2"} {
			m.Write(t, id, patternstest.Episode(success, "b=x"))
		}
		follow := func(tx patterns.Tx) error { return evidence.Follow(tx, c.put, nil) }
		if err := m.ChangePatterns(t.Context(), "p", false, m.Clock, follow); err != nil {
			t.Fatal(err)
		}
		if got := m.PatternRows[key].Counts; got != c.want {
			t.Errorf("%s: counts %+v, want %+v", c.why, got, c.want)
		}
		if rows := len(m.EvidenceRows); rows != c.want.Trials() {
			t.Errorf("%s: %d rows of evidence, want %d", c.why, rows, c.want.Trials())
		}
	}
}
