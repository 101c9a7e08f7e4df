// purge_events: Removes some of the execution events of a project.
// params: project, limit
// returns: purged
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.id > ''
WITH e LIMIT $limit
DELETE e
RETURN count(*) AS purged
