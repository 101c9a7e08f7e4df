package sqlitestore

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/list_factors.sql
	listFactors statement
	//go:embed sql/causal/count_factors.sql
	countFactors statement
	//go:embed sql/causal/list_labelled_factors.sql
	listLabelledFactors statement
	//go:embed sql/causal/count_labelled_factors.sql
	countLabelledFactors statement
	//go:embed sql/causal/list_instances.sql
	listInstances statement
	//go:embed sql/causal/list_many_instances.sql
	listManyInstances statement
	//go:embed sql/causal/count_instances.sql
	countInstances statement
)

// viewLayer runs work that only reads the factor layer of a project. It does not run it for
// an unknown project or one without a layer.
func (s *Store) viewLayer(ctx context.Context, project string, work func(*tx, factorLayer) error) error {
	err := s.viewDerived(ctx, project, func(t *tx, l factorLayer) error {
		if l.number == 0 {
			return nil
		}
		return work(t, l)
	})
	if errors.Is(err, episodic.ErrProjectNotFound) {
		return nil
	}
	return err
}

// GetFactors implements [derive.Store].
func (s *Store) GetFactors(ctx context.Context, project string, keys []string) ([]factor.Factor, error) {
	var out []factor.Factor
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		return t.query(getFactors, params{"layer": l.number, "keys": distinct(keys)}, func(r *row) { out = append(out, r.factor()) })
	})
	if err != nil {
		return nil, fmt.Errorf("get %d factors: %w", len(keys), err)
	}
	return out, nil
}

// ListFactors implements [derive.Store].
func (s *Store) ListFactors(ctx context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	st := listFactors
	if q.Filter.Exact != "" {
		st = listLabelledFactors
	}
	var out []factor.Factor
	err := s.viewLayer(ctx, q.Project, func(t *tx, l factorLayer) error {
		p := filterFactors(l, q.Filter)
		p["after"], p["limit"] = q.Page.After, q.Page.Limit
		return t.query(st, p, func(r *row) { out = append(out, r.factor()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list factors: %w", err)
	}
	return out, nil
}

// CountFactors implements [derive.Store].
func (s *Store) CountFactors(ctx context.Context, q layer.FactorQuery) (int, error) {
	st := countFactors
	if q.Filter.Exact != "" {
		st = countLabelledFactors
	}
	n := 0
	err := s.viewLayer(ctx, q.Project, func(t *tx, l factorLayer) error {
		return t.query(st, filterFactors(l, q.Filter), func(r *row) { n = r.integer("count") })
	})
	if err != nil {
		return 0, fmt.Errorf("count factors: %w", err)
	}
	return n, nil
}

func filterFactors(l factorLayer, f layer.FactorFilter) params {
	return params{
		"layer": l.number, "exact": labelledKeys(f.Exact), "label": factorPattern(f.Label), "variable": orNull(f.Variable),
		"kinds": listOrNull(f.Kinds), "least": f.Least, "isolated": valueOrNull(f.Isolated),
	}
}

// labelledKeys returns the keys of the factors that may have a label.
func labelledKeys(label string) []string {
	keys := []string{}
	for _, i := range labelled(label) {
		if i.Label() == label {
			keys = append(keys, i.Key())
		}
	}
	return keys
}

// labelled returns what a label may stand for: a variable that occurred, or one in a state, of
// which each may have the sign between them.
func labelled(label string) []factor.Identity {
	out := []factor.Identity{{Variable: label, State: factor.StateOccurred}}
	for i := range len(label) {
		if label[i] == '=' {
			out = append(out, factor.Identity{Variable: label[:i], State: label[i+1:]})
		}
	}
	return out
}

// longestPattern is how many characters of a text are looked for in the labels of factors;
// SQLite refuses very long patterns.
const longestPattern = 5000

// factorPattern is a pattern for LIKE that finds a text anywhere in the label of a factor.
func factorPattern(text string) any {
	if text == "" {
		return nil
	}
	folded := []rune(episodic.FoldCase(text))
	folded = folded[:min(len(folded), longestPattern)]
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(string(folded)) + "%"
}

// ListVariables implements [derive.Store].
func (s *Store) ListVariables(ctx context.Context, project string, names []string) ([]factor.Variable, error) {
	var out []factor.Variable
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		st, p := listVariables, params{"layer": l.number}
		if names != nil {
			st, p["hashes"] = findVariables, nameHashes(distinct(names))
		}
		return t.query(st, p, func(r *row) {
			if v := r.variable(); v.Recorded > 0 || v.Closed {
				out = append(out, v)
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("list variables: %w", err)
	}
	return out, nil
}

// ListRecurringVariables implements [layer.FactorReader].
func (s *Store) ListRecurringVariables(ctx context.Context, project string, least int) (found []factor.Variable, total int, err error) {
	err = s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		p := params{"layer": l.number, "least": least}
		if err := t.query(listRecurringVariables, p, func(r *row) { found = append(found, r.variable()) }); err != nil {
			return err
		}
		return t.query(countVariables, params{"layer": l.number}, func(r *row) { total = r.integer("variables") })
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list recurring variables: %w", err)
	}
	return found, total, nil
}

// fewInstances is how many episodes are looked at and sorted for a page of instances; of more,
// those of the project are looked at in the order of the page.
const fewInstances = 500

// ListInstances implements [derive.Store].
func (s *Store) ListInstances(ctx context.Context, project, factor string, page episodic.Page) ([]episodic.Occurrence, error) {
	var out []episodic.Occurrence
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		p := params{"project": l.projectNumber, "layer": l.number, "factor": factor, "after": page.After, "limit": page.Limit}
		p["from"], _, _ = strings.Cut(page.After, "/")
		episodes := 0
		if err := t.query(countInstances, p, func(r *row) { episodes = r.integer("episodes") }); err != nil {
			return err
		}
		st := listInstances
		if episodes > fewInstances {
			st = listManyInstances
		}
		return t.query(st, p, func(r *row) { out = append(out, r.occurrence()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the instances of factor %s: %w", factor, err)
	}
	return out, nil
}

// CountInstances implements [derive.Store].
func (s *Store) CountInstances(ctx context.Context, project, factor string) (int, error) {
	n := 0
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) error {
		return t.query(countInstances, params{"layer": l.number, "factor": factor}, func(r *row) { n = r.integer("count") })
	})
	if err != nil {
		return 0, fmt.Errorf("count the instances of factor %s: %w", factor, err)
	}
	return n, nil
}

// FactorsOf implements [derive.Store].
func (s *Store) FactorsOf(ctx context.Context, project string, occurrences []string) (map[string]factor.Identity, error) {
	out := map[string]factor.Identity{}
	err := s.viewLayer(ctx, project, func(t *tx, l factorLayer) (err error) {
		out, err = t.factorsOf(l, occurrences)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the factors of %d occurrences: %w", len(occurrences), err)
	}
	return out, nil
}
