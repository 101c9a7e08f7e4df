// remove_patterns: Removes patterns with their evidence, their history and what relates to them, and what nothing else is found by; tells the project.
// params: project, keys
// returns: nothing
// Those that relate to them are drawn anew when they are written again.
UNWIND $keys AS key
MATCH (p:Pattern {project: $project, key: key})
CALL (p) { MATCH (p)<-[:SPECIALIZES|GENERALIZES|CONTRADICTS|COMPLEMENTS|LEADS_TO|SUPERSEDED_BY]-(other:Pattern) REMOVE other.drawn }
CALL (p) { MATCH (p)-[:CHANGED]->(c:PatternChange) DETACH DELETE c }
CALL (p) {
  OPTIONAL MATCH (p)-[:FOUND_BY|WATCHES|TRIGGERED_BY|LEADS_TO]->(o:PatternEntry|PatternState)
  RETURN collect(DISTINCT o) AS before
}
DETACH DELETE p
WITH collect(before) AS lists, count(*) AS removed
MATCH (project:Project {name: $project})
SET project.patterns = project.patterns - removed
WITH lists
UNWIND lists AS list
UNWIND list AS o
WITH DISTINCT o
WHERE NOT EXISTS { (o)<-[:FOUND_BY|WATCHES|TRIGGERED_BY|LEADS_TO]-() }
DELETE o
