-- list_applications: The evidence with recorded applications, of all patterns of a project.
-- params: project (a number)
-- returns: pattern, episode, seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved
SELECT p.key AS pattern, v.id AS episode, v.seen AS seen, v.observed AS observed, v.verdict AS verdict, v.counted AS counted,
       v.applied_at AS applied_at, v.outcome AS outcome, v.note AS note, v.time_saved AS time_saved, v.cost_saved AS cost_saved
FROM pattern p
CROSS JOIN pattern_evidence v INDEXED BY pattern_evidence_applied ON v.pattern = p.number AND v.applied_at IS NOT NULL
WHERE p.project = $project
