package derive

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/internal/text"
)

// openDecided opens the closed variables that the new contributions decide: what was not decided is
// unknown, whether the declaration or the decision came first.
func openDecided(tx Tx, rules contribution.Rules, after map[string]contribution.Contribution) error {
	closed, decided := rules.ClosedVariables(), []string(nil)
	if len(closed) == 0 {
		return nil
	}
	for _, one := range after {
		for _, o := range one.Observations {
			if o.Kinds.Decision > 0 && closed[o.Variable] {
				decided = append(decided, o.Variable)
			}
		}
	}
	if len(decided) == 0 {
		return nil
	}
	return ChangeRules(tx, rules.Opened(decided))
}

// withoutDecided removes from the new rules the declarations of variables that the layer has
// decisions of.
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
