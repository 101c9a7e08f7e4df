-- list_numbers: Some of the episodes of a project, present or deleted, for a purge.
-- params: project, limit
-- returns: number
SELECT e.number AS number FROM episode e
WHERE e.project = (SELECT p.number FROM project p WHERE p.name = $project)
ORDER BY e.id
LIMIT $limit
