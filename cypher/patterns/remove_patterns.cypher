// remove_patterns: Removes patterns with their evidence, history and relations, and index entries without other patterns; updates the project.
// params: project, keys
// returns: nothing
// Relations to them are redrawn when the patterns are written again.
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
