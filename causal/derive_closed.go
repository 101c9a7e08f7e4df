package causal

import "slices"

// openDecided takes back that variables are closed of which episodes are about to have states
// as decisions: what was not decided is unknown, whether the declaration came first or the
// decision. It returns the rules that are left.
func openDecided(tx DerivationTx, rules Rules, after map[string]Contribution) (Rules, error) {
	closed, decided := rules.closed(), []string(nil)
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
	next := rules.opened(decided)
	return next, ChangeRules(tx, next)
}

// withoutDecided leaves out of the new rules what they declare closed of which the layer has
// decisions.
func withoutDecided(tx DerivationTx, before, next Rules) (Rules, error) {
	var fresh []string
	closed := before.closed()
	for _, c := range next.Closed {
		if !closed[c.Variable] {
			fresh = append(fresh, c.Variable)
		}
	}
	if len(fresh) == 0 {
		return next, nil
	}
	decided, err := tx.Decided(sorted(fresh))
	if err != nil || len(decided) == 0 {
		return next, err
	}
	return next.opened(decided), nil
}

// opened are the rules without the declarations of some variables.
func (r Rules) opened(variables []string) Rules {
	r.Closed = slices.DeleteFunc(slices.Clone(r.Closed), func(c Closed) bool { return slices.Contains(variables, c.Variable) })
	return r
}
