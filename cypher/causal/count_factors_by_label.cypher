// count_factors_by_label: The number of factors with a text anywhere in their label.
// params: project, after, label, exact, variable, kinds, least, isolated
// returns: count
MATCH (f:Factor)
USING TEXT INDEX f:Factor(labelLower)
WHERE f.labelLower CONTAINS $label AND f.project = $project AND f.key > $after
  AND ($exact IS NULL OR f.label = $exact) AND ($variable IS NULL OR f.variable = $variable)
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
RETURN count(*) AS count
