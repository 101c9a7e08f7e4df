package contribution

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// PlacedStatement is a statement with its place in the layer.
type PlacedStatement struct {
	link.Statement

	// SourceNow and TargetNow are its factors after merges; zero while the statement is not in the
	// layer, see [derive.Writer.InvalidateLayer].
	SourceNow, TargetNow factor.Identity
	// Link is the key of its link; empty if both ends are the same factor, and while the statement
	// is not in the layer.
	Link string
}

// Opened returns the rules without the declarations of some variables.
func (r Rules) Opened(variables []string) Rules {
	r.Closed = slices.DeleteFunc(slices.Clone(r.Closed), func(c Closed) bool { return slices.Contains(variables, c.Variable) })
	return r
}

// ClosedVariables returns the variables that are declared closed.
func (r Rules) ClosedVariables() map[string]bool {
	out := make(map[string]bool, len(r.Closed))
	for _, c := range r.Closed {
		out[c.Variable] = true
	}
	return out
}

// Ends returns the factors that the statement names in the layer: none if it is not in the layer,
// one if merges made them equal.
func (s PlacedStatement) Ends() []factor.Identity {
	switch {
	case s.SourceNow == factor.Identity{}:
		return nil
	case s.SourceNow == s.TargetNow:
		return []factor.Identity{s.SourceNow}
	default:
		return []factor.Identity{s.SourceNow, s.TargetNow}
	}
}

// Place returns a statement with its place in the layer.
func (r Resolver) Place(s link.Statement) PlacedStatement {
	p := PlacedStatement{Statement: s, SourceNow: r.Merged(s.Source), TargetNow: r.Merged(s.Target)}
	if p.SourceNow != p.TargetNow {
		p.Link = link.FactorLinkKey(p.SourceNow.Key(), s.Relation, p.TargetNow.Key())
	}
	return p
}

// PlaceAll returns the statements placed under the rules, in order.
func (r Rules) PlaceAll(statements []PlacedStatement) []PlacedStatement {
	out, merges := make([]PlacedStatement, len(statements)), r.Resolver()
	for i, s := range statements {
		out[i] = merges.Place(s.Statement)
	}
	return out
}

// Joined returns the union of the rules with those of another store. Conflicting rules are an
// error that wraps [episodic.ErrConflict].
func (r Rules) Joined(other Rules) (next Rules, err error) {
	if err := differ(r.Shown != "" && other.Shown != "" && r.Shown != other.Shown, "the rule for weak links of %q", "the project",
		string(r.Shown), string(other.Shown)); err != nil {
		return r, err
	}
	next.Shown = cmp.Or(r.Shown, other.Shown)
	if err := differ(r.NullRate != "" && other.NullRate != "" && r.NullRate != other.NullRate, "the null rate of %q", "the project",
		string(r.NullRate), string(other.NullRate)); err != nil {
		return r, err
	}
	next.NullRate = cmp.Or(r.NullRate, other.NullRate)
	next.Merges, err = joined(r.Merges, other.Merges, func(m Merge) factor.Identity { return m.From }, func(a, b Merge) error {
		return differ(a.Into != b.Into, "the factor into which %q is merged", a.From.Label(), a.Into.Label(), b.Into.Label())
	})
	if err != nil {
		return r, err
	}
	next.Apart, err = joined(r.Apart, other.Apart, Merge.Ends, func(Merge, Merge) error { return nil })
	if err != nil {
		return r, err
	}
	next.Splits, err = joined(r.Splits, other.Splits, Split.place, func(a, b Split) error {
		return differ(a.Into != b.Into, "the factor as which %q is split off", a.Text, a.Into.Label(), b.Into.Label())
	})
	if err != nil {
		return r, err
	}
	next.Closed, err = joined(r.Closed, other.Closed, func(c Closed) string { return c.Variable }, func(a, b Closed) error {
		return differ(a.AbsentState != b.AbsentState, "the absent state of %q", a.Variable, a.AbsentState, b.AbsentState)
	})
	if err != nil {
		return r, err
	}
	return next, next.Circle()
}

// joined returns the union of two lists; check reports a conflict between two values with the same
// key.
func joined[T any, K comparable](existing, other []T, key func(T) K, check func(existing, other T) error) ([]T, error) {
	out, there := slices.Clone(existing), make(map[K]T, len(existing))
	for _, one := range existing {
		there[key(one)] = one
	}
	for _, one := range other {
		old, known := there[key(one)]
		if !known {
			out = append(out, one)
			continue
		}
		if err := check(old, one); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func differ(differs bool, what, of, here, there string) error {
	if !differs {
		return nil
	}
	return fmt.Errorf(what+" is %q here, and %q there: %w", of, here, there, episodic.ErrConflict)
}

// place identifies what a split is about.
func (s Split) place() [3]string { return [3]string{s.From.Variable, s.From.State, s.Text} }

// Circle returns an error if the merges form a cycle.
func (r Rules) Circle() error {
	into := make(map[factor.Identity]factor.Identity, len(r.Merges))
	for _, m := range r.Merges {
		into[m.From] = m.Into
	}
	for _, m := range r.Merges {
		at := m.Into
		for steps := 0; ; steps++ {
			next, merged := into[at]
			if !merged {
				break
			}
			if at = next; at == m.From || steps > len(r.Merges) {
				return fmt.Errorf("merges form a cycle through %q: %w", m.From.Label(), episodic.ErrConflict)
			}
		}
	}
	return nil
}

// Now returns the factor that i was merged into, or i itself.
func (r Rules) Now(i factor.Identity) factor.Identity { return r.Merged(i) }

// LinkOf returns the key of the link that a statement makes; ok is false if both its ends are the
// same factor after merges.
func (r Rules) LinkOf(s link.Statement) (key string, ok bool) {
	link := r.Resolver().Place(s).Link
	return link, link != ""
}

// Members returns the merges that end in a factor, ordered by the key of From.
func (r Rules) Members(into factor.Identity) []Merge {
	var out []Merge
	merges := r.Resolver()
	for _, m := range r.Merges {
		if merges.Merged(m.From) == into {
			out = append(out, m)
		}
	}
	return out
}

// Clone returns a copy that shares no memory with the rules.
func (r Rules) Clone() Rules {
	r.Merges, r.Splits, r.Closed, r.Apart = slices.Clone(r.Merges), slices.Clone(r.Splits), slices.Clone(r.Closed), slices.Clone(r.Apart)
	return r
}

// Ends returns both factors of a merge.
func (m Merge) Ends() [2]factor.Identity { return [2]factor.Identity{m.From, m.Into} }

// Sorted sorts the rules into their documented order.
func (r Rules) Sorted() Rules {
	for _, merges := range [][]Merge{r.Merges, r.Apart} {
		slices.SortFunc(merges, func(a, b Merge) int {
			return cmp.Or(strings.Compare(a.From.Key(), b.From.Key()), strings.Compare(a.Into.Key(), b.Into.Key()))
		})
	}
	slices.SortFunc(r.Splits, func(a, b Split) int {
		if c := strings.Compare(a.From.Key(), b.From.Key()); c != 0 {
			return c
		}
		return strings.Compare(a.Text, b.Text)
	})
	slices.SortFunc(r.Closed, func(a, b Closed) int { return strings.Compare(a.Variable, b.Variable) })
	return r
}
