// set_completion: Keeps what completed a workflow; returns a row if there is one.
// params: project, workflow, completion
// returns: id
MATCH (w:Workflow {project: $project, id: $workflow})
SET w.completion = $completion
RETURN w.id AS id
