-- get_all_patterns: All patterns of a project.
-- params: project (a number)
-- returns: key, successes, failures, unknown, applications, last_used, body
SELECT p.key AS key, p.successes AS successes, p.failures AS failures, p.unknown AS unknown,
       p.applications AS applications, p.last_used AS last_used, b.body AS body
FROM pattern p
CROSS JOIN pattern_body b ON b.pattern = p.number
WHERE p.project = $project
