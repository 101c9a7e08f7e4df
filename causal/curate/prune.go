package curate

import (
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Pruning says which links a rule would hide.
type Pruning struct {
	// Rule is the rule in question, Before the current rule of the project.
	Rule, Before link.ShowRule
	// Links is the number of links, Hidden the number that are hidden now.
	Links, Hidden int
	// More counts the visible links that the rule would hide, by reason in their order; Back is the
	// number of hidden links that it would show.
	More []HideTotal
	Back int
	// Examples are the first links of More by key.
	Examples []link.FactorLink
}

// HideTotal is the number of links hidden for one reason.
type HideTotal struct {
	Reason link.HideReason
	Links  int
}

// Prune says what a rule would hide, with up to examples examples. It changes nothing;
// [derive.Service.SetShown] does. It returns ErrProjectNotFound, and a [problem.InvalidError] for an
// unknown rule.
func (s *Service) Prune(ctx context.Context, project string, rule link.ShowRule, examples int) (Pruning, error) {
	if !slices.Contains(link.ShowRules(), rule) {
		return Pruning{}, problem.Refuse("rule", "%q is not a rule", rule)
	}
	rules, err := s.layer.Rules(ctx, project)
	if err != nil {
		return Pruning{}, err
	}
	p := Pruning{Rule: rule, Before: rules.Shown}
	if p.Before == "" {
		p.Before = link.ShowDefault
	}
	counts := map[link.HideReason]int{}
	err = s.eachLink(ctx, project, func(l link.FactorLink) {
		p.Links++
		was, is := l.Grade() >= p.Before.Grade(), l.Grade() >= rule.Grade()
		p.Hidden += one(!was)
		p.Back += one(is && !was)
		if is || !was {
			return
		}
		counts[l.HideReason()]++
		if len(p.Examples) < examples {
			p.Examples = append(p.Examples, l)
		}
	})
	if err != nil {
		return Pruning{}, err
	}
	for _, r := range link.HideReasons() {
		if counts[r] > 0 {
			p.More = append(p.More, HideTotal{r, counts[r]})
		}
	}
	return p, nil
}
