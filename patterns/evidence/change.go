package evidence

import (
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
)

// evidenceChange is the difference between evidence as it is kept and as it is to be.
type evidenceChange struct {
	put  []patterns.Evidence
	gone []patterns.EvidenceKey
	// delta is what the counts of patterns change by; again are those whose applications changed,
	// which are counted from their rows.
	delta map[string]*patterns.Counts
	again map[string]bool
}

func NewEvidenceChange() evidenceChange {
	return evidenceChange{delta: map[string]*patterns.Counts{}, again: map[string]bool{}}
}

// Step takes one row to what it is to be; after is nil for none.
func (c *evidenceChange) Step(before patterns.Evidence, was bool, after *patterns.Evidence) {
	switch {
	case after == nil && was:
		c.remove(before)
	case after == nil || was && before.Same(*after):
	default:
		if was {
			c.count(before, -1)
		}
		c.count(*after, 1)
		c.put = append(c.put, *after)
	}
}

// remove takes a row out.
func (c *evidenceChange) remove(row patterns.Evidence) {
	c.count(row, -1)
	c.gone = append(c.gone, row.Key())
}

func (c *evidenceChange) count(row patterns.Evidence, by int) {
	if c.delta[row.Pattern] == nil {
		c.delta[row.Pattern] = &patterns.Counts{}
	}
	c.delta[row.Pattern].Add(row, by)
	if row.Applied != nil {
		c.again[row.Pattern] = true
	}
}

// Apply writes the difference, and the counts of the patterns that it changes.
func (c *evidenceChange) Apply(tx patterns.Tx, patternsValue map[string]patterns.Pattern) error {
	if len(c.gone) > 0 {
		slices.SortFunc(c.gone, compareKeys)
		if err := tx.RemoveEvidence(c.gone); err != nil {
			return err
		}
	}
	if len(c.put) > 0 {
		slices.SortFunc(c.put, func(a, b patterns.Evidence) int { return compareKeys(a.Key(), b.Key()) })
		if err := tx.PutEvidence(c.put); err != nil {
			return err
		}
	}
	return c.applyCounts(tx, patternsValue)
}

func (c *evidenceChange) applyCounts(tx patterns.Tx, patternsValue map[string]patterns.Pattern) error {
	if len(c.delta) == 0 {
		return nil
	}
	rows := map[string][]patterns.Evidence{}
	if len(c.again) > 0 {
		found, err := tx.EvidenceOf(slices.Sorted(maps.Keys(c.again)))
		if err != nil {
			return err
		}
		rows = byPattern(found)
	}
	out := make([]patterns.Pattern, 0, len(c.delta))
	for _, key := range slices.Sorted(maps.Keys(c.delta)) {
		p, there := patternsValue[key]
		if !there {
			continue
		}
		if c.again[key] {
			p.Tally(rows[key])
		} else {
			shift(&p.Counts, *c.delta[key])
		}
		out = append(out, p)
	}
	return tx.PutCounts(out)
}

// shift changes the counts by others, but for what was saved.
func shift(c *patterns.Counts, by patterns.Counts) {
	c.Successes += by.Successes
	c.Failures += by.Failures
	c.Unknown += by.Unknown
	c.Applications += by.Applications
}

// byPattern sorts rows into patterns, each by the id of the episode.
func byPattern(rows []patterns.Evidence) map[string][]patterns.Evidence {
	out := map[string][]patterns.Evidence{}
	for _, e := range rows {
		out[e.Pattern] = append(out[e.Pattern], e)
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b patterns.Evidence) int { return strings.Compare(a.Episode, b.Episode) })
	}
	return out
}

func compareKeys(a, b patterns.EvidenceKey) int {
	if c := strings.Compare(a.Pattern, b.Pattern); c != 0 {
		return c
	}
	return strings.Compare(a.Episode, b.Episode)
}
