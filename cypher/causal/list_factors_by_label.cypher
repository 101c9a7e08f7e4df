// list_factors_by_label: A page, by key, of the factors with a text anywhere in their label.
// params: project, after, limit, label, exact, variable, kinds, least, isolated
// returns: factor
MATCH (f:Factor)
USING TEXT INDEX f:Factor(labelLower)
WHERE f.labelLower CONTAINS $label AND f.project = $project AND f.key > $after
  AND ($exact IS NULL OR f.label = $exact) AND ($variable IS NULL OR f.variable = $variable)
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
WITH f ORDER BY f.key LIMIT $limit
RETURN f {.variable, .state, .successes, .partials, .failures, .unknown, .decisions, .events, .outcomes, .contexts,
          .statements, .firstSeen, .lastSeen} AS factor
ORDER BY f.key
