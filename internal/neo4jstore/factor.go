package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// GetFactors implements [derive.Store].
func (s *Store) GetFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	out, err := s.factors(ctx, cypher.GetFactors, params{"project": project, "keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d factors: %w", len(keys), err)
	}
	return out, nil
}

func (s *Store) factors(ctx context.Context, statement cypher.Statement, p params) ([]factor.Factor, error) {
	return read(ctx, s, statement, p, func(r *row) factor.Factor { return r.nested("factor").factor() })
}

// ListFactors implements [derive.Store].
func (s *Store) ListFactors(ctx context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	statement := cypher.ListFactors
	switch {
	case q.Filter.Label != "":
		statement = cypher.ListFactorsByLabel
	case q.Filter.Variable != "":
		statement = cypher.ListFactorsOfVariable
	case q.Filter.Exact != "":
		statement = cypher.ListFactorsNamed
	}
	p := factorParams(q)
	p["limit"] = q.Page.Limit
	out, err := s.factors(ctx, statement, p)
	if err != nil {
		return nil, fmt.Errorf("list factors: %w", err)
	}
	return out, nil
}

// CountFactors implements [derive.Store].
func (s *Store) CountFactors(ctx context.Context, q layer.FactorQuery) (int, error) {
	statement := cypher.CountFactors
	switch {
	case q.Filter.Label != "":
		statement = cypher.CountFactorsByLabel
	case q.Filter.Variable != "":
		statement = cypher.CountFactorsOfVariable
	case q.Filter.Exact != "":
		statement = cypher.CountFactorsNamed
	}
	q.Page.After = ""
	n, err := s.count(ctx, statement, factorParams(q))
	if err != nil {
		return 0, fmt.Errorf("count factors: %w", err)
	}
	return n, nil
}

func factorParams(q layer.FactorQuery) params {
	return params{
		"project": q.Project, "after": q.Page.After, "label": episodic.FoldCase(q.Filter.Label), "exact": orNull(q.Filter.Exact),
		"variable": orNull(q.Filter.Variable), "kinds": words(q.Filter.Kinds), "least": q.Filter.Least, "isolated": valueOrNull(q.Filter.Isolated),
	}
}

// ListVariables implements [derive.Store].
func (s *Store) ListVariables(ctx context.Context, project string, names []string) ([]factor.Variable, error) {
	statement, p := cypher.ListVariables, params{"project": project}
	if names != nil {
		statement, p = cypher.GetVariables, params{"project": project, "names": distinct(names)}
	}
	out, err := read(ctx, s, statement, p, (*row).variable)
	if err != nil {
		return nil, fmt.Errorf("list variables: %w", err)
	}
	return out, nil
}

// ListRecurringVariables implements [layer.FactorReader].
func (s *Store) ListRecurringVariables(ctx context.Context, project string, least int) ([]factor.Variable, int, error) {
	found, err := read(ctx, s, cypher.ListRecurringVariables, params{"project": project, "least": least}, (*row).variable)
	if err != nil {
		return nil, 0, fmt.Errorf("list recurring variables: %w", err)
	}
	total, err := s.count(ctx, cypher.CountVariables, params{"project": project})
	if err != nil {
		return nil, 0, fmt.Errorf("count variables: %w", err)
	}
	return found, total, nil
}

// ListInstances implements [derive.Store].
func (s *Store) ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error) {
	p := params{"project": project, "factor": factor, "after": page.After, "limit": page.Limit}
	out, err := s.occurrences(ctx, cypher.ListInstances, p)
	if err != nil {
		return nil, fmt.Errorf("list the instances of factor %q: %w", factor, err)
	}
	return out, nil
}

// CountInstances implements [derive.Store].
func (s *Store) CountInstances(ctx context.Context, project, factor string) (int, error) {
	n, err := s.count(ctx, cypher.CountInstances, params{"project": project, "factor": factor})
	if err != nil {
		return 0, fmt.Errorf("count the instances of factor %q: %w", factor, err)
	}
	return n, nil
}

// FactorsOf implements [derive.Store].
func (s *Store) FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error) {
	p := params{"project": project, "keys": distinct(occurrences)}
	found, err := read(ctx, s, cypher.FindInstanceFactors, p, func(r *row) keyed[factor.Identity] {
		return keyed[factor.Identity]{r.text("key"), r.identity()}
	})
	if err != nil {
		return nil, fmt.Errorf("find the factors of %d occurrences: %w", len(occurrences), err)
	}
	out := make(map[string]factor.Identity, len(found))
	for _, f := range found {
		out[f.key] = f.value
	}
	return out, nil
}
