// list_pattern_evidence: A page, by id, of the episodes that are evidence of a pattern.
// params: project, pattern, types, since, until, counted, after, limit
// returns: pattern, episode, verdict, seen, observed, counted, applied, outcome, note, timeSaved, costSaved, appliedAt
MATCH (p:Pattern {project: $project, key: $pattern})-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e:Record)
WHERE ($types IS NULL OR type(x) IN $types) AND ($since IS NULL OR x.seen >= $since) AND ($until IS NULL OR x.seen <= $until)
  AND (NOT $counted OR x.counted) AND e.id > $after
WITH p, x, e ORDER BY e.id LIMIT $limit
RETURN p.key AS pattern, e.id AS episode, type(x) AS verdict, x.seen AS seen, x.observed AS observed, x.counted AS counted,
       x.applied AS applied, x.outcome AS outcome, x.note AS note, x.timeSaved AS timeSaved, x.costSaved AS costSaved, x.appliedAt AS appliedAt
ORDER BY e.id
