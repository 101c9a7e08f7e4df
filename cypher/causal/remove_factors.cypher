// remove_factors: Removes factors that nothing refers to.
// params: project, keys
// returns: nothing
UNWIND $keys AS key
MATCH (f:Factor {project: $project, key: key})
DELETE f
