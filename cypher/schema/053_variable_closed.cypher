// 053_variable_closed: Variables by whether somebody closed them.
// params: none
// returns: nothing
CREATE INDEX variable_closed IF NOT EXISTS
FOR (v:Variable) ON (v.project, v.closed)
