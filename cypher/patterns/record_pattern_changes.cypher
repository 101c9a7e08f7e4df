// record_pattern_changes: Adds to the histories of patterns.
// params: project, changes (list of {pattern, number, properties})
// returns: nothing
UNWIND $changes AS row
MATCH (p:Pattern {project: $project, key: row.pattern})
MERGE (c:PatternChange {project: $project, pattern: row.pattern, number: row.number})
SET c += row.properties
MERGE (p)-[:CHANGED]->(c)
