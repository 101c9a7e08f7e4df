-- note_trace: Counts what a call brought of a trace.
-- params: project, workflow, now, stored, merged, refused, ended
-- returns: number
INSERT INTO trace (project, workflow, first_at, last_at, stored, merged, refused, ended, made_of, problem)
VALUES ($project, $workflow, $now, $now, $stored, $merged, $refused, $ended, 0, '')
ON CONFLICT (project, workflow) DO UPDATE SET
  last_at = CASE WHEN $stored > 0 THEN max(last_at, $now) ELSE last_at END,
  stored = stored + $stored, merged = merged + $merged, refused = refused + $refused, ended = max(ended, $ended)
RETURNING number AS number
