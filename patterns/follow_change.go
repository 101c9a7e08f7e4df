package patterns

import (
	"maps"
	"slices"
	"strings"
)

// evidenceChange is the difference between evidence as it is kept and as it is to be.
type evidenceChange struct {
	put  []Evidence
	gone []EvidenceKey
	// delta is what the counts of patterns change by; again are those whose applications changed,
	// which are counted from their rows.
	delta map[string]*Counts
	again map[string]bool
}

func newEvidenceChange() evidenceChange {
	return evidenceChange{delta: map[string]*Counts{}, again: map[string]bool{}}
}

// step takes one row to what it is to be; after is nil for none.
func (c *evidenceChange) step(before Evidence, was bool, after *Evidence) {
	switch {
	case after == nil && was:
		c.remove(before)
	case after == nil || was && before.same(*after):
	default:
		if was {
			c.count(before, -1)
		}
		c.count(*after, 1)
		c.put = append(c.put, *after)
	}
}

// remove takes a row out.
func (c *evidenceChange) remove(row Evidence) {
	c.count(row, -1)
	c.gone = append(c.gone, row.key())
}

func (c *evidenceChange) count(row Evidence, by int) {
	if c.delta[row.Pattern] == nil {
		c.delta[row.Pattern] = &Counts{}
	}
	c.delta[row.Pattern].add(row, by)
	if row.Applied != nil {
		c.again[row.Pattern] = true
	}
}

// apply writes the difference, and the counts of the patterns that it changes.
func (c *evidenceChange) apply(tx Tx, patterns map[string]Pattern) error {
	if len(c.gone) > 0 {
		slices.SortFunc(c.gone, compareKeys)
		if err := tx.RemoveEvidence(c.gone); err != nil {
			return err
		}
	}
	if len(c.put) > 0 {
		slices.SortFunc(c.put, func(a, b Evidence) int { return compareKeys(a.key(), b.key()) })
		if err := tx.PutEvidence(c.put); err != nil {
			return err
		}
	}
	return c.applyCounts(tx, patterns)
}

func (c *evidenceChange) applyCounts(tx Tx, patterns map[string]Pattern) error {
	if len(c.delta) == 0 {
		return nil
	}
	rows := map[string][]Evidence{}
	if len(c.again) > 0 {
		found, err := tx.EvidenceOf(slices.Sorted(maps.Keys(c.again)))
		if err != nil {
			return err
		}
		rows = byPattern(found)
	}
	out := make([]Pattern, 0, len(c.delta))
	for _, key := range slices.Sorted(maps.Keys(c.delta)) {
		p, there := patterns[key]
		if !there {
			continue
		}
		if c.again[key] {
			p.tally(rows[key])
		} else {
			p.Counts.shift(*c.delta[key])
		}
		out = append(out, p)
	}
	return tx.PutCounts(out)
}

// shift changes the counts by others, but for what was saved.
func (c *Counts) shift(by Counts) {
	c.Successes += by.Successes
	c.Failures += by.Failures
	c.Unknown += by.Unknown
	c.Applications += by.Applications
}

// byPattern sorts rows into patterns, each by the id of the episode.
func byPattern(rows []Evidence) map[string][]Evidence {
	out := map[string][]Evidence{}
	for _, e := range rows {
		out[e.Pattern] = append(out[e.Pattern], e)
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b Evidence) int { return strings.Compare(a.Episode, b.Episode) })
	}
	return out
}

func compareKeys(a, b EvidenceKey) int {
	if c := strings.Compare(a.Pattern, b.Pattern); c != 0 {
		return c
	}
	return strings.Compare(a.Episode, b.Episode)
}
