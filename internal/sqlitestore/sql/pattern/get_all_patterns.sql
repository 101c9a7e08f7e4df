-- get_all_patterns: All patterns of a project.
-- params: project (a number)
-- returns: key, successes, failures, unknown, applications, time_saved, time_saved_in, cost_saved, cost_saved_in, last_used, body
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.time_saved AS time_saved, p.time_saved_in AS time_saved_in,
       p.cost_saved AS cost_saved, p.cost_saved_in AS cost_saved_in, p.last_used AS last_used, b.body AS body
FROM pattern p
CROSS JOIN pattern_body b ON b.pattern = p.number
WHERE p.project = $project
