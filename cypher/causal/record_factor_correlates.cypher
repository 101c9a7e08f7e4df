// record_factor_correlates: Writes links between factors without a direction as they are given, new or not: one relationship each way.
// params: project, links (list of {key, source, target, properties})
// returns: nothing
// The mirrored one has no key, so that each link is found and counted once.
UNWIND $links AS row
MATCH (s:Factor {project: $project, key: row.source})
MATCH (t:Factor {project: $project, key: row.target})
MERGE (s)-[there:CORRELATES {project: $project, key: row.key}]->(t)
MERGE (t)-[back:CORRELATES {mirrors: row.key}]->(s)
SET there += row.properties, back += row.properties
