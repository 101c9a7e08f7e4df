// record_factors: Writes factors as they are given, new or not.
// params: project, factors (list of {key, properties})
// returns: nothing
UNWIND $factors AS row
MERGE (f:Factor {project: $project, key: row.key})
SET f += row.properties
