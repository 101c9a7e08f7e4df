-- list_prunable: Execution events that retention removes, oldest first.
-- params: project, before, at, sequence, rested, silent, limit
-- returns: sequence, id, workflow, context, bytes
-- Those before a time, and those up to the newest one that is beyond the number to keep. The events of a workflow
-- that is neither completed and rested nor silent stay.
SELECT e.sequence AS sequence, lower(hex(e.id)) AS id, e.workflow AS workflow, e.context AS context, length(e.data) AS bytes
FROM project p
CROSS JOIN execution_event e ON e.project = p.number AND e.at <= max($at, $before)
CROSS JOIN workflow w ON w.number = e.workflow
WHERE p.name = $project AND (e.at < $before OR (e.at, e.sequence) <= ($at, $sequence))
  AND (w.completion IS NOT NULL AND w.last_recorded <= $rested OR w.last_recorded <= $silent)
ORDER BY e.at, e.sequence
LIMIT $limit
