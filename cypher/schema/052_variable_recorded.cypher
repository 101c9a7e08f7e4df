// 052_variable_recorded: Variables by the number of episodes that record them.
// params: none
// returns: nothing
CREATE INDEX variable_recorded IF NOT EXISTS
FOR (v:Variable) ON (v.project, v.recorded)
