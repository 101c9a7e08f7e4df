package derive

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
)

// Group adds merges that rules propose, for past and future episodes, and returns how many it added. It
// leaves out factors that are merged already, merges that a user took back, and those that would form a
// cycle. Each merge names its
// rule; [Service.Ungroup] takes them all back. It returns ErrProjectNotFound.
func (s *Service) Group(ctx context.Context, project string, merges []contribution.Merge) (added int, err error) {
	now := s.instant()
	err = s.editRules(ctx, project, now, func(_ Tx, rules *contribution.Rules) (bool, error) {
		added = 0
		apart := make(map[[2]factor.Identity]bool, len(rules.Apart))
		for _, m := range rules.Apart {
			apart[m.Ends()] = true
		}
		into := make(map[factor.Identity]factor.Identity, len(rules.Merges)+len(merges))
		for _, m := range rules.Merges {
			into[m.From] = m.Into
		}
		for _, m := range merges {
			if _, merged := into[m.From]; merged || apart[m.Ends()] || leadsTo(into, m.Into, m.From) || len(rules.Merges) == maxRules {
				continue
			}
			m.At = now
			into[m.From] = m.Into
			rules.Merges = append(rules.Merges, m)
			added++
		}
		return added > 0, nil
	})
	if err != nil {
		return 0, fmt.Errorf("merge %d factors by rule: %w", len(merges), err)
	}
	return added, s.settle(ctx, project)
}

// leadsTo reports whether merges lead from a factor to another, or both are the same.
func leadsTo(into map[factor.Identity]factor.Identity, from, to factor.Identity) bool {
	for merged := true; merged && from != to; {
		var next factor.Identity
		if next, merged = into[from]; merged {
			from = next
		}
	}
	return from == to
}

// Ungroup takes back every merge that a rule made and returns how many there were. The factors are
// those that there would be without them. It returns ErrProjectNotFound.
func (s *Service) Ungroup(ctx context.Context, project string) (removed int, err error) {
	err = s.editRules(ctx, project, s.instant(), func(_ Tx, rules *contribution.Rules) (bool, error) {
		before := len(rules.Merges)
		rules.Merges = slices.DeleteFunc(rules.Merges, func(m contribution.Merge) bool { return m.Rule != "" })
		removed = before - len(rules.Merges)
		return removed > 0, nil
	})
	if err != nil {
		return 0, fmt.Errorf("take back the merges of rules: %w", err)
	}
	return removed, s.settle(ctx, project)
}
