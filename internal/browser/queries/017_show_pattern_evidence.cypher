// The evidence of a pattern
// The episodes that support the pattern named $pattern, contradict it, or leave it open: the newest first.
// params: project, pattern
MATCH (p:Pattern {project: $project})
WHERE p.key > '' AND p.nameLower = toLower($pattern)
MATCH path = (p)-[:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e:Episode)
WITH path, e ORDER BY e.sortKey DESC
RETURN path LIMIT 100
