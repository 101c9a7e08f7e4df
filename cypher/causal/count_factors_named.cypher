// count_factors_named: The number of factors with exactly this label.
// params: project, after, exact, kinds, least, isolated
// returns: count
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, label)
WHERE f.project = $project AND f.label = $exact AND f.key > $after
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
RETURN count(*) AS count
