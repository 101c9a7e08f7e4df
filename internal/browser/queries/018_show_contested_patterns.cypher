// Contested patterns
// Patterns with evidence for and against them, those first that have the most of both, each with its 20 newest episodes.
// params: project
MATCH (p:Pattern {project: $project})
WHERE p.key > '' AND p.successes > 0 AND p.failures > 0
WITH p, CASE WHEN p.successes < p.failures THEN p.successes ELSE p.failures END AS both
ORDER BY both DESC, p.key LIMIT 5
CALL (p) {
  MATCH path = (p)-[x:SUPPORTED_BY|CONTRADICTED_BY]->(e:Episode)
  WHERE x.counted
  RETURN path ORDER BY e.sortKey DESC LIMIT 20
}
RETURN path LIMIT 100
