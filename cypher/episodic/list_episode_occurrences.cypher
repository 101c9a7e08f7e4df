// list_episode_occurrences: A page of the occurrences of one episode, by key.
// params: project, after, before, limit, kinds, types
// returns: key, episode, kind, type, label, at, outcome, position
MATCH (o:Occurrence)
WHERE o.project = $project AND o.key > $after AND o.key < $before
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
WITH o ORDER BY o.project, o.key LIMIT $limit
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position
ORDER BY o.key
