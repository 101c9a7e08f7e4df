-- list_contents: The contents of some revisions.
-- params: project, keys
-- returns: id, number, hash, recorded_at, content
SELECT e.id AS id, v.number AS number, v.hash AS hash, v.recorded_at AS recorded_at, v.content AS content
FROM json_each($keys) k
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = k.value ->> 0
CROSS JOIN revision v ON v.episode = e.number AND v.number = k.value ->> 1
