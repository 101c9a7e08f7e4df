-- list_pattern_evidence: A page of the evidence of a pattern, by the id of the episode.
-- params: project, pattern (a key), after, verdicts, since, until, counted, limit
-- returns: pattern, episode, seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved
SELECT p.key AS pattern, v.id AS episode, v.seen AS seen, v.observed AS observed, v.verdict AS verdict, v.counted AS counted,
       v.applied_at AS applied_at, v.outcome AS outcome, v.note AS note, v.time_saved AS time_saved, v.cost_saved AS cost_saved
FROM pattern p
CROSS JOIN pattern_evidence v ON v.pattern = p.number
WHERE p.project = (SELECT j.number FROM project j WHERE j.name = $project) AND p.key = $pattern AND v.id > $after
  AND ($verdicts IS NULL OR v.verdict IN (SELECT w.value FROM json_each($verdicts) w))
  AND ($since IS NULL OR v.seen >= $since)
  AND ($until IS NULL OR v.seen <= $until)
  AND (NOT $counted OR v.counted)
ORDER BY v.id
LIMIT $limit
