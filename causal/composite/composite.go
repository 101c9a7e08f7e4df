package composite

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/internal/text"
)

const (
	// leastApart is the least number of episodes in which two events would meet if they had nothing to do
	// with each other. When none tells both, they exclude each other.
	leastApart = 10
	// leastShare is the share of the episodes of which each must tell one of several events for these to be
	// the states of one variable.
	leastShare = .95
)

// Composite is a variable that is put together from events.
type Composite struct {
	*dataset.Column

	// Parts are the variables of the events.
	Parts []string
}

// Factors are its states.
func (c Composite) Factors(name string) []factor.Factor {
	var out []factor.Factor
	for _, state := range c.States {
		out = append(out, factor.Factor{Identity: factor.Identity{Variable: name, State: state}, Kinds: factor.KindCounts{Event: c.Told()}})
	}
	return out
}

// Set are composites by their names.
type Set map[string]Composite

// Covered are the parts of which a composite with several states says more. usable reports whether a
// composite may be used.
func (s Set) Covered(usable func(name string) bool) map[string]bool {
	out := map[string]bool{}
	for name, c := range s {
		for _, part := range c.Parts {
			out[part] = out[part] || len(c.States) > 1 && usable(name)
		}
	}
	return out
}

// Join makes the composites of texts, by name. columns are their cells; isEvent reports whether a variable
// is an event.
func (t Texts) Join(columns map[string]*dataset.Column, isEvent func(name string) bool) Set {
	event := func(name string) bool { return len(columns[name].States) == 1 && isEvent(name) }
	told := Set{}
	for _, name := range t.singles {
		if event(name) {
			told[name] = Composite{columns[name], []string{name}}
		}
	}
	for name, parts := range t.pools {
		if parts = slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return !event(part) }); len(parts) > 1 {
			var all []*dataset.Column
			for _, part := range parts {
				all = append(all, columns[part])
			}
			told[name] = Composite{dataset.Union(all), parts}
		}
	}
	joinExclusive(told, t.episodes)
	for _, name := range t.singles {
		delete(told, name)
	}
	return told
}

// joinExclusive replaces events of which nearly every episode tells exactly one by composites. An event
// joins others when no episode tells it with one of them, though many would by chance.
func joinExclusive(told Set, episodes int) {
	names := slices.Sorted(maps.Keys(told))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(told[b].Told(), told[a].Told()) })
	for len(names) > 0 {
		group, rest := names[:1:1], []string(nil)
		whole := told[names[0]].Column
		for _, name := range names[1:] {
			c := told[name].Column
			if c.Meets(whole) || float64(c.Told())*float64(whole.Told()) < leastApart*float64(episodes) {
				rest = append(rest, name)
				continue
			}
			group, whole = append(group, name), dataset.Union([]*dataset.Column{whole, c})
		}
		if len(group) > 1 && float64(whole.Told()) >= leastShare*float64(episodes) {
			replace(told, group)
		}
		names = rest
	}
}

// replace puts one composite in the place of events that exclude each other.
func replace(told Set, names []string) {
	var columns []*dataset.Column
	var parts []string
	for _, name := range names {
		columns, parts = append(columns, told[name].Column), append(parts, told[name].Parts...)
		delete(told, name)
	}
	told[text.Shorten(strings.Join(names, " or "), factor.MaxVariable)] = Composite{dataset.Alternatives(names, columns), parts}
}
