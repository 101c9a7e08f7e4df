-- count_changes: The number of changes of a pattern.
-- params: project, pattern (a key)
-- returns: count
SELECT count(*) AS count
FROM pattern p
CROSS JOIN pattern_change c ON c.pattern = p.number
WHERE p.project = (SELECT j.number FROM project j WHERE j.name = $project) AND p.key = $pattern
