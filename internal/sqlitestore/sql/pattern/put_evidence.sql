-- put_evidence: Writes the evidence of a pattern in an episode, new or not.
-- params: project (a number), pattern (a key), episode (an id), seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved
-- returns: nothing
INSERT INTO pattern_evidence (
  pattern, id, episode, seen, observed, verdict, counted, applied_at, outcome, note, time_saved, cost_saved)
SELECT p.number, e.id, e.number, $seen, $observed, $verdict, $counted, $applied_at, $outcome, $note, $time_saved, $cost_saved
FROM pattern p
CROSS JOIN episode e ON e.project = $project AND e.id = $episode
WHERE p.project = $project AND p.key = $pattern
ON CONFLICT (pattern, id) DO UPDATE SET
  seen = excluded.seen, observed = excluded.observed, verdict = excluded.verdict, counted = excluded.counted,
  applied_at = excluded.applied_at, outcome = excluded.outcome, note = excluded.note, time_saved = excluded.time_saved,
  cost_saved = excluded.cost_saved
