-- list_unindexed: Those of some present episodes whose last revision is not indexed.
-- params: project, ids
-- returns: id, revision
SELECT e.id AS id, e.revision AS revision
FROM json_each($ids) i
CROSS JOIN episode e ON e.project = (SELECT p.number FROM project p WHERE p.name = $project) AND e.id = i.value
WHERE e.present = 1 AND e.indexed_revision <> e.revision
