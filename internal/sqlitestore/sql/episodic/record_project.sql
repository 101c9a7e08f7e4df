-- record_project: Creates a project unless it is there.
-- params: project, now, index_state
-- returns: nothing
INSERT INTO project (name, created_at, index_state) VALUES ($project, $now, $index_state)
ON CONFLICT (name) DO NOTHING
