-- record_project: Creates a project unless it is there.
-- params: project, now
-- returns: nothing
INSERT INTO project (name, created_at) VALUES ($project, $now)
ON CONFLICT (name) DO NOTHING
