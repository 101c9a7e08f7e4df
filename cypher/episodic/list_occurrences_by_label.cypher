// list_occurrences_by_label: A page, by key, of the occurrences with a text anywhere in their label.
// params: project, after, end, limit, kinds, types, label
// returns: key, episode, kind, type, label, at, outcome, position
// end is null for all keys: a filter compares as UTF-16, in which no text comes after all others
// that the index of keys puts before it.
MATCH (o:Occurrence)
USING TEXT INDEX o:Occurrence(labelLower)
WHERE o.labelLower CONTAINS $label
  AND o.project = $project AND o.key > $after AND ($end IS NULL OR o.key < $end)
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
WITH o ORDER BY o.key LIMIT $limit
RETURN o.key AS key, o.episode AS episode, o.kind AS kind, o.type AS type, o.label AS label,
       o.at AS at, o.outcome AS outcome, o.position AS position
ORDER BY o.key
