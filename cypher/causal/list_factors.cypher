// list_factors: A page of the factors of a project, by key.
// params: project, after, limit, kinds, least, isolated
// returns: factor
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, key)
WHERE f.project = $project AND f.key > $after
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
WITH f ORDER BY f.project, f.key LIMIT $limit
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
ORDER BY f.key
