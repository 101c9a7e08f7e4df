// drop_pattern_evidence: Removes some of the evidence of a project's patterns, for a purge.
// params: project, limit
// returns: count
MATCH (p:Pattern)
USING INDEX SEEK p:Pattern(project, key)
WHERE p.project = $project AND p.key > ''
MATCH (p)-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(:Record)
WITH x LIMIT $limit
DELETE x
RETURN count(*) AS count
