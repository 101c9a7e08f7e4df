package patterns

import (
	"time"
)

// CountsEpisode reports whether an episode counts by its start time. An unknown time is before any
// other.
func (p Pattern) CountsEpisode(t Observed) bool { return !t.Seen.Before(p.CountedFrom) }

// Same reports whether two rows are equal.
func (e Evidence) Same(other Evidence) bool {
	return e.Key() == other.Key() && e.Seen.Equal(other.Seen) && e.Observed == other.Observed &&
		e.Verdict == other.Verdict && e.Counted == other.Counted && sameApplication(e.Applied, other.Applied)
}

func sameApplication(a, b *Application) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Outcome == b.Outcome && a.Note == b.Note && a.At.Equal(b.At) &&
		equalPointed(a.TimeSaved, b.TimeSaved) && equalPointed(a.CostSaved, b.CostSaved)
}

func equalPointed(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Key returns the key of the evidence.
func (e Evidence) Key() EvidenceKey { return EvidenceKey{Pattern: e.Pattern, Episode: e.Episode} }

// Add adds a row to the counts, or subtracts it if by is -1. It leaves out the savings: sums of
// decimals depend on their order, so [Pattern.Tally] recomputes them.
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

// Tally recomputes Counts and LastUsed from all evidence of the pattern, ordered by episode.
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
