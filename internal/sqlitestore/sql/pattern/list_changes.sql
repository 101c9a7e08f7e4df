-- list_changes: A page of the history of a pattern, latest first.
-- params: project, pattern (a key), before, limit
-- returns: body
SELECT c.body AS body
FROM pattern p
CROSS JOIN pattern_change c ON c.pattern = p.number
WHERE p.project = (SELECT j.number FROM project j WHERE j.name = $project) AND p.key = $pattern
  AND ($before IS NULL OR c.number < $before)
ORDER BY c.number DESC
LIMIT $limit
