// 030_factor_statement_unplaced: The statements that are not in the factor layer, by id; those that are have no unplaced.
// params: none
// returns: nothing
CREATE INDEX factor_statement_unplaced IF NOT EXISTS
FOR (s:FactorStatement) ON (s.project, s.unplaced, s.id)
