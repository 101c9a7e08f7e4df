// 028_factor_statement_target: The statements of which a factor is the target, after merges.
// params: none
// returns: nothing
CREATE INDEX factor_statement_target IF NOT EXISTS
FOR (s:FactorStatement) ON (s.project, s.targetNow)
