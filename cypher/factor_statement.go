package cypher

import _ "embed" // the statements are files

// GetFactorStatements answers: the statements of some ids, by id.
//
//go:embed causal/get_factor_statements.cypher
var GetFactorStatements Statement

// FindStatementsAt answers: the statements that name one of some factors after merges, by id.
//
//go:embed causal/find_statements_at.cypher
var FindStatementsAt Statement

// FindStatementsFor answers: the statements that make one of some links, by id.
//
//go:embed causal/find_statements_for.cypher
var FindStatementsFor Statement

// FindUnplaced answers: some of the statements that are not in the factor layer, by id.
//
//go:embed causal/find_unplaced.cypher
var FindUnplaced Statement

// RecordFactorStatements writes statements as they are given, new or not; they are in the factor layer then.
//
//go:embed causal/record_factor_statements.cypher
var RecordFactorStatements Statement

// RemoveFactorStatements removes statements.
//
//go:embed causal/remove_factor_statements.cypher
var RemoveFactorStatements Statement

// ListFactorStatements answers: a page of the statements of a project by id.
//
//go:embed causal/list_factor_statements.cypher
var ListFactorStatements Statement

// CountFactorStatements answers: how many statements a project has.
//
//go:embed causal/count_factor_statements.cypher
var CountFactorStatements Statement
