package neo4jstore

import (
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
)

// Factors implements [derive.Tx].
func (d *derivation) Factors(keys []string) (map[string]factor.Factor, error) {
	if d.prefetched.factors != nil && within(keys, d.prefetched.keys) {
		return d.prefetched.factors, nil
	}
	out := make(map[string]factor.Factor, len(keys))
	err := d.ask(cypher.GetFactors, params{"project": d.project, "keys": keys}, func(r *row) {
		f := r.nested("factor").factor()
		out[f.Key()] = f
	})
	return out, err
}

// Variables implements [derive.Tx].
func (d *derivation) Variables(names []string) (map[string]factor.Variable, error) {
	if d.prefetched.variables != nil && within(names, d.prefetched.names) {
		return d.prefetched.variables, nil
	}
	out := make(map[string]factor.Variable, len(names))
	err := d.ask(cypher.GetVariables, params{"project": d.project, "names": names}, func(r *row) {
		v := r.variable()
		out[v.Name] = v
	})
	return out, err
}

// Decided implements [derive.Tx].
func (d *derivation) Decided(variables []string) ([]string, error) {
	var out []string
	err := d.ask(cypher.ListDecided, params{"project": d.project, "names": variables}, func(r *row) { out = append(out, r.text("name")) })
	return out, err
}

// variable reads the columns of a variable.
func (r *row) variable() factor.Variable {
	return factor.Variable{
		Name: r.text("name"), Recorded: r.integer("recorded"), Closed: r.flag("closed"), AbsentState: r.maybeText("absentState"),
	}
}

// Links implements [derive.Tx].
func (d *derivation) Links(keys []string) (map[string]link.FactorLink, error) {
	if d.prefetched.links != nil && within(keys, d.prefetched.linkKeys) {
		return d.prefetched.links, nil
	}
	found, err := d.links(cypher.GetFactorLinks, params{"project": d.project, "keys": keys})
	out := make(map[string]link.FactorLink, len(found))
	for _, l := range found {
		out[l.Key] = l
	}
	return out, err
}

// LinksAmong implements [derive.Tx]. The links lack their measures, which follow from their counts and
// are computed again when one of these changes.
func (d *derivation) LinksAmong(variables []string) ([]link.FactorLink, error) {
	var out []link.FactorLink
	p := params{"project": d.project, "variables": variables, "hub": manyLinks}
	err := d.ask(cypher.FindLinksAmong, p, func(r *row) { out = append(out, d.known(r.nested("link").countedLink())) })
	return out, err
}

// LinksOf implements [derive.Tx].
func (d *derivation) LinksOf(variable string) ([]link.FactorLink, error) {
	return d.links(cypher.ListLinksOf, params{"project": d.project, "variable": variable})
}

func (d *derivation) links(statement cypher.Statement, p params) ([]link.FactorLink, error) {
	var out []link.FactorLink
	err := d.ask(statement, p, func(r *row) { out = append(out, d.known(r.nested("link").factorLink())) })
	return out, err
}

// known notes that a link is there.
func (d *derivation) known(l link.FactorLink) link.FactorLink {
	if d.pending.known == nil {
		d.pending.known = map[string]bool{}
	}
	d.pending.known[l.Key] = true
	return l
}

// PutFactors implements [derive.Tx].
func (d *derivation) PutFactors(factors []factor.Factor) error {
	d.prefetched.factors = nil
	for _, f := range factors {
		d.pending.factors = append(d.pending.factors, params{"key": f.Key(), "properties": factorProperties(f)})
		d.pending.any = true
	}
	return nil
}

// PutVariables implements [derive.Tx].
func (d *derivation) PutVariables(variables []factor.Variable) error {
	d.prefetched.variables = nil
	for _, v := range variables {
		d.pending.variables = append(d.pending.variables, params{"name": v.Name, "properties": params{
			"label": v.Name, "recorded": v.Recorded, "closed": v.Closed, "absentState": orNull(v.AbsentState),
		}})
		d.pending.any = true
	}
	return nil
}

// PutLinks implements [derive.Tx].
func (d *derivation) PutLinks(links []link.FactorLink) error {
	d.prefetched.links = nil
	if d.pending.links == nil {
		d.pending.links = map[string][]params{}
	}
	for _, l := range links {
		name := string(l.Relation)
		if d.pending.known[l.Key] {
			name = knownName(l.Relation)
		}
		d.pending.links[name] = append(d.pending.links[name], params{
			"key": l.Key, "source": l.Source.Key(), "target": l.Target.Key(), "properties": factorLinkProperties(l),
		})
		d.pending.any = true
		d.known(l)
	}
	return nil
}

// RemoveFactors implements [derive.Tx].
func (d *derivation) RemoveFactors(keys []string) error {
	return d.do(cypher.RemoveFactors, params{"project": d.project, "keys": keys})
}

// RemoveVariables implements [derive.Tx].
func (d *derivation) RemoveVariables(names []string) error {
	return d.do(cypher.RemoveVariables, params{"project": d.project, "names": names})
}

// RemoveLinks implements [derive.Tx].
func (d *derivation) RemoveLinks(keys []string) error {
	d.prefetched.links = nil
	for _, key := range keys {
		delete(d.pending.known, key)
	}
	return d.do(cypher.RemoveFactorLinks, params{"project": d.project, "keys": keys})
}

// Statements implements [derive.Tx].
func (d *derivation) Statements(ids []string) ([]contribution.PlacedStatement, error) {
	return d.statements(cypher.GetFactorStatements, params{"project": d.project, "ids": ids})
}

// StatementsAt implements [derive.Tx].
func (d *derivation) StatementsAt(factors []string) ([]contribution.PlacedStatement, error) {
	return d.statements(cypher.FindStatementsAt, params{"project": d.project, "keys": factors})
}

// StatementsFor implements [derive.Tx].
func (d *derivation) StatementsFor(links []string) ([]contribution.PlacedStatement, error) {
	return d.statements(cypher.FindStatementsFor, params{"project": d.project, "keys": links})
}

// Unplaced implements [derive.Tx].
func (d *derivation) Unplaced(limit int) ([]contribution.PlacedStatement, error) {
	return d.statements(cypher.FindUnplaced, params{"project": d.project, "limit": limit})
}

func (d *derivation) statements(statement cypher.Statement, p params) ([]contribution.PlacedStatement, error) {
	var out []contribution.PlacedStatement
	err := d.ask(statement, p, func(r *row) { out = append(out, r.nested("statement").factorStatement()) })
	return out, err
}

// PutStatements implements [derive.Tx].
func (d *derivation) PutStatements(statements []contribution.PlacedStatement) error {
	rows := make([]params, len(statements))
	for i, s := range statements {
		rows[i] = params{"id": s.ID(), "properties": statementProperties(s)}
	}
	return d.do(cypher.RecordFactorStatements, params{"project": d.project, "statements": rows})
}

// RemoveStatements implements [derive.Tx].
func (d *derivation) RemoveStatements(ids []string) error {
	return d.do(cypher.RemoveFactorStatements, params{"project": d.project, "ids": ids})
}
