// list_prunable: Execution events that retention removes, oldest first.
// params: project, before, at, sequence, rested, silent, limit
// returns: id, at, sequence
// Those before a time, and those up to the newest one that is beyond the number to keep. The events of a workflow
// that is neither completed and rested nor silent stay.
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.at >= 0 AND e.sequence >= 0 AND (e.at < $before OR e.at < $at OR e.at = $at AND e.sequence <= $sequence)
MATCH (w:Workflow {project: $project, id: e.workflow})
WHERE w.completion IS NOT NULL AND w.lastRecorded <= $rested OR w.lastRecorded <= $silent
RETURN e.id AS id, e.at AS at, e.sequence AS sequence
ORDER BY at, sequence
LIMIT $limit
