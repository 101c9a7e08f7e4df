// create_causes: Draws links of this relation.
// params: project, links (list of {source, target, properties})
// returns: nothing
UNWIND $links AS row
MATCH (s:Occurrence {project: $project, key: row.source})
MATCH (t:Occurrence {project: $project, key: row.target})
CREATE (s)-[l:CAUSES]->(t) SET l = row.properties
