// count_events: How many execution events projects have.
// params: projects
// returns: project, workflows, events, bytes
UNWIND $projects AS name
MATCH (w:Workflow)
WHERE w.project = name AND w.id > ''
RETURN name AS project, count(w) AS workflows, sum(w.events) AS events, sum(w.bytes) AS bytes
