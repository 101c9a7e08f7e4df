-- record_reference: Creates a reference unless it exists.
-- params: project, sort_key
-- returns: nothing
INSERT INTO reference (project, sort_key)
VALUES ((SELECT p.number FROM project p WHERE p.name = $project), $sort_key)
ON CONFLICT (project, sort_key) DO NOTHING
