-- set_completion: Keeps what completed a workflow; returns a row if there is one.
-- params: project, workflow, completion
-- returns: number
UPDATE workflow SET completion = $completion
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project) AND id = $workflow
RETURNING number AS number
