package link

import (
	"fmt"
)

// HideReason says why a rule hides a link.
type HideReason string

// The reasons, in the order of the rules that apply them.
const (
	// HideRefuted means that enough episodes compare the ends and do not support the link.
	HideRefuted HideReason = "REFUTED"
	// HideNotBorneOut means that a few episodes compare the ends and do not support the link.
	HideNotBorneOut HideReason = "NOT_BORNE_OUT"
	// HideOneEpisode means that only one episode or statement states the link and that nothing can
	// be compared.
	HideOneEpisode HideReason = "ONE_EPISODE"
)

// HideReasons returns every reason.
func HideReasons() []HideReason { return []HideReason{HideRefuted, HideNotBorneOut, HideOneEpisode} }

// InWords describes the reason.
func (r HideReason) InWords() string {
	switch r {
	case HideRefuted:
		return fmt.Sprintf("at least %d episodes compare the two and do not bear the link out", ComparedEnough)
	case HideNotBorneOut:
		return fmt.Sprintf("fewer than %d episodes compare the two and do not bear the link out", ComparedEnough)
	default:
		return "one episode or statement alone states it, and nothing can be compared"
	}
}

// HideReason returns why the strict rule hides the link; empty if it does not.
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

// ShowRule is a rule that hides weak links from paths and drawings. It never removes them.
type ShowRule string

// The rules. Each one hides more than the previous one.
const (
	// ShowAll hides nothing.
	ShowAll ShowRule = "all"
	// ShowDefault hides links that at least 30 episodes compare and do not support, even stated ones.
	ShowDefault ShowRule = "default"
	// ShowStrict also hides links that fewer episodes compare and do not support, and links that
	// cannot be compared and that fewer than two episodes and statements together state.
	ShowStrict ShowRule = "strict"
)

// ShowRules returns every rule.
func ShowRules() []ShowRule { return []ShowRule{ShowAll, ShowDefault, ShowStrict} }

// Grade is the number of rules that show a link, minus one: 0 for ShowAll only, 1 also for
// ShowDefault, 2 for every rule.
type Grade int

// Grade returns the lowest grade that the rule shows.
func (r ShowRule) Grade() Grade {
	switch r {
	case ShowAll:
		return 0
	case ShowStrict:
		return 2
	default:
		return 1
	}
}

// Grade returns how many rules show the link, minus one. Statements count where nothing can be
// compared; they never show a link that the counts refute.
func (l FactorLink) Grade() Grade {
	switch {
	case l.Measure.Unsupported && l.Pair.Episodes() >= ComparedEnough:
		return ShowAll.Grade()
	case l.Measure.Unsupported, l.Measure.Unmeasured && l.Evidence.Total()+l.Statements < 2:
		return ShowDefault.Grade()
	default:
		return ShowStrict.Grade()
	}
}
