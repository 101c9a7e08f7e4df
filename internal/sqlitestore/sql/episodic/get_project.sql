-- get_project: One project.
-- params: project
-- returns: name, created_at
SELECT name AS name, created_at AS created_at FROM project WHERE name = $project
