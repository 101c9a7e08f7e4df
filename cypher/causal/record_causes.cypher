// record_causes: Draws links of this relation between present occurrences.
// params: project, links (list of {source, target, properties})
// returns: nothing
UNWIND $links AS row
MATCH (s:Occurrence {project: $project, key: row.source})
MATCH (t:Occurrence {project: $project, key: row.target})
CREATE (s)-[r:CAUSES]->(t)
SET r = row.properties
