// list_factors_named: A page, by key, of the factors with exactly this label.
// params: project, after, limit, exact, kinds, least, isolated
// returns: factor
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, label)
WHERE f.project = $project AND f.label = $exact AND f.key > $after
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
WITH f ORDER BY f.key LIMIT $limit
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
ORDER BY f.key
