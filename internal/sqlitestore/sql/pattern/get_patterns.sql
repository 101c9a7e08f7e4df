-- get_patterns: Some patterns by key.
-- params: project (a number), keys
-- returns: key, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, body
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.time_saved AS time_saved, p.time_saved_in AS time_saved_in,
       p.cost_saved AS cost_saved, p.cost_saved_in AS cost_saved_in, p.last_used AS last_used, b.body AS body
FROM json_each($keys) k
CROSS JOIN pattern p ON p.project = $project AND p.key = k.value
CROSS JOIN pattern_body b ON b.pattern = p.number
