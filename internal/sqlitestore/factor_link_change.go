package sqlitestore

import (
	_ "embed"
	"slices"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/get_factor_links.sql
	getFactorLinks statement
	//go:embed sql/causal/find_factor_links.sql
	findFactorLinks statement
	//go:embed sql/causal/list_links_among.sql
	listLinksAmong statement
	//go:embed sql/causal/list_links_between_variables.sql
	listLinksBetweenVariables statement
	//go:embed sql/causal/list_links_of_variable.sql
	listLinksOfVariable statement
	//go:embed sql/causal/record_factor_link.sql
	recordFactorLink statement
	//go:embed sql/causal/update_factor_link.sql
	updateFactorLink statement
	//go:embed sql/causal/remove_factor_links.sql
	removeFactorLinks statement
	//go:embed sql/causal/list_link_ranges.sql
	listLinkRanges statement
)

// numberedLink is a link between factors with the numbers of its ends.
type numberedLink struct {
	link.FactorLink

	number, source, target int64
}

// factorLinks runs a statement that returns links between factors. known, which may hold
// factors already, gains those of their ends; each, unless nil, is called for every row.
func (t *tx) factorLinks(st statement, p params, known map[int64]factor.Identity, each func(*row)) ([]numberedLink, error) {
	var out []numberedLink
	var ends []int64
	err := t.query(st, p, func(r *row) {
		l := r.factorLink()
		out, ends = append(out, l), append(ends, l.source, l.target)
		if each != nil {
			each(r)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := t.identitiesOf(ends, known); err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Source, out[i].Target = known[out[i].source], known[out[i].target]
	}
	return out, nil
}

// Links implements [derive.Tx].
func (d *derivation) Links(keys []string) (map[string]link.FactorLink, error) {
	found, err := d.knownLinks(getFactorLinks, params{"layer": d.number, "keys": keys})
	out := make(map[string]link.FactorLink, len(found))
	for _, l := range found {
		out[l.Key] = l
	}
	return out, err
}

// knownLinks runs a statement that returns links, and leaves out stubs.
func (d *derivation) knownLinks(st statement, p params) ([]link.FactorLink, error) {
	found, err := d.factorLinks(st, p, d.identities, nil)
	if err != nil {
		return nil, err
	}
	out := make([]link.FactorLink, 0, len(found))
	for _, l := range found {
		d.links[l.Key] = l.number
		if !d.stubs[l.Key] {
			out = append(out, l.FactorLink)
		}
	}
	return out, nil
}

// fewVariables is how many variables are looked up in pairs; for more of them all links that
// begin at one are read, of which there may be many.
const fewVariables = 60

// LinksAmong implements [derive.Tx].
func (d *derivation) LinksAmong(variables []string) ([]link.FactorLink, error) {
	numbers, err := d.variableNumbers(variables)
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	st := listLinksAmong
	if len(numbers) <= fewVariables {
		st = listLinksBetweenVariables
	}
	return d.knownLinks(st, params{"variables": numbers})
}

// LinksOf implements [derive.Tx].
func (d *derivation) LinksOf(variable string) ([]link.FactorLink, error) {
	numbers, err := d.variableNumbers([]string{variable})
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	return d.knownLinks(listLinksOfVariable, params{"variable": numbers[0]})
}

// variableNumbers returns the numbers of variables; those that are not there are left out.
func (d *derivation) variableNumbers(names []string) ([]int64, error) {
	ask := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return d.variables[name] != 0 })
	if len(ask) > 0 {
		if _, err := d.Variables(ask); err != nil {
			return nil, err
		}
	}
	numbers := make([]int64, 0, len(names))
	for _, name := range names {
		if n := d.variables[name]; n != 0 {
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// findLinks notes the numbers of links that are there.
func (d *derivation) findLinks(keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	return d.query(findFactorLinks, params{"layer": d.number, "keys": keys}, func(r *row) {
		d.links[r.text("key")] = r.int64("number")
	})
}

// makeLink makes the row of a link, without numbers.
func (d *derivation) makeLink(key string, source factor.Identity, relation episodic.Relation, target factor.Identity) error {
	from, to := d.factors[source], d.factors[target]
	err := d.exec(recordFactorLink, params{
		"layer": d.number, "key": key, "source": from, "target": to, "source_variable": d.factorVariables[from],
		"target_variable": d.factorVariables[to], "relation": slices.Index(relations(), relation),
	})
	d.links[key] = d.conn.LastInsertRowID()
	return err
}

// PutLinks implements [derive.Tx].
func (d *derivation) PutLinks(links []link.FactorLink) error {
	for _, l := range links {
		if d.links[l.Key] == 0 {
			if err := d.makeLink(l.Key, l.Source, l.Relation, l.Target); err != nil {
				return err
			}
		}
		delete(d.stubs, l.Key)
	}
	p := make(params, 32)
	return d.execAll(updateFactorLink, len(links), func(i int) params {
		p["number"] = d.links[links[i].Key]
		return linkParams(p, links[i])
	}, nil)
}

// linkParams adds the numbers of a link.
func linkParams(p params, l link.FactorLink) params {
	p["grade"], p["bases"], p["weight"] = int(l.Grade()), bits(l.Bases(), bases()), valueOrNull(l.Weight())
	p["first_seen"], p["last_seen"] = microsOrNull(l.FirstSeen), microsOrNull(l.LastSeen)
	p["stated"], p["extracted"] = l.Evidence.Stated, l.Evidence.Extracted
	p["temporal"], p["measured"] = l.Evidence.Temporal, l.Evidence.Measured
	p["statements"], p["stated_strength"] = l.Statements, valueOrNull(l.StatedStrength)
	p["n11"], p["n10"], p["n01"], p["n00"] = l.Pair.N11, l.Pair.N10, l.Pair.N01, l.Pair.N00
	p["forward"], p["backward"] = l.Pair.Forward, l.Pair.Backward
	m := l.Measure
	p["strength"], p["confidence"] = valueOrNull(m.Strength), valueOrNull(m.Confidence)
	p["delta_p"], p["delta_low"], p["delta_high"] = valueOrNull(m.DeltaP), valueOrNull(m.DeltaLow), valueOrNull(m.DeltaHigh)
	p["posterior"] = valueOrNull(m.Posterior)
	p["posterior_low"], p["posterior_high"] = valueOrNull(m.PosteriorLow), valueOrNull(m.PosteriorHigh)
	p["unmeasured"], p["unsupported"], p["ambiguous"] = m.Unmeasured, m.Unsupported, m.AmbiguousDirection
	p["suggested"] = nil
	if m.Suggested != "" {
		p["suggested"] = slices.Index(relations(), m.Suggested)
	}
	return p
}

// RemoveLinks implements [derive.Tx].
func (d *derivation) RemoveLinks(keys []string) error {
	for _, key := range keys {
		delete(d.links, key)
	}
	return d.exec(removeFactorLinks, params{"layer": d.number, "keys": keys})
}

// LinkRanges implements [derive.Tx].
func (d *derivation) LinkRanges(keys []string) (map[string]derive.Range, error) {
	return d.ranges(listLinkRanges, keys)
}

// factorLink reads the columns of a link between factors, whose ends are numbers.
func (r *row) factorLink() numberedLink {
	l := link.FactorLink{
		Key: r.text("key"), Relation: word(r, "relation", relations()),
		Evidence: link.BasisCounts{
			Stated: r.integer("stated"), Extracted: r.integer("extracted"), Temporal: r.integer("temporal"), Measured: r.integer("measured"),
		},
		Statements: r.integer("statements"), StatedStrength: r.maybeNumber("stated_strength"),
		Pair: link.PairCounts{
			N11: r.integer("n11"), N10: r.integer("n10"), N01: r.integer("n01"), N00: r.integer("n00"),
			Forward: r.integer("forward"), Backward: r.integer("backward"),
		},
		FirstSeen: r.micros("first_seen"), LastSeen: r.micros("last_seen"),
		Measure: link.Measure{
			Strength: r.maybeNumber("strength"), Confidence: r.maybeNumber("confidence"),
			DeltaP: r.maybeNumber("delta_p"), DeltaLow: r.maybeNumber("delta_low"), DeltaHigh: r.maybeNumber("delta_high"),
			Posterior: r.maybeNumber("posterior"), PosteriorLow: r.maybeNumber("posterior_low"), PosteriorHigh: r.maybeNumber("posterior_high"),
			Unmeasured: r.flag("unmeasured"), Unsupported: r.flag("unsupported"), AmbiguousDirection: r.flag("ambiguous"),
		},
	}
	if at := r.maybeOrder("suggested"); at != nil {
		l.Measure.Suggested = word(r, "suggested", relations())
	}
	return numberedLink{FactorLink: l, number: r.int64("number"), source: r.int64("source"), target: r.int64("target")}
}
