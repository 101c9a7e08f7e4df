package patterns

import (
	"fmt"
	"maps"
	"slices"

	"github.com/causeway-memory/causeway/internal/text"
)

// Relates refuses relations to patterns that are not there, to itself, and ways from the pattern
// to more general ones that lead back to it.
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
		p.there(&c, known, fmt.Sprintf("related[%d].pattern", i), r.Pattern)
		p.opposed(&c, known[r.Pattern], fmt.Sprintf("related[%d].relationship", i), r)
	}
	for i, l := range p.Leads {
		p.there(&c, known, fmt.Sprintf("leads[%d].pattern", i), l.Pattern)
	}
	if len(c.Problems) > 0 {
		return c.Err()
	}
	return p.circle(tx, known)
}

// there refuses the key of a pattern that is not there.
func (p Pattern) there(c *Checker, known map[string]Pattern, path, key string) {
	if _, found := known[key]; !found && key != "" && key != p.Key {
		c.Invalid(path, "there is no pattern %q in the project", key)
	}
}

// opposed refuses what contradicts that which the other pattern says of this one.
func (p Pattern) opposed(c *Checker, other Pattern, path string, r Related) {
	for _, back := range other.Related {
		if back.Pattern == p.Key && back.Relationship.turned() != r.Relationship {
			c.Invalid(path, "%s contradicts what %q says of this pattern: %s", r.Relationship, other.Name, back.Relationship)
		}
	}
}

// turned is what a relationship is as the other side tells it.
func (r Relationship) turned() Relationship {
	switch r {
	case Specializes:
		return Generalizes
	case Generalizes:
		return Specializes
	default:
		return r
	}
}

// circle refuses a pattern that would be more special than itself, as far as its own side of the
// relations and that of the more general patterns tell.
func (p Pattern) circle(tx Tx, known map[string]Pattern) error {
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
						c.Invalid(fmt.Sprintf("related[%d]", i), "leads round in a circle: %q %s %q already", level[key].Name, on.Relationship, p.Name)
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
