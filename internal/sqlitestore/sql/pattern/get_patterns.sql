-- get_patterns: Some patterns by key.
-- params: project (a number), keys
-- returns: key, successes, failures, unknown, applications, last_used, body
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.last_used AS last_used, b.body AS body
FROM json_each($keys) k
CROSS JOIN pattern p ON p.project = $project AND p.key = k.value
CROSS JOIN pattern_body b ON b.pattern = p.number
