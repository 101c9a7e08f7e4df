// 029_factor_statement_link: The statements that make a link between factors.
// params: none
// returns: nothing
CREATE INDEX factor_statement_link IF NOT EXISTS
FOR (s:FactorStatement) ON (s.project, s.link)
