// get_occurrences: The occurrences with some keys.
// params: project, keys
// returns: key, episode, kind, type, label, at, outcome, position
UNWIND $keys AS key
MATCH (o:Occurrence {project: $project, key: key})
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position
