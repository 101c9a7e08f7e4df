// find_surplus: The newest execution event of a project that is beyond the number to keep.
// params: project, keep
// returns: at, sequence
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.at >= 0 AND e.sequence >= 0
RETURN e.at AS at, e.sequence AS sequence
ORDER BY at DESC, sequence DESC
SKIP $keep
LIMIT 1
