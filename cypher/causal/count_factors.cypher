// count_factors: The number of factors of a project that match.
// params: project, after, kinds, least, isolated
// returns: count
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, key)
WHERE f.project = $project AND f.key > $after
  AND ($kinds IS NULL OR f.kind IN $kinds) AND f.frequency >= $least
  AND ($isolated IS NULL OR $isolated <> EXISTS { (f)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]-() })
RETURN count(*) AS count
