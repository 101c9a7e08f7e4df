package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/cypher"
)

// GetFactorLinks implements [derive.Store].
func (s *Store) GetFactorLinks(ctx context.Context, project string, keys []string) ([]link.FactorLink, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	out, err := readLinks(ctx, s, cypher.GetFactorLinks, params{"project": project, "keys": distinct(keys)}, decodeLink)
	if err != nil {
		return nil, fmt.Errorf("get %d links between factors: %w", len(keys), err)
	}
	return out, nil
}

func decodeLink(r *row) link.FactorLink { return r.nested("link").factorLink() }

// ListFactorLinks implements [derive.Store].
func (s *Store) ListFactorLinks(ctx context.Context, q layer.FactorLinkQuery) ([]link.FactorLink, error) {
	statement := cypher.ListFactorLinks
	switch {
	case q.Filter.Source != "" && q.Filter.Target != "":
		statement = cypher.ListFactorLinksBetween
	case q.Filter.Source != "":
		statement = cypher.ListFactorLinksFrom
	case q.Filter.Target != "":
		statement = cypher.ListFactorLinksTo
	}
	p := factorLinkParams(q)
	p["limit"] = q.Page.Limit
	out, err := readLinks(ctx, s, statement, p, decodeLink)
	if err != nil {
		return nil, fmt.Errorf("list links between factors: %w", err)
	}
	return out, nil
}

// CountFactorLinks implements [derive.Store].
func (s *Store) CountFactorLinks(ctx context.Context, q layer.FactorLinkQuery) (int, error) {
	statement := cypher.CountFactorLinks
	switch {
	case q.Filter.Source != "" && q.Filter.Target != "":
		statement = cypher.CountFactorLinksBetween
	case q.Filter.Source != "":
		statement = cypher.CountFactorLinksFrom
	case q.Filter.Target != "":
		statement = cypher.CountFactorLinksTo
	}
	q.Page.After = ""
	counts, err := readLinks(ctx, s, statement, factorLinkParams(q), func(r *row) int { return r.integer("count") })
	if err != nil {
		return 0, fmt.Errorf("count links between factors: %w", err)
	}
	return counts[0], nil
}

// factorLinkParams are the parameters of lists of links; what does not narrow is null.
func factorLinkParams(q layer.FactorLinkQuery) params {
	f := q.Filter
	p := params{
		"project": q.Project, "after": q.Page.After, "source": f.Source, "target": f.Target,
		"relations": nil, "bases": words(f.Bases), "least": f.Least, "minStrength": valueOrNull(f.MinStrength),
		"unmeasured": valueOrNull(f.Unmeasured), "unsupported": valueOrNull(f.Unsupported), "ambiguous": valueOrNull(f.AmbiguousDirection),
		"shown": gradeOrNull(f.Shown), "hidden": gradeOrNull(f.HiddenBy), "since": timeOrNull(f.Since),
	}
	if len(f.Relations) > 0 {
		p["relations"] = relationTypes(f.Relations)
	}
	return p
}

func gradeOrNull(rule link.ShowRule) any {
	if rule == "" {
		return nil
	}
	return int(rule.Grade())
}

// FactorLinksAt implements [derive.Store].
func (s *Store) FactorLinksAt(
	ctx context.Context, project string, keys []string, d search.Direction, follow search.FactorFollow, limit int,
) (map[string][]link.FactorLink, error) {
	statement := cypher.FindFactorLinksFrom
	if d == search.Upstream {
		statement = cypher.FindFactorLinksTo
	}
	p := followParams(project, follow)
	p["keys"], p["limit"] = distinct(keys), limit
	found, err := readLinks(ctx, s, statement, p, func(r *row) keyed[link.FactorLink] {
		return keyed[link.FactorLink]{r.text("of"), r.nested("step").step().Link}
	})
	if err != nil {
		return nil, fmt.Errorf("list the links at %d factors: %w", len(keys), err)
	}
	out := map[string][]link.FactorLink{}
	for _, l := range found {
		out[l.key] = append(out[l.key], l.value)
	}
	return out, nil
}

// followParams are the parameters that say which links are followed.
func followParams(project string, f search.FactorFollow) params {
	return params{
		"project": project, "types": relationTypes(f.Relations), "bases": texts(f.Bases), "grade": int(f.Shown.Grade()),
		"weight": valueOrNull(f.MinStrength), "inTime": f.InTime, "until": timeOrNull(f.Until),
	}
}

// step reads a link as it is walked, with its ends as the walk meets them.
func (r *row) step() search.Step {
	from, to := r.nested("from").identity(), r.nested("to").identity()
	step := search.Step{Back: r.flag("back")}
	if step.Back {
		from, to = to, from
	}
	step.Link = r.factorLinkBetween(from, to)
	return step
}
