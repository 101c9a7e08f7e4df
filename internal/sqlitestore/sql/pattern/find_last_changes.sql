-- find_last_changes: The number of the last change of some patterns.
-- params: project (a number), patterns
-- returns: pattern, number
SELECT k.value AS pattern, (SELECT max(c.number) FROM pattern_change c WHERE c.pattern = p.number) AS number
FROM json_each($patterns) k
CROSS JOIN pattern p ON p.project = $project AND p.key = k.value
