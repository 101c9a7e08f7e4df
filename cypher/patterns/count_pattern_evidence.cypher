// count_pattern_evidence: The number of episodes that are evidence of a pattern.
// params: project, pattern, types, since, until, counted
// returns: count
MATCH (p:Pattern {project: $project, key: $pattern})-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(:Record)
WHERE ($types IS NULL OR type(x) IN $types) AND ($since IS NULL OR x.seen >= $since) AND ($until IS NULL OR x.seen <= $until)
  AND (NOT $counted OR x.counted)
RETURN count(*) AS count
