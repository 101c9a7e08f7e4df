// list_instances: A page, by key, of the occurrences that are instances of a factor.
// params: project, factor, after, limit
// returns: key, episode, kind, type, label, at, outcome, position
MATCH (:Factor {project: $project, key: $factor})<-[:INSTANCE_OF]-(o:Occurrence)
WHERE o.key > $after
WITH o ORDER BY o.key LIMIT $limit
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position
ORDER BY o.key
