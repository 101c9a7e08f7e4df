package causal

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

// FactorName names a factor as a person does: by the key of one that is there, or by variable
// and state, whether it is there or not.
type FactorName struct {
	Key, Variable, State string
}

// Identify returns the factors that names mean, in their order. It returns ErrNotFound for a
// key of none, ErrProjectNotFound, and an [episodic.InvalidError] with paths like "[1]" for
// a name that says nothing, or two things.
func (s *Service) Identify(ctx context.Context, project string, names []FactorName) ([]Identity, error) {
	out := make([]Identity, len(names))
	var problems []episodic.Problem
	var keys []string
	for i, n := range names {
		n.Key, n.Variable, n.State = strings.TrimSpace(n.Key), strings.TrimSpace(n.Variable), strings.TrimSpace(n.State)
		switch {
		case n.Key != "" && n.Variable+n.State != "":
			problems = append(problems, invalid(fmt.Sprintf("[%d]", i), "name the factor by its key, or by variable and state, not by both"))
		case n.Key != "":
			keys = append(keys, n.Key)
		case n.Variable == "":
			problems = append(problems, invalid(fmt.Sprintf("[%d]", i), "name the factor by its key, or by its variable"))
		case n.State == "":
			out[i] = Identity{Variable: n.Variable, State: StateOccurred}
		default:
			out[i] = Identity{Variable: n.Variable, State: n.State}
		}
	}
	if err := failed(problems); err != nil || len(keys) == 0 {
		return out, err
	}
	known, err := s.factorsByKey(ctx, project, sorted(keys))
	if err != nil {
		return nil, err
	}
	for i, n := range names {
		if key := strings.TrimSpace(n.Key); key != "" {
			out[i] = known[key].Identity
		}
	}
	return out, nil
}

// factorsByKey returns ErrNotFound when one of them is not there.
func (s *Service) factorsByKey(ctx context.Context, project string, keys []string) (map[string]Factor, error) {
	found, err := s.FetchFactors(ctx, project, keys)
	if err != nil {
		return nil, err
	}
	known := make(map[string]Factor, len(found))
	for _, f := range found {
		known[f.Key()] = f
	}
	for _, key := range keys {
		if _, ok := known[key]; !ok {
			return nil, episodic.Absent(ctx, s.occurrences, project, fmt.Errorf("factor %q: %w", key, episodic.ErrNotFound))
		}
	}
	return known, nil
}

// Now returns the factor that one is taken for after merges.
func (r Rules) Now(i Identity) Identity { return r.merged(i) }

// LinkOf returns the key of the link that a statement makes; false when both its ends are one
// factor now.
func (r Rules) LinkOf(s Statement) (key string, ok bool) {
	link := r.resolver().place(s).Link
	return link, link != ""
}

// Members returns the merges that ended in a factor, by the key of what was merged.
func (r Rules) Members(into Identity) []Merge {
	var out []Merge
	merges := r.resolver()
	for _, m := range r.Merges {
		if merges.merged(m.From) == into {
			out = append(out, m)
		}
	}
	return out
}

// problems says what is wrong with the name of a factor that a person gives: both parts are
// there, in one line, and no longer than those of derived factors, so that it can be one.
func (i Identity) problems(path string) []episodic.Problem {
	if i.Variable == "" || i.State == "" {
		return []episodic.Problem{invalid(path, "name the variable and its state")}
	}
	return append(nameProblems(path+".variable", i.Variable, MaxVariable), nameProblems(path+".state", i.State, MaxState)...)
}

// nameProblems says what is wrong with a name that a person gives; an empty one is fine.
func nameProblems(path, name string, most int) []episodic.Problem {
	if oneLine(name) != name {
		return []episodic.Problem{invalid(path, "use one line, without control characters and without space at its ends or twice in a row")}
	}
	return tooLong(path, name, most)
}

func tooLong(path, text string, most int) []episodic.Problem {
	if n := utf8.RuneCountInString(text); n > most {
		return []episodic.Problem{invalid(path, "%d characters; at most %d are taken", n, most)}
	}
	return nil
}
