// 027_factor_statement_source: The statements of which a factor is the source, after merges.
// params: none
// returns: nothing
CREATE INDEX factor_statement_source IF NOT EXISTS
FOR (s:FactorStatement) ON (s.project, s.sourceNow)
