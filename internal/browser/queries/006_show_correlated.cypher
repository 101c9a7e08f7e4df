// What goes together without a cause
// Pairs of the relation CORRELATES, which has no direction, with the episode of one of the two.
// params: project
MATCH path = (a:Occurrence {project: $project})-[:CORRELATES]->(b:Occurrence)
WHERE a.key < b.key
WITH a, b, path LIMIT 25
MATCH seen = (:Episode)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(a)
RETURN path, seen LIMIT 50
