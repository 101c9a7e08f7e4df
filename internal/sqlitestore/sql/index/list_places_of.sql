-- list_places_of: The chunks of some episodes, ascending.
-- params: project, ids (list of texts)
-- returns: number, id (of the episode), position
SELECT c.number AS number, e.id AS id, c.position AS position
FROM index_episode AS e
CROSS JOIN index_chunk AS c ON c.number BETWEEN e.number * 1024 AND e.number * 1024 + 1023
WHERE e.project = $project AND e.id IN (SELECT value FROM json_each($ids))
ORDER BY e.number, c.number
