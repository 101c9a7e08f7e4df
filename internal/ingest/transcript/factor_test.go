package transcript_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// TestFactors_RecurOnTau maps the runs and counts what they have in common: tools, arguments, results, errors and
// what people say, without what every run has and without the outcome.
func TestFactors_RecurOnTau(t *testing.T) {
	runs := failures(t, "tau-airline", "runs.jsonl.gz")
	episodes, once := map[factor.Identity]int{}, 0
	for _, got := range runs {
		e, _ := agentrun.Map(got.Run)
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range contribution.Contribute(p.Episode, contribution.Rules{}, nil).Observations {
			episodes[o.Identity]++
		}
	}
	recurring, errors := []string{}, 0
	for i, n := range episodes {
		switch {
		case n == 1:
			once++
		case n >= 10 && n < len(runs) && i.Variable != factor.VariableOutcome:
			recurring = append(recurring, i.Label())
		}
		if strings.HasPrefix(i.Variable, "error in ") {
			errors++
		}
	}
	t.Logf("of %d factors %d are in one episode; %d in ten or more: %v", len(episodes), once, len(recurring), recurring)
	if len(recurring) < 55 || once > len(episodes)/4 || errors == 0 {
		t.Errorf("%d factors recur, %d of %d do not, %d are of errors", len(recurring), once, len(episodes), errors)
	}
	for why, want := range map[string]string{
		"a tool": "get_user_details", "a value that was returned": "get_user_details returns membership=gold", "how many were returned": "number of get_user_details returns saved_passengers=2",
		"an argument": "update_reservation_flights cabin=economy", "an identifier without its number": "update_reservation_flights payment_id=gift_card", "policy words": "user mentions refund",
	} {
		if !slices.Contains(recurring, want) {
			t.Errorf("%s does not recur: %s", why, want)
		}
	}
	for i := range episodes {
		if strings.ContainsAny(i.State, "@#") || strings.Contains(i.Variable, "name") || strings.Contains(i.Variable, "user_id") {
			t.Errorf("the factor %q tells of one person", i.Label())
		}
	}
}
