-- retry_record: Lets a set-aside record be applied again.
-- params: project, id
-- returns: sequence, size
UPDATE record SET state = 0, reason = NULL, applied_at = NULL
WHERE project = $project AND id = $id AND state = 3
RETURNING sequence AS sequence, size AS size
