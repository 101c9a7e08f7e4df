-- record_workflow: Notes an event of a workflow, which may be new.
-- params: project, workflow, bytes, recorded_at
-- returns: number, completed
INSERT INTO workflow (project, id, events, bytes, last_recorded)
SELECT p.number, $workflow, 1, $bytes, $recorded_at FROM project p WHERE p.name = $project
ON CONFLICT (project, id) DO UPDATE SET
  events = events + 1, bytes = bytes + excluded.bytes, last_recorded = max(last_recorded, excluded.last_recorded)
RETURNING number AS number, completion IS NOT NULL AS completed
