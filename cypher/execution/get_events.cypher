// get_events: Execution events by their ids.
// params: project, ids
// returns: sequence, id, workflow, type, task, at, recordedAt, contextKey, keyRule, context, data
UNWIND $ids AS wanted
MATCH (e:ExecutionEvent {project: $project, id: wanted})
RETURN e.sequence AS sequence, e.id AS id, e.workflow AS workflow, e.type AS type, e.task AS task, e.at AS at, e.recordedAt AS recordedAt,
       e.contextKey AS contextKey, e.keyRule AS keyRule, e.context AS context, e.data AS data
