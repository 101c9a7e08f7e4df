package sqlitestore

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

var (
	//go:embed sql/causal/get_statements.sql
	getStatements statement
	//go:embed sql/causal/list_statements_at.sql
	listStatementsAt statement
	//go:embed sql/causal/list_statements_for.sql
	listStatementsFor statement
	//go:embed sql/causal/list_unplaced.sql
	listUnplaced statement
	//go:embed sql/causal/list_factor_statements.sql
	listFactorStatements statement
	//go:embed sql/causal/count_factor_statements.sql
	countFactorStatements statement
	//go:embed sql/causal/put_statement.sql
	putStatement statement
	//go:embed sql/causal/remove_statements.sql
	removeStatements statement
)

// Statements implements [derive.Tx].
func (d *derivation) Statements(ids []string) ([]contribution.PlacedStatement, error) {
	return d.statements(getStatements, params{"project": d.projectNumber, "ids": distinct(ids)})
}

// StatementsAt implements [derive.Tx].
func (d *derivation) StatementsAt(factors []string) ([]contribution.PlacedStatement, error) {
	return d.statements(listStatementsAt, params{"layer": d.number, "factors": factors})
}

// StatementsFor implements [derive.Tx].
func (d *derivation) StatementsFor(links []string) ([]contribution.PlacedStatement, error) {
	return d.statements(listStatementsFor, params{"project": d.projectNumber, "links": links})
}

// Unplaced implements [derive.Tx].
func (d *derivation) Unplaced(limit int) ([]contribution.PlacedStatement, error) {
	return d.statements(listUnplaced, params{"project": d.projectNumber, "limit": limit})
}

// statements runs a statement of SQL that returns statements about factors.
func (t *tx) statements(st statement, p params) ([]contribution.PlacedStatement, error) {
	var out []contribution.PlacedStatement
	err := t.query(st, p, func(r *row) { out = append(out, r.factorStatement()) })
	return out, err
}

// PutStatements implements [derive.Tx].
func (d *derivation) PutStatements(statements []contribution.PlacedStatement) error {
	rows := make([]params, len(statements))
	for i, s := range statements {
		episodes, err := json.Marshal(append([]string{}, s.Episodes...))
		if err != nil {
			return fmt.Errorf("write the episodes of a statement: %w", err)
		}
		rows[i] = params{
			"project": d.projectNumber, "id": s.ID(), "source_variable": s.Source.Variable, "source_state": s.Source.State,
			"relation": slices.Index(relations(), s.Relation), "target_variable": s.Target.Variable, "target_state": s.Target.State,
			"origin": s.Origin, "strength": valueOrNull(s.Strength), "confidence": valueOrNull(s.Confidence), "note": s.Note,
			"episodes": string(episodes), "at": episodic.Instant(s.At),
			"source_now": d.factors[s.SourceNow], "target_now": d.factors[s.TargetNow], "link": orNull(s.Link),
		}
	}
	return d.execRows(putStatement, rows)
}

// RemoveStatements implements [derive.Tx].
func (d *derivation) RemoveStatements(ids []string) error {
	return d.exec(removeStatements, params{"project": d.projectNumber, "ids": ids})
}

// ListStatements implements [derive.Store].
func (s *Store) ListStatements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error) {
	var out []link.Statement
	p := params{"project": project, "after": page.After, "limit": page.Limit}
	err := s.read(ctx, listFactorStatements, p, func(r *row) { out = append(out, r.factorStatement().Statement) })
	if err != nil {
		return nil, fmt.Errorf("list statements about factors: %w", err)
	}
	return out, nil
}

// CountStatements implements [derive.Store].
func (s *Store) CountStatements(ctx context.Context, project string) (int, error) {
	n, err := s.count(ctx, countFactorStatements, params{"project": project})
	if err != nil {
		return 0, fmt.Errorf("count statements about factors: %w", err)
	}
	return n, nil
}

// factorStatement reads the columns of a statement.
func (r *row) factorStatement() contribution.PlacedStatement {
	s := contribution.PlacedStatement{
		Statement: link.Statement{
			Source: r.identity("source_variable", "source_state"), Target: r.identity("target_variable", "target_state"),
			Relation: word(r, "relation", relations()), Origin: r.text("origin"), Strength: r.maybeNumber("strength"),
			Confidence: r.maybeNumber("confidence"), Note: r.text("note"), At: r.time("at"),
		},
		Link: r.maybeText("link"),
	}
	r.json("episodes", &s.Episodes)
	if len(s.Episodes) == 0 {
		s.Episodes = nil
	}
	s.SourceNow = factor.Identity{Variable: r.maybeText("source_now_variable"), State: r.maybeText("source_now_state")}
	s.TargetNow = factor.Identity{Variable: r.maybeText("target_now_variable"), State: r.maybeText("target_now_state")}
	return s
}
