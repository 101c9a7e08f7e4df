-- list_projects: Every project, by name.
-- params: none
-- returns: name, created_at
SELECT name AS name, created_at AS created_at FROM project ORDER BY name
