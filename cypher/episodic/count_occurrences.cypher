// count_occurrences: The number of occurrences of a project, or of one episode, that match.
// params: project, after, before, kinds, types
// returns: count
MATCH (o:Occurrence)
WHERE o.project = $project AND o.key > $after AND o.key < $before
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
RETURN count(o) AS count
