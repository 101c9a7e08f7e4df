package layer

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
)

// StateNotes describes which episodes an answer counted, and how many are not derived yet.
func StateNotes(asOf time.Time, d Derivation) []explain.Sentence {
	var out []explain.Sentence
	if !asOf.IsZero() {
		out = append(out, explain.Note("Counted over the episodes until "+asOf.UTC().Format("2006-01-02T15:04Z")+"; what was stated by hand is left out."))
	}
	if d.Underived > 0 {
		out = append(out, explain.Note(fmt.Sprintf("%s not derived yet.", explain.EpisodesIn(d.Underived))))
	}
	return out
}

// RuleNote says that a rule hid links from a search; none if the rule hides nothing.
func RuleNote(shown link.ShowRule) []explain.Sentence {
	if shown == link.ShowAll {
		return nil
	}
	return []explain.Sentence{explain.Note(fmt.Sprintf("Weak links that the rule %q hides were not followed.", shown))}
}

// Factor returns one factor. It returns ErrNotFound, or ErrProjectNotFound for an unknown project.
func (s *Service) Factor(ctx context.Context, project, key string) (factor.Factor, error) {
	found, err := s.FetchFactors(ctx, project, []string{key})
	if err != nil {
		return factor.Factor{}, err
	}
	if len(found) == 0 {
		return factor.Factor{}, episodic.Absent(ctx, s.occurrences, project, fmt.Errorf("factor %q: %w", key, episodic.ErrNotFound))
	}
	return found[0], nil
}

// FetchFactors returns the factors with the given keys, in no particular order; missing ones are
// left out.
func (s *Service) FetchFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error) {
	found, err := s.factors.GetFactors(ctx, project, keys)
	if err != nil {
		return nil, fmt.Errorf("fetch %d factors of %s: %w", len(keys), project, err)
	}
	return found, nil
}

// Factors returns a page ordered by key. It returns ErrProjectNotFound.
func (s *Service) Factors(ctx context.Context, q FactorQuery) ([]factor.Factor, error) {
	found, err := s.factors.ListFactors(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list factors of %s: %w", q.Project, err)
	}
	if len(found) == 0 {
		return nil, episodic.Absent(ctx, s.occurrences, q.Project, nil)
	}
	return found, nil
}

// CountFactors returns the number of matching factors, ignoring the page.
func (s *Service) CountFactors(ctx context.Context, q FactorQuery) (int, error) {
	n, err := s.factors.CountFactors(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("count factors of %s: %w", q.Project, err)
	}
	return n, nil
}

// FactorsOf returns the factors of occurrences, by occurrence key; occurrences that are not derived
// yet are left out.
func (s *Service) FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error) {
	found, err := s.factors.FactorsOf(ctx, project, occurrences)
	if err != nil {
		return nil, fmt.Errorf("find the factors of %d occurrences of %s: %w", len(occurrences), project, err)
	}
	return found, nil
}

// Instances returns a page of the occurrences of a factor, by key.
func (s *Service) Instances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error) {
	found, err := s.factors.ListInstances(ctx, project, factor, page)
	if err != nil {
		return nil, fmt.Errorf("list the occurrences of factor %s: %w", factor, err)
	}
	return found, nil
}

// CountInstances returns the number of occurrences of a factor.
func (s *Service) CountInstances(ctx context.Context, project, factor string) (int, error) {
	n, err := s.factors.CountInstances(ctx, project, factor)
	if err != nil {
		return 0, fmt.Errorf("count the occurrences of factor %s: %w", factor, err)
	}
	return n, nil
}

// Variables returns the variables with the given names, by name; those that neither an episode nor
// a declaration mentions are left out.
func (s *Service) Variables(ctx context.Context, project string, names []string) (map[string]factor.Variable, error) {
	found, err := s.factors.ListVariables(ctx, project, names)
	if err != nil {
		return nil, fmt.Errorf("list %d variables of %s: %w", len(names), project, err)
	}
	out := make(map[string]factor.Variable, len(found))
	for _, v := range found {
		out[v.Name] = v
	}
	return out, nil
}

// Recurring returns the variables that least episodes or more record, or that somebody closed, and how many variables there are.
func (s *Service) Recurring(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error) {
	found, total, err = s.factors.ListRecurringVariables(ctx, project, least)
	if err != nil {
		return nil, 0, fmt.Errorf("list the recurring variables of %s: %w", project, err)
	}
	return found, total, nil
}

// Rules returns the users' decisions about the factors of a project. It returns ErrProjectNotFound.
func (s *Service) Rules(ctx context.Context, project string) (contribution.Rules, error) {
	rules, err := s.factors.GetRules(ctx, project)
	if err != nil {
		return contribution.Rules{}, fmt.Errorf("get the rules of project %q: %w", project, err)
	}
	return rules, nil
}

// Derivation returns how complete the factor layer of a project is. It returns ErrProjectNotFound.
func (s *Service) Derivation(ctx context.Context, project string) (Derivation, error) {
	return s.factors.GetDerivation(ctx, project) // the store's error says what failed
}
