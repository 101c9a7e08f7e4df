-- record_event: Writes an execution event that is new.
-- params: project, id (a UUID without dashes), workflow, key, context, type, task, at, recorded_at, data
-- returns: sequence
INSERT INTO execution_event (project, id, workflow, key, context, type, task, at, recorded_at, data)
SELECT p.number, unhex($id), $workflow, $key, $context, $type, $task, $at, $recorded_at, $data FROM project p WHERE p.name = $project
RETURNING sequence AS sequence
