-- get_evidence_of: All evidence of some patterns.
-- params: project (a number), patterns
-- returns: pattern, episode, seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved
SELECT p.key AS pattern, v.id AS episode, v.seen AS seen, v.observed AS observed, v.verdict AS verdict, v.counted AS counted,
       v.applied_at AS applied_at, v.outcome AS outcome, v.note AS note, v.time_saved AS time_saved, v.cost_saved AS cost_saved
FROM json_each($patterns) k
CROSS JOIN pattern p ON p.project = $project AND p.key = k.value
CROSS JOIN pattern_evidence v ON v.pattern = p.number
ORDER BY p.key, v.id
