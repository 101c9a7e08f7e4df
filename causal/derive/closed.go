package derive

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/internal/text"
)

// openDecided takes back that variables are closed of which episodes are about to have states
// as decisions: what was not decided is unknown, whether the declaration came first or the
// decision. It returns the rules that are left.
func openDecided(tx Tx, rules contribution.Rules, after map[string]contribution.Contribution) (contribution.Rules, error) {
	closed, decided := rules.ClosedVariables(), []string(nil)
	if len(closed) == 0 {
		return rules, nil
	}
	for _, one := range after {
		for _, o := range one.Observations {
			if o.Kinds.Decision > 0 && closed[o.Variable] {
				decided = append(decided, o.Variable)
			}
		}
	}
	if len(decided) == 0 {
		return rules, nil
	}
	next := rules.Opened(decided)
	return next, ChangeRules(tx, next)
}

// withoutDecided leaves out of the new rules what they declare closed of which the layer has
// decisions.
func withoutDecided(tx Tx, before, next contribution.Rules) (contribution.Rules, error) {
	var fresh []string
	closed := before.ClosedVariables()
	for _, c := range next.Closed {
		if !closed[c.Variable] {
			fresh = append(fresh, c.Variable)
		}
	}
	if len(fresh) == 0 {
		return next, nil
	}
	decided, err := tx.Decided(text.Sorted(fresh))
	if err != nil || len(decided) == 0 {
		return next, err
	}
	return next.Opened(decided), nil
}
