-- count_pattern_evidence: The amount of evidence of a pattern that matches a filter.
-- params: project, pattern (a key), verdicts, since, until, counted
-- returns: count
SELECT count(*) AS count
FROM pattern p
CROSS JOIN pattern_evidence v ON v.pattern = p.number
WHERE p.project = (SELECT j.number FROM project j WHERE j.name = $project) AND p.key = $pattern
  AND ($verdicts IS NULL OR v.verdict IN (SELECT w.value FROM json_each($verdicts) w))
  AND ($since IS NULL OR v.seen >= $since)
  AND ($until IS NULL OR v.seen <= $until)
  AND (NOT $counted OR v.counted)
