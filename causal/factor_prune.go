package causal

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// HideReason says why a rule hides a link.
type HideReason string

// The reasons, in the order of the rules that hide for them.
const (
	// HideRefuted says that enough episodes compare the two, and do not bear the link out.
	HideRefuted HideReason = "REFUTED"
	// HideNotBorneOut says that a few episodes compare the two, and do not bear the link out.
	HideNotBorneOut HideReason = "NOT_BORNE_OUT"
	// HideOneEpisode says that one episode or statement alone states it, and nothing can be
	// compared.
	HideOneEpisode HideReason = "ONE_EPISODE"
)

// HideReasons returns every reason.
func HideReasons() []HideReason { return []HideReason{HideRefuted, HideNotBorneOut, HideOneEpisode} }

// InWords tells what the reason is.
func (r HideReason) InWords() string {
	switch r {
	case HideRefuted:
		return fmt.Sprintf("at least %d episodes compare the two and do not bear the link out", comparedEnough)
	case HideNotBorneOut:
		return fmt.Sprintf("fewer than %d episodes compare the two and do not bear the link out", comparedEnough)
	default:
		return "one episode or statement alone states it, and nothing can be compared"
	}
}

// HideReason returns why a rule that hides the link hides it; empty when every rule shows it.
func (l FactorLink) HideReason() HideReason {
	switch {
	case l.Grade() == ShowStrict.Grade():
		return ""
	case l.Grade() == ShowAll.Grade():
		return HideRefuted
	case l.Measure.Unsupported:
		return HideNotBorneOut
	default:
		return HideOneEpisode
	}
}

// Pruning says what a rule would hide of what is shown.
type Pruning struct {
	// Rule is the rule that was asked about, Before the one that the project has.
	Rule, Before ShowRule
	// Links is how many links there are, Hidden how many are hidden already.
	Links, Hidden int
	// More counts the shown links that the rule would hide, by reason in their order; Back is
	// how many hidden ones it would show.
	More []HideTotal
	Back int
	// Examples are the first of More by key.
	Examples []FactorLink
}

// HideTotal is a row of a [Pruning].
type HideTotal struct {
	Reason HideReason
	Links  int
}

// Prune says what a rule would hide, with up to so many examples. It changes nothing; that is
// [Service.SetShown]. It returns ErrProjectNotFound, and an [episodic.InvalidError] for an
// unknown rule.
func (s *Service) Prune(ctx context.Context, project string, rule ShowRule, examples int) (Pruning, error) {
	if !slices.Contains(ShowRules(), rule) {
		return Pruning{}, failed([]episodic.Problem{invalid("rule", "%q is no rule", rule)})
	}
	rules, err := s.Rules(ctx, project)
	if err != nil {
		return Pruning{}, err
	}
	p := Pruning{Rule: rule, Before: rules.Shown}
	if p.Before == "" {
		p.Before = ShowDefault
	}
	counts := map[HideReason]int{}
	err = s.eachLink(ctx, project, func(l FactorLink) {
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
	for _, r := range HideReasons() {
		if counts[r] > 0 {
			p.More = append(p.More, HideTotal{r, counts[r]})
		}
	}
	return p, nil
}
