// 026_factor_statement_id_unique: A statement by project and id.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_statement_id_unique IF NOT EXISTS
FOR (s:FactorStatement) REQUIRE (s.project, s.id) IS UNIQUE
