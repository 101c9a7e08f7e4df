-- find_histories: The histories of some episodes, present or deleted, without contents: one row for each revision.
-- params: project, ids
-- returns: id, deleted_at, count, last_at, number, hash, recorded_at
SELECT e.id AS id, e.deleted_at AS deleted_at, e.reads AS count, e.read_at AS last_at,
       v.number AS number, v.hash AS hash, v.recorded_at AS recorded_at
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
CROSS JOIN revision v ON v.episode = e.number
ORDER BY i.key, v.number
