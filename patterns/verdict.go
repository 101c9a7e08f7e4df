package patterns

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Verdict is what an episode says by the rule. stated is the outcome that somebody recorded of an
// application in it; empty when nobody did. It goes before what the episode tells, under
// [RuleNoError] too, where only a failure contradicts.
func (r SuccessRule) Verdict(outcome episodic.Outcome, errors bool, stated episodic.Outcome) Verdict {
	if r == RuleNoError && stated == "" {
		if errors {
			return VerdictContradicts
		}
		return VerdictSupports
	}
	if stated != "" {
		outcome = stated
	}
	switch outcome {
	case episodic.OutcomeSuccess:
		return VerdictSupports
	case episodic.OutcomeFailure:
		return VerdictContradicts
	case episodic.OutcomePartial:
		return r.partial()
	default:
		return VerdictUnknown
	}
}

// partial is what a success in part counts as.
func (r SuccessRule) partial() Verdict {
	switch r {
	case RuleWithoutPartial:
		return VerdictUnknown
	case RuleNoFailure, RuleNoError:
		return VerdictSupports
	default:
		return VerdictContradicts
	}
}

// CountsEpisode reports whether an episode is counted by when it began. An unknown time is before any
// other one.
func (p Pattern) CountsEpisode(t Observed) bool { return !t.Seen.Before(p.CountedFrom) }

// Same reports whether two rows say the same.
func (e Evidence) Same(other Evidence) bool {
	return e.Key() == other.Key() && e.Seen.Equal(other.Seen) && e.Observed == other.Observed &&
		e.Verdict == other.Verdict && e.Counted == other.Counted && sameApplication(e.Applied, other.Applied)
}

func sameApplication(a, b *Application) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Outcome == b.Outcome && a.Note == b.Note && a.At.Equal(b.At) &&
		sameFigure(a.TimeSaved, b.TimeSaved) && sameFigure(a.CostSaved, b.CostSaved)
}

func sameFigure(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (e Evidence) Key() EvidenceKey { return EvidenceKey{Pattern: e.Pattern, Episode: e.Episode} }

// Add counts a row once more, or once less with -1. Savings are no part of it: sums of decimals
// depend on their order, so they are made anew, see [tally].
func (c *Counts) Add(e Evidence, by int) {
	if !e.Counted {
		return
	}
	switch e.Verdict {
	case VerdictSupports:
		c.Successes += by
	case VerdictContradicts:
		c.Failures += by
	default:
		c.Unknown += by
	}
	if e.Applied != nil {
		c.Applications += by
	}
}

func (s *Saving) add(figure *float64) {
	if figure != nil {
		s.Sum += *figure
		s.N++
	}
}

// Tally counts all evidence of the pattern, which is in the order of the episodes, and says when it
// was last used.
func (p *Pattern) Tally(rows []Evidence) {
	p.Counts, p.LastUsed = Counts{}, time.Time{}
	for _, e := range rows {
		p.Counts.Add(e, 1)
		if e.Applied == nil {
			continue
		}
		if e.Applied.At.After(p.LastUsed) {
			p.LastUsed = e.Applied.At
		}
		if e.Counted {
			p.Counts.Time.add(e.Applied.TimeSaved)
			p.Counts.Cost.add(e.Applied.CostSaved)
		}
	}
}
