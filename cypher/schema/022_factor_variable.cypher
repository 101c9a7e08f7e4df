// 022_factor_variable: The factors that are states of a variable.
// params: none
// returns: nothing
CREATE INDEX factor_variable IF NOT EXISTS
FOR (f:Factor) ON (f.project, f.variable)
