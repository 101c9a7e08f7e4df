package catalog

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
)

// MostPathDepth is the most links of a path over patterns (seed 003), mostEnds the most patterns
// that one end may name.
const (
	MostPathDepth = 10
	mostEnds      = 100
)

// PathQuestion asks how one pattern leads to another by what was stated with them.
type PathQuestion struct {
	Project string
	// From and To are names or keys of patterns, or parts of names in any case.
	From, To string
	// MaxDepth is the most links, from 1 to [MostPathDepth].
	MaxDepth int
	// Relations to follow; empty follows all.
	Relations []episodic.Relation
}

// PatternPath is a shortest path over patterns. Both ends may name several patterns; the path then
// joins the nearest two.
type PatternPath struct {
	// From and To are the patterns that the ends name; a pattern that is only led to may be an end all the same.
	From, To []patterns.Pattern
	// Steps are the patterns of the path in order; empty if there is none.
	Steps []PathStep
}

// PathStep is one pattern of a path.
type PathStep struct {
	Pattern patterns.Pattern
	// Relation leads here from the step before; empty for the first.
	Relation episodic.Relation
	// Pending is the name by which the step before leads to a pattern that is not there; Pattern is empty
	// then, and the path ends.
	Pending string
}

// Path returns a shortest path. It returns a [problem.InvalidError] for a bad question and
// ErrProjectNotFound.
func (s *Service) Path(ctx context.Context, q PathQuestion) (PatternPath, error) {
	if q.MaxDepth < 1 || q.MaxDepth > MostPathDepth {
		return PatternPath{}, problem.Refuse("maxDepth", "%d is not from 1 to %d", q.MaxDepth, MostPathDepth)
	}
	var p PatternPath
	var err error
	if p.From, err = s.named(ctx, q.Project, q.From); err != nil {
		return PatternPath{}, err
	}
	if p.To, err = s.named(ctx, q.Project, q.To); err != nil {
		return PatternPath{}, err
	}
	if len(p.From) > 0 {
		p.Steps, err = s.shortest(ctx, q, p)
	}
	return p, err
}

// named returns the pattern of a name or key, or those with the text in their names.
func (s *Service) named(ctx context.Context, project, name string) ([]patterns.Pattern, error) {
	exact, err := s.FetchPatterns(ctx, project, []string{name, patterns.KeyOf(name)})
	if err != nil || len(exact) > 0 {
		return exact, err
	}
	found, err := s.Patterns(ctx, patterns.Query{
		Project: project, Filter: patterns.Filter{Text: name}, Order: patterns.OrderKey, Page: episodic.Page{Limit: mostEnds},
	})
	return slices.DeleteFunc(found, func(p patterns.Pattern) bool {
		return !strings.Contains(strings.ToLower(p.Name), strings.ToLower(name))
	}), err
}

// walk is a search in breadth, a level at a time.
type walk struct {
	relations []episodic.Relation
	// wanted is what the end is called; a pattern that is not there is found by it.
	wanted  string
	reached map[string]PathStep
	// before is the pattern from which each one was reached first.
	before map[string]string
}

// shortest returns the steps of a shortest path between the ends; none if there is none.
func (s *Service) shortest(ctx context.Context, q PathQuestion, ends PatternPath) ([]PathStep, error) {
	w := walk{relations: q.Relations, wanted: q.To, reached: map[string]PathStep{}, before: map[string]string{}}
	for _, p := range ends.From {
		w.reached[p.Key] = PathStep{Pattern: p}
	}
	level := slices.Clone(ends.From)
	for depth := 0; ; depth++ {
		for _, p := range level {
			if slices.ContainsFunc(ends.To, func(to patterns.Pattern) bool { return to.Key == p.Key }) {
				return w.to(p.Key), nil
			}
		}
		if depth == q.MaxDepth || len(level) == 0 {
			return nil, nil
		}
		next := w.next(level)
		var err error
		if level, err = s.FetchPatterns(ctx, q.Project, text.Sorted(slices.Collect(maps.Keys(next)))); err != nil {
			return nil, err
		}
		slices.SortFunc(level, func(a, b patterns.Pattern) int { return strings.Compare(a.Key, b.Key) })
		for _, p := range level {
			w.reached[p.Key] = PathStep{Pattern: p, Relation: next[p.Key].Relation}
			delete(next, p.Key)
		}
		if key := w.pending(next, level, ends.To); key != "" {
			w.reached[key] = PathStep{Relation: next[key].Relation, Pending: cmp.Or(next[key].Name, key)}
			return w.to(key), nil
		}
	}
}

// pending returns the first of the patterns led to that are not there which the end names; none when the level has
// a pattern that it names.
func (w walk) pending(missing map[string]patterns.Leads, level, to []patterns.Pattern) string {
	for _, p := range level {
		if slices.ContainsFunc(to, func(t patterns.Pattern) bool { return t.Key == p.Key }) {
			return ""
		}
	}
	for _, key := range slices.Sorted(maps.Keys(missing)) {
		if key == w.wanted || key == patterns.KeyOf(w.wanted) || strings.Contains(strings.ToLower(missing[key].Name), strings.ToLower(w.wanted)) {
			return key
		}
	}
	return ""
}

// next returns the keys that a level leads to and that were not reached before, with what leads there.
func (w walk) next(level []patterns.Pattern) map[string]patterns.Leads {
	next := map[string]patterns.Leads{}
	for _, p := range level {
		for _, l := range p.Leads {
			_, seen := w.reached[l.Pattern]
			_, queued := next[l.Pattern]
			if l.Pattern == "" || seen || queued || len(w.relations) > 0 && !slices.Contains(w.relations, l.Relation) {
				continue
			}
			next[l.Pattern], w.before[l.Pattern] = l, p.Key
		}
	}
	return next
}

// to returns the steps to a pattern in order.
func (w walk) to(key string) []PathStep {
	var steps []PathStep
	for at := key; ; at = w.before[at] {
		steps = append(steps, w.reached[at])
		if w.reached[at].Relation == "" {
			break
		}
	}
	slices.Reverse(steps)
	return steps
}
