package neo4jstore

import (
	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// manyLinks is from how many links on a factor is no end to look for links from.
const manyLinks = 100

// Factors implements [causal.DerivationTx].
func (d *derivation) Factors(keys []string) (map[string]causal.Factor, error) {
	out := make(map[string]causal.Factor, len(keys))
	err := d.query(cypher.GetFactors, params{"project": d.project, "keys": keys}, func(r *row) {
		f := r.nested("factor").factor()
		out[f.Key()] = f
	})
	return out, err
}

// Variables implements [causal.DerivationTx].
func (d *derivation) Variables(names []string) (map[string]causal.Variable, error) {
	out := make(map[string]causal.Variable, len(names))
	err := d.query(cypher.GetVariables, params{"project": d.project, "names": names}, func(r *row) {
		v := r.variable()
		out[v.Name] = v
	})
	return out, err
}

// variable reads the columns of a variable.
func (r *row) variable() causal.Variable {
	return causal.Variable{
		Name: r.text("name"), Recorded: r.integer("recorded"), Closed: r.flag("closed"), AbsentState: r.maybeText("absentState"),
	}
}

// Links implements [causal.DerivationTx].
func (d *derivation) Links(keys []string) (map[string]causal.FactorLink, error) {
	found, err := d.links(cypher.GetFactorLinks, params{"project": d.project, "keys": keys})
	out := make(map[string]causal.FactorLink, len(found))
	for _, l := range found {
		out[l.Key] = l
	}
	return out, err
}

// LinksAmong implements [causal.DerivationTx].
func (d *derivation) LinksAmong(variables []string) ([]causal.FactorLink, error) {
	return d.links(cypher.ListLinksAmong, params{"project": d.project, "variables": variables, "hub": manyLinks})
}

// LinksOf implements [causal.DerivationTx].
func (d *derivation) LinksOf(variable string) ([]causal.FactorLink, error) {
	return d.links(cypher.ListLinksOf, params{"project": d.project, "variable": variable})
}

func (d *derivation) links(statement cypher.Statement, p params) ([]causal.FactorLink, error) {
	var out []causal.FactorLink
	err := d.query(statement, p, func(r *row) { out = append(out, r.nested("link").factorLink()) })
	return out, err
}

// PutFactors implements [causal.DerivationTx].
func (d *derivation) PutFactors(factors []causal.Factor) error {
	if len(factors) == 0 {
		return nil
	}
	rows := make([]params, len(factors))
	for i, f := range factors {
		rows[i] = params{"key": f.Key(), "properties": factorProperties(f)}
	}
	return d.exec(cypher.RecordFactors, params{"project": d.project, "factors": rows})
}

// PutVariables implements [causal.DerivationTx].
func (d *derivation) PutVariables(variables []causal.Variable) error {
	if len(variables) == 0 {
		return nil
	}
	rows := make([]params, len(variables))
	for i, v := range variables {
		rows[i] = params{"name": v.Name, "properties": params{
			"label": v.Name, "recorded": v.Recorded, "closed": v.Closed, "absentState": orNull(v.AbsentState),
		}}
	}
	return d.exec(cypher.RecordVariables, params{"project": d.project, "variables": rows})
}

// PutLinks implements [causal.DerivationTx].
func (d *derivation) PutLinks(links []causal.FactorLink) error {
	rows := map[episodic.Relation][]params{}
	for _, l := range links {
		rows[l.Relation] = append(rows[l.Relation], params{
			"key": l.Key, "source": l.Source.Key(), "target": l.Target.Key(), "properties": factorLinkProperties(l),
		})
	}
	statements := map[episodic.Relation]cypher.Statement{
		episodic.RelationCauses:     cypher.RecordFactorCauses,
		episodic.RelationEnables:    cypher.RecordFactorEnables,
		episodic.RelationPrevents:   cypher.RecordFactorPrevents,
		episodic.RelationCorrelates: cypher.RecordFactorCorrelates,
	}
	for _, relation := range episodic.Relations() {
		if len(rows[relation]) == 0 {
			continue
		}
		p := params{"project": d.project, "links": rows[relation]}
		if err := d.exec(statements[relation], p); err != nil {
			return err
		}
	}
	return nil
}

// RemoveFactors implements [causal.DerivationTx].
func (d *derivation) RemoveFactors(keys []string) error {
	return d.exec(cypher.RemoveFactors, params{"project": d.project, "keys": keys})
}

// RemoveVariables implements [causal.DerivationTx].
func (d *derivation) RemoveVariables(names []string) error {
	return d.exec(cypher.RemoveVariables, params{"project": d.project, "names": names})
}

// RemoveLinks implements [causal.DerivationTx].
func (d *derivation) RemoveLinks(keys []string) error {
	return d.exec(cypher.RemoveFactorLinks, params{"project": d.project, "keys": keys})
}

// Statements implements [causal.DerivationTx].
func (d *derivation) Statements(ids []string) ([]causal.PlacedStatement, error) {
	return d.statements(cypher.GetFactorStatements, params{"project": d.project, "ids": ids})
}

// StatementsAt implements [causal.DerivationTx].
func (d *derivation) StatementsAt(factors []string) ([]causal.PlacedStatement, error) {
	return d.statements(cypher.FindStatementsAt, params{"project": d.project, "keys": factors})
}

// StatementsFor implements [causal.DerivationTx].
func (d *derivation) StatementsFor(links []string) ([]causal.PlacedStatement, error) {
	return d.statements(cypher.FindStatementsFor, params{"project": d.project, "keys": links})
}

// Unplaced implements [causal.DerivationTx].
func (d *derivation) Unplaced(limit int) ([]causal.PlacedStatement, error) {
	return d.statements(cypher.FindUnplaced, params{"project": d.project, "limit": limit})
}

func (d *derivation) statements(statement cypher.Statement, p params) ([]causal.PlacedStatement, error) {
	var out []causal.PlacedStatement
	err := d.query(statement, p, func(r *row) { out = append(out, r.nested("statement").factorStatement()) })
	return out, err
}

// PutStatements implements [causal.DerivationTx].
func (d *derivation) PutStatements(statements []causal.PlacedStatement) error {
	rows := make([]params, len(statements))
	for i, s := range statements {
		rows[i] = params{"id": s.ID(), "properties": statementProperties(s)}
	}
	return d.exec(cypher.RecordFactorStatements, params{"project": d.project, "statements": rows})
}

// RemoveStatements implements [causal.DerivationTx].
func (d *derivation) RemoveStatements(ids []string) error {
	return d.exec(cypher.RemoveFactorStatements, params{"project": d.project, "ids": ids})
}
