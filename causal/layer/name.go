package layer

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// Name is how a user names a factor: by the key of an existing one, or by variable and state,
// whether or not it exists.
type Name struct {
	Key, Variable, State string
}

// Identify resolves names to factors, in order. It returns ErrNotFound for an unknown key,
// ErrProjectNotFound, and a [problem.InvalidError] with paths like "[1]" for a name that gives
// neither form, or both.
func (s *Service) Identify(ctx context.Context, project string, names []Name) ([]factor.Identity, error) {
	out := make([]factor.Identity, len(names))
	var c problem.Checker
	var keys []string
	for i, n := range names {
		n.Key, n.Variable, n.State = strings.TrimSpace(n.Key), strings.TrimSpace(n.Variable), strings.TrimSpace(n.State)
		switch {
		case n.Key != "" && n.Variable+n.State != "":
			c.Invalid(fmt.Sprintf("[%d]", i), "name the factor by its key, or by variable and state, not by both")
		case n.Key != "":
			keys = append(keys, n.Key)
		case n.Variable == "":
			c.Invalid(fmt.Sprintf("[%d]", i), "name the factor by its key, or by its variable")
		case n.State == "":
			out[i] = factor.Identity{Variable: n.Variable, State: factor.StateOccurred}
		default:
			out[i] = factor.Identity{Variable: n.Variable, State: n.State}
		}
	}
	if err := c.Err(); err != nil || len(keys) == 0 {
		return out, err
	}
	known, err := s.factorsByKey(ctx, project, text.Sorted(keys))
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

// factorsByKey returns ErrNotFound if one of them is missing.
func (s *Service) factorsByKey(ctx context.Context, project string, keys []string) (map[string]factor.Factor, error) {
	found, err := s.FetchFactors(ctx, project, keys)
	if err != nil {
		return nil, err
	}
	known := make(map[string]factor.Factor, len(found))
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
