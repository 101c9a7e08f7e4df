package link

import (
	"fmt"
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
		return fmt.Sprintf("at least %d episodes compare the two and do not bear the link out", ComparedEnough)
	case HideNotBorneOut:
		return fmt.Sprintf("fewer than %d episodes compare the two and do not bear the link out", ComparedEnough)
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
