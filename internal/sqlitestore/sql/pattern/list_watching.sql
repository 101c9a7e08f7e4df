-- list_watching: The patterns that watch some factors.
-- params: project (a number), factors
-- returns: key, matches, rule, counted_from, successes, failures, unknown, applications, last_used
SELECT DISTINCT p.key AS key, p.matches AS matches, p.rule AS rule, p.counted_from AS counted_from, p.successes AS successes,
       p.failures AS failures, p.unknown AS unknown, p.applications AS applications, p.last_used AS last_used
FROM json_each($factors) k
CROSS JOIN pattern_watch a ON a.project = $project AND a.factor = k.value
CROSS JOIN pattern p ON p.number = a.pattern
