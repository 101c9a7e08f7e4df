// find_factor_edges_to: The links that arrive at some factors, the first $limit by key, as one list.
// params: project, keys, types, bases, grade, weight, inTime, until, limit
// returns: edges
UNWIND $keys AS key
MATCH (t:Factor {project: $project, key: key})<-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]-(s:Factor)
WHERE type(r) IN $types AND any(b IN r.bases WHERE b IN $bases) AND r.grade >= $grade
  AND ($weight IS NULL OR r.weight >= $weight) AND (NOT $inTime OR r.forward > 0 AND r.forward >= r.backward)
  AND ($until IS NULL OR r.firstSeen <= $until)
WITH r, s, t ORDER BY coalesce(r.key, r.mirrors), r.key LIMIT $limit
RETURN collect([coalesce(r.key, r.mirrors), s.key, t.key, type(r)]) AS edges
