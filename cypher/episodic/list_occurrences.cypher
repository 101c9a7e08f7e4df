// list_occurrences: A page of the occurrences of a project, by key.
// params: project, after, limit, kinds, types
// returns: key, episode, kind, type, label, at, outcome, position
// There is no upper bound for the key: Neo4j finds nothing between two texts of which the second comes
// first in UTF-16, whatever the order of its index.
MATCH (o:Occurrence)
WHERE o.project = $project AND o.key > $after
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
WITH o ORDER BY o.project, o.key LIMIT $limit
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position
ORDER BY o.key
