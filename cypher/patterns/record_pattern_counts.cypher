// record_pattern_counts: Writes the counts of existing patterns.
// params: project, patterns (list of {key, properties})
// returns: nothing
UNWIND $patterns AS row
MATCH (p:Pattern {project: $project, key: row.key})
SET p += row.properties
