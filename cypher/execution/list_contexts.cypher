// list_contexts: The different contexts of the execution events of a project.
// params: project
// returns: contextKey, context, events
MATCH (e:ExecutionEvent)
WHERE e.project = $project AND e.contextKey > '' AND e.at >= 0 AND e.sequence >= 0
RETURN e.contextKey AS contextKey, e.context AS context, count(*) AS events
