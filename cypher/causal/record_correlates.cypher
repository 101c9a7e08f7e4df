// record_correlates: Draws links without a direction between present occurrences: one relationship each way.
// params: project, links (list of {source, target, properties})
// returns: nothing
UNWIND $links AS row
MATCH (s:Occurrence {project: $project, key: row.source})
MATCH (t:Occurrence {project: $project, key: row.target})
CREATE (s)-[there:CORRELATES]->(t)
CREATE (t)-[back:CORRELATES]->(s)
SET there = row.properties, back = row.properties
