// find_uncounted: How much the counts of the factor links of a project leave out; null for nothing.
// params: project
// returns: uncounted
MATCH (p:Project {name: $project})
RETURN p.factorUncounted AS uncounted
