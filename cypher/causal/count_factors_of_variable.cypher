// count_factors_of_variable: The number of factors that are states of a variable.
// params: project, after, exact, variable, kinds, least, isolated
// returns: count
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, variable)
WHERE f.project = $project AND f.variable = $variable AND f.key > $after
  AND ($exact IS NULL OR f.label = $exact)
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
RETURN count(*) AS count
