-- list_watching: The patterns that watch some factors.
-- params: project (a number), factors
-- returns: key, matches, rule, counted_from, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used
SELECT DISTINCT p.key AS key, p.matches AS matches, p.rule AS rule, p.counted_from AS counted_from, p.successes AS successes,
       p.failures AS failures, p.unknown AS unknown, p.applications AS applications, p.time_saved AS time_saved, p.time_saved_in AS time_saved_in,
       p.cost_saved AS cost_saved, p.cost_saved_in AS cost_saved_in, p.last_used AS last_used
FROM json_each($factors) k
CROSS JOIN pattern_watch a ON a.project = $project AND a.factor = k.value
CROSS JOIN pattern p ON p.number = a.pattern
