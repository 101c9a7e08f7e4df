package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
)

var (
	//go:embed sql/causal/list_factor_links.sql
	listFactorLinks statement
	//go:embed sql/causal/count_factor_links.sql
	countFactorLinks statement
	//go:embed sql/causal/list_factor_links_from.sql
	listFactorLinksFrom statement
	//go:embed sql/causal/count_factor_links_from.sql
	countFactorLinksFrom statement
	//go:embed sql/causal/list_factor_links_to.sql
	listFactorLinksTo statement
	//go:embed sql/causal/count_factor_links_to.sql
	countFactorLinksTo statement
	//go:embed sql/causal/list_links_at_downstream.sql
	listLinksAtDownstream statement
	//go:embed sql/causal/list_links_at_upstream.sql
	listLinksAtUpstream statement
)

// GetFactorLinks implements [derive.Store].
func (s *Store) GetFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error) {
	found, err := s.factorLinks(ctx, project, getFactorLinks, params{"keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d links between factors: %w", len(keys), err)
	}
	return found, nil
}

// ListFactorLinks implements [derive.Store].
func (s *Store) ListFactorLinks(ctx context.Context, q layer.FactorLinkQuery) ([]link.FactorLink, error) {
	st := listFactorLinks
	if q.Filter.Source != "" {
		st = listFactorLinksFrom
	} else if q.Filter.Target != "" {
		st = listFactorLinksTo
	}
	p := filterLinks(q.Filter)
	p["after"], p["limit"] = q.Page.After, q.Page.Limit
	found, err := s.factorLinks(ctx, q.Project, st, p)
	if err != nil {
		return nil, fmt.Errorf("list links between factors: %w", err)
	}
	return found, nil
}

// CountFactorLinks implements [derive.Store].
func (s *Store) CountFactorLinks(ctx context.Context, q layer.FactorLinkQuery) (int, error) {
	st := countFactorLinks
	if q.Filter.Source != "" {
		st = countFactorLinksFrom
	} else if q.Filter.Target != "" {
		st = countFactorLinksTo
	}
	n := 0
	err := s.viewLinks(ctx, q.Project, func(t *tx, l factorLayer) error {
		p := filterLinks(q.Filter)
		p["layer"] = l.number
		return t.query(st, p, func(r *row) { n = r.integer("count") })
	})
	if err != nil {
		return 0, fmt.Errorf("count links between factors: %w", err)
	}
	return n, nil
}

// factorLinks runs a statement that returns links between factors.
func (s *Store) factorLinks(ctx context.Context, project string, st statement, p params) ([]link.FactorLink, error) {
	var out []link.FactorLink
	err := s.viewLinks(ctx, project, func(t *tx, l factorLayer) error {
		p["layer"] = l.number
		found, err := t.factorLinks(st, p, map[int64]factor.Identity{}, nil)
		for _, one := range found {
			out = append(out, one.FactorLink)
		}
		return err
	})
	return out, err
}

// noGrade is above every grade.
const noGrade = 1 << 8

func filterLinks(f layer.FactorLinkFilter) params {
	p := params{
		"source": orNull(f.Source), "target": orNull(f.Target), "relations": -1, "bases": nil, "least": f.Least,
		"min_strength": valueOrNull(f.MinStrength), "unmeasured": valueOrNull(f.Unmeasured),
		"unsupported": valueOrNull(f.Unsupported), "ambiguous": valueOrNull(f.AmbiguousDirection),
		"shown": 0, "hidden": noGrade, "since": microsOrNull(f.Since),
	}
	if len(f.Relations) > 0 {
		p["relations"] = bits(f.Relations, relations())
	}
	if len(f.Bases) > 0 {
		p["bases"] = bits(f.Bases, bases())
	}
	if f.Shown != "" {
		p["shown"] = int(f.Shown.Grade())
	}
	if f.HiddenBy != "" {
		p["hidden"] = int(f.HiddenBy.Grade())
	}
	return p
}

// followFactors are the parameters of statements that follow links between factors.
func followFactors(f search.FactorFollow) params {
	return params{
		"relations": bits(f.Relations, relations()), "bases": bits(f.Bases, bases()), "shown": int(f.Shown.Grade()),
		"min_strength": valueOrNull(f.MinStrength), "in_time": f.InTime, "until": microsOrNull(f.Until),
	}
}

// FactorLinksAt implements [derive.Store].
func (s *Store) FactorLinksAt(
	ctx context.Context, project string, keys []string, d search.Direction, follow search.FactorFollow, limit int,
) (map[string][]link.FactorLink, error) {
	st := listLinksAtDownstream
	if d == search.Upstream {
		st = listLinksAtUpstream
	}
	out := map[string][]link.FactorLink{}
	err := s.viewLinks(ctx, project, func(t *tx, l factorLayer) error {
		p := followFactors(follow)
		p["layer"], p["keys"], p["limit"] = l.number, distinct(keys), limit
		var at []string
		found, err := t.factorLinks(st, p, map[int64]factor.Identity{}, func(r *row) { at = append(at, r.text("at")) })
		for i, one := range found {
			out[at[i]] = append(out[at[i]], one.FactorLink)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the links at %d factors: %w", len(keys), err)
	}
	return out, nil
}
