package patterns

import (
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/internal/text"
)

// Relates rejects relations to missing patterns, to the pattern itself, and cycles of more general
// patterns. A lead that names a missing pattern is pending and no fault. It returns a
// [problem.InvalidError].
func (p Pattern) Relates(tx Tx) error {
	var c Checker
	var keys []string
	for i, r := range p.Related {
		keys = append(keys, r.Pattern)
		if r.Pattern == p.Key {
			c.Invalid(fmt.Sprintf("related[%d].pattern", i), "%q cannot relate to itself", p.Name)
		}
	}
	for i, l := range p.Leads {
		keys = append(keys, l.Pattern)
		if l.Pattern == p.Key {
			c.Invalid(fmt.Sprintf("leads[%d].pattern", i), "%q cannot lead to itself", p.Name)
		}
	}
	if keys = text.Sorted(slices.DeleteFunc(keys, func(key string) bool { return key == "" || key == p.Key })); len(keys) == 0 {
		return c.Err()
	}
	known, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	for i, r := range p.Related {
		p.exists(&c, known, fmt.Sprintf("related[%d].pattern", i), r.Pattern)
		p.agrees(&c, known[r.Pattern], fmt.Sprintf("related[%d].relationship", i), r)
	}
	for i, l := range p.Leads {
		if l.Name == "" {
			p.exists(&c, known, fmt.Sprintf("leads[%d].pattern", i), l.Pattern)
		}
	}
	if len(c.Problems) > 0 {
		return c.Err()
	}
	return p.acyclic(tx, known)
}

// exists rejects the key of a missing pattern.
func (p Pattern) exists(c *Checker, known map[string]Pattern, path, key string) {
	if _, found := known[key]; !found && key != "" && key != p.Key {
		c.Invalid(path, "there is no pattern %q in the project", key)
	}
}

// agrees rejects a relationship that contradicts the one that the other pattern states.
func (p Pattern) agrees(c *Checker, other Pattern, path string, r Related) {
	for _, back := range other.Related {
		if back.Pattern == p.Key && back.Relationship.inverse() != r.Relationship {
			c.Invalid(path, "%s contradicts what %q says of this pattern: %s", r.Relationship, other.Name, back.Relationship)
		}
	}
}

// inverse returns the relationship from the other pattern's side.
func (r Relationship) inverse() Relationship {
	switch r {
	case Specializes:
		return Generalizes
	case Generalizes:
		return Specializes
	default:
		return r
	}
}

// acyclic rejects a pattern that would specialize itself. It follows the relations that the pattern
// and the more general (or more special) patterns state, not those stated by others.
func (p Pattern) acyclic(tx Tx, known map[string]Pattern) error {
	seen := map[string]bool{}
	for i, r := range p.Related {
		if r.Relationship != Specializes && r.Relationship != Generalizes {
			continue
		}
		level := map[string]Pattern{r.Pattern: known[r.Pattern]}
		for len(level) > 0 {
			var next []string
			for _, key := range slices.Sorted(maps.Keys(level)) {
				seen[key] = true
				for _, on := range level[key].Related {
					if on.Relationship != r.Relationship || seen[on.Pattern] {
						continue
					}
					if on.Pattern == p.Key {
						var c Checker
						c.Invalid(fmt.Sprintf("related[%d]", i), "closes a cycle: %q already %s %q", level[key].Name, on.Relationship, p.Name)
						return c.Err()
					}
					next = append(next, on.Pattern)
				}
			}
			if len(next) == 0 {
				break
			}
			var err error
			if level, err = tx.Patterns(text.Sorted(next)); err != nil {
				return err
			}
		}
	}
	return nil
}
