-- list_revisions: Contents of some present episodes, latest first: of each as many as a limit, after those of an offset.
-- params: project, ids, offset, limit
-- returns: id, number, hash, recorded_at, content
SELECT e.id AS id, v.number AS number, v.hash AS hash, v.recorded_at AS recorded_at, v.content AS content
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
CROSS JOIN revision v ON v.episode = e.number
WHERE e.present = 1 AND v.number <= e.revision - $offset AND v.number > e.revision - $offset - $limit
ORDER BY i.key, v.number DESC
