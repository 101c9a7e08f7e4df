-- get_evidence_in: All evidence in some episodes.
-- params: project (a number), episodes
-- returns: pattern, episode, seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved
SELECT p.key AS pattern, v.id AS episode, v.seen AS seen, v.observed AS observed, v.verdict AS verdict, v.counted AS counted,
       v.applied_at AS applied_at, v.outcome AS outcome, v.note AS note, v.time_saved AS time_saved, v.cost_saved AS cost_saved
FROM json_each($episodes) k
CROSS JOIN episode e ON e.project = $project AND e.id = k.value
CROSS JOIN pattern_evidence v ON v.episode = e.number
CROSS JOIN pattern p ON p.number = v.pattern AND p.project = $project
ORDER BY p.key, v.id
