// What the newest workflow reported
// The execution events of the workflow that reported last, as a table, in the order of time.
// params: project
MATCH (last:ExecutionEvent {project: $project})
WHERE last.sequence > 0
WITH last ORDER BY last.sequence DESC LIMIT 1
MATCH (e:ExecutionEvent {project: $project, workflow: last.workflow})
WHERE e.at >= 0
RETURN e.workflow AS workflow, datetime({epochMillis: e.at}) AS at, e.type AS type, e.task AS task, e.data AS data
ORDER BY at, e.sequence LIMIT 100
