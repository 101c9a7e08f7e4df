-- record_project: Creates a project unless it exists.
-- params: project, now, index_state
-- returns: nothing
INSERT INTO project (name, created_at, index_state, origin) VALUES ($project, $now, $index_state, lower(hex(randomblob(8))))
ON CONFLICT (name) DO NOTHING
