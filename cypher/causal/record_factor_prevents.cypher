// record_factor_prevents: Writes links between factors of this relation as they are given, new or not.
// params: project, links (list of {key, source, target, properties})
// returns: nothing
UNWIND $links AS row
MATCH (s:Factor {project: $project, key: row.source})
MATCH (t:Factor {project: $project, key: row.target})
MERGE (s)-[r:PREVENTS {project: $project, key: row.key}]->(t)
SET r += row.properties
