// get_workflow: One workflow.
// params: project, workflow
// returns: events, removed, lastRecorded, completion
MATCH (w:Workflow {project: $project, id: $workflow})
RETURN w.events AS events, w.removed AS removed, w.lastRecorded AS lastRecorded, w.completion AS completion
