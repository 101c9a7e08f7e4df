// count_factor_links_between: The number of links from a factor to another.
// params: project, source, target, after, relations, bases, least, minStrength, unmeasured, unsupported, ambiguous, shown, hidden, since
// returns: count
MATCH (s:Factor {project: $project, key: $source})
MATCH (t:Factor {project: $project, key: $target})
MATCH (s)-[r:CAUSES|ENABLES|PREVENTS|CORRELATES]->(t)
WHERE r.key > $after
  AND ($relations IS NULL OR type(r) IN $relations)
  AND ($bases IS NULL OR any(b IN r.bases WHERE b IN $bases))
  AND r.evidenceCount >= $least AND ($minStrength IS NULL OR r.strength >= $minStrength)
  AND ($unmeasured IS NULL OR r.unmeasured = $unmeasured) AND ($unsupported IS NULL OR r.unsupported = $unsupported)
  AND ($ambiguous IS NULL OR r.ambiguousDirection = $ambiguous)
  AND ($shown IS NULL OR r.grade >= $shown) AND ($hidden IS NULL OR r.grade < $hidden)
  AND ($since IS NULL OR r.lastSeen >= $since)
RETURN count(*) AS count
