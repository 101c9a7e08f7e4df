// list_factors_of_variable: A page, by key, of the factors that are states of a variable.
// params: project, after, limit, exact, variable, kinds, least, isolated
// returns: factor
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, variable)
WHERE f.project = $project AND f.variable = $variable AND f.key > $after
  AND ($exact IS NULL OR f.label = $exact)
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
WITH f ORDER BY f.key LIMIT $limit
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
ORDER BY f.key
