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
