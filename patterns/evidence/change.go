package evidence

import (
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
)

// Change is the difference between the stored evidence and the evidence to store.
type Change struct {
	put  []patterns.Evidence
	gone []patterns.EvidenceKey
	// delta is the change of each pattern's counts; retally names the patterns whose applications
	// changed, which are counted from their rows instead.
	delta   map[string]*patterns.Counts
	retally map[string]bool
}

// NewChange returns an empty difference.
func NewChange() Change {
	return Change{delta: map[string]*patterns.Counts{}, retally: map[string]bool{}}
}

// Step adds the change of one row: before is the stored row, if there was one, and after the new
// row, nil for none.
func (c *Change) Step(before patterns.Evidence, was bool, after *patterns.Evidence) {
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

// remove adds the removal of a row.
func (c *Change) remove(row patterns.Evidence) {
	c.count(row, -1)
	c.gone = append(c.gone, row.Key())
}

func (c *Change) count(row patterns.Evidence, by int) {
	if c.delta[row.Pattern] == nil {
		c.delta[row.Pattern] = &patterns.Counts{}
	}
	c.delta[row.Pattern].Add(row, by)
	if row.Applied != nil {
		c.retally[row.Pattern] = true
	}
}

// Apply writes the difference, and the counts of those of the given patterns that it changes.
func (c *Change) Apply(tx patterns.Tx, byKey map[string]patterns.Pattern) error {
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
	return c.applyCounts(tx, byKey)
}

func (c *Change) applyCounts(tx patterns.Tx, byKey map[string]patterns.Pattern) error {
	if len(c.delta) == 0 {
		return nil
	}
	rows := map[string][]patterns.Evidence{}
	if len(c.retally) > 0 {
		found, err := tx.EvidenceOf(slices.Sorted(maps.Keys(c.retally)))
		if err != nil {
			return err
		}
		rows = byPattern(found)
	}
	out := make([]patterns.Pattern, 0, len(c.delta))
	for _, key := range slices.Sorted(maps.Keys(c.delta)) {
		p, there := byKey[key]
		if !there {
			continue
		}
		if c.retally[key] {
			p.Tally(rows[key])
		} else {
			shift(&p.Counts, *c.delta[key])
		}
		out = append(out, p)
	}
	return tx.PutCounts(out)
}

// shift adds counts to counts, except for the savings.
func shift(c *patterns.Counts, by patterns.Counts) {
	c.Successes += by.Successes
	c.Failures += by.Failures
	c.Unknown += by.Unknown
	c.Applications += by.Applications
}

// byPattern groups rows by pattern, each group ordered by episode id.
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
