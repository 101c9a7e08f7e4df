-- get_access: The access counts of some episodes that were read.
-- params: project, ids
-- returns: id, count, last_at
SELECT e.id AS id, e.reads AS count, e.read_at AS last_at
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
WHERE e.reads > 0 OR e.read_at IS NOT NULL
