-- list_forgotten: Some of the episodes of projects without a name.
-- params: limit
-- returns: project, id
SELECT DISTINCT p.number AS project, e.id AS id
FROM index_project AS p
JOIN index_episode AS e ON e.project = p.number
WHERE p.name IS NULL
LIMIT $limit
