// 023_factor_label: Factors by their whole label.
// params: none
// returns: nothing
CREATE INDEX factor_label IF NOT EXISTS
FOR (f:Factor) ON (f.project, f.label)
